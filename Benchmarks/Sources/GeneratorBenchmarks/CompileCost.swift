import Foundation

/// The processor time that the compiler takes for generated code, compared with code that one would
/// write by hand instead.
///
/// By hand means `Codable, Hashable` structs with the same stored properties and initializers; the
/// compiler generates the rest. All are modules without optimization, with a file for each type unless
/// a part says otherwise.
struct CompileCost {
    /// Generated code to compile.
    enum Part: String, CaseIterable {
        case received = "entities that are only received"
        case entities = "entities with drafts and patches"
        case repositories = "entities with repositories"
        case mocks = "entities with repositories and mocks"
        case grouped = "the same, with a file for each ten entities"

        fileprivate var uses: SyntheticProject.Uses {
            switch self {
            case .received: .received
            case .entities: .none
            case .repositories, .mocks, .grouped: .repositories
            }
        }

        fileprivate var options: [String] {
            self == .grouped ? ["--grouping", "schema"] : []
        }

        /// Whether the part contains the generated files of a folder.
        fileprivate func contains(_ folder: String) -> Bool {
            switch folder {
            case "Endpoints": false
            case "Mocks": self == .mocks
            default: true
            }
        }
    }

    /// The seconds for each part.
    private(set) var generated: [Part: Double] = [:]
    /// The seconds for the structs written by hand.
    private(set) var written = Double.infinity

    /// Compiles everything in turns, and keeps the minimum of each: disturbances only add time.
    init(entities count: Int, rounds: Int, repogen: String, modules: String) throws {
        let project = try SyntheticProject(entities: count, .none)
        let twins = project.folder + "/Written"
        try Self.writeTwins(count, to: twins)
        var projects: [Part: SyntheticProject] = [:]
        for part in Part.allCases {
            let project = try SyntheticProject(entities: count, part.uses)
            _ = try ChildRun([repogen, "generate"] + part.options, in: project.folder)
            projects[part] = project
        }
        for _ in 0..<rounds {
            let seconds = try Self.compile(twins, in: project.folder, modules) { _ in true }
            written = min(written, seconds)
            for (part, project) in projects {
                let folder = project.folder + "/Generated"
                let seconds = try Self.compile(
                    folder,
                    in: project.folder,
                    modules,
                    where: part.contains
                )
                generated[part] = min(generated[part] ?? .infinity, seconds)
            }
        }
    }

    /// Compiles the sources of a folder, except those in subfolders that are not included; returns
    /// the seconds.
    private static func compile(
        _ sources: String,
        in folder: String,
        _ modules: String,
        where isIncluded: (String) -> Bool
    ) throws -> Double {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources)
            .filter { $0.hasSuffix(".swift") && isIncluded($0.prefix { $0 != "/" }.description) }
            .sorted().map { sources + "/" + $0 }
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
