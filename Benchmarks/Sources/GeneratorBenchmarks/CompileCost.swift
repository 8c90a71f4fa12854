import Foundation

/// What the compiler takes for what is generated, and for what one would write by hand instead.
///
/// By hand means `Codable, Hashable` structs with the same stored properties and initialisers, of which
/// the compiler makes the rest. Both are modules of a file for each type, without optimization.
struct CompileCost {
    /// The seconds of a processor.
    let generated: Double
    let written: Double

    /// Compiles both several times, and takes the least of each: noise only adds.
    init(entities count: Int, rounds: Int, repogen: String, modules: String) throws {
        let project = try SyntheticProject(entities: count, hasEndpoints: false)
        _ = try ChildRun([repogen, "generate"], in: project.folder)
        let twins = project.folder + "/Written"
        try Self.writeTwins(count, to: twins)
        var generated = Double.infinity
        var written = Double.infinity
        for _ in 0..<rounds {
            written = min(written, try Self.compile(twins, in: project.folder, modules))
            let folder = project.folder + "/Generated"
            generated = min(generated, try Self.compile(folder, in: project.folder, modules))
        }
        self.generated = generated
        self.written = written
    }

    private static func compile(
        _ sources: String,
        in folder: String,
        _ modules: String
    ) throws -> Double {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources)
            .filter { $0.hasSuffix(".swift") }.sorted().map { sources + "/" + $0 }
        let objects = folder + "/Objects"
        try FileManager.default.createDirectory(
            atPath: objects,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: objects) }
        let command = [
            "/usr/bin/env", "swiftc", "-c", "-Onone", "-swift-version", "6", "-parse-as-library",
            "-module-name", "Records", "-enable-batch-mode", "-j", "1", "-I", modules,
        ]
        return try ChildRun(command + paths, in: objects).processorSeconds
    }

    private static func writeTwins(_ count: Int, to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func write(_ text: String, _ name: String) throws {
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name).swift"))
        }
        try write(state, "State")
        try write(place, "Place")
        for number in 0..<count { try write(twin(number), "Record\(number)") }
    }

    private static let state = """
        public enum State: String, Codable, Hashable, Sendable {
            case open, closed, pending
        }

        """

    private static let place = """
        public struct Place: Codable, Hashable, Sendable {
            public var latitude: Double
            public var longitude: Double

            public init(latitude: Double, longitude: Double) {
                self.latitude = latitude
                self.longitude = longitude
            }
        }

        """

    private static func twin(_ number: Int) -> String {
        """
        import Foundation

        /// The record number \(number), as the service keeps it.
        public struct Record\(number): Codable, Hashable, Identifiable, Sendable {
            public var id: Int
            public var title: String
            public var summary: String?
            public var count: Int
            public var ratio: Double
            public var isActive: Bool
            public var createdAt: Date
            public var updatedAt: Date?
            public var homepage: URL?
            public var tags: [String]
            public var labels: [String: String]
            public var state: State
            public var place: Place?

            public init(
                id: Int,
                title: String,
                summary: String? = nil,
                count: Int = 0,
                ratio: Double,
                isActive: Bool = true,
                createdAt: Date,
                updatedAt: Date? = nil,
                homepage: URL? = nil,
                tags: [String],
                labels: [String: String],
                state: State,
                place: Place? = nil
            ) {
                self.id = id
                self.title = title
                self.summary = summary
                self.count = count
                self.ratio = ratio
                self.isActive = isActive
                self.createdAt = createdAt
                self.updatedAt = updatedAt
                self.homepage = homepage
                self.tags = tags
                self.labels = labels
                self.state = state
                self.place = place
            }
        }

        """
    }
}
