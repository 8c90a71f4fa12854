import Foundation

/// A package with as many entities of twelve properties as one likes, and five endpoints for each; or
/// with one entity of as many properties as one likes.
final class SyntheticProject {
    /// What the names of many properties are like.
    enum PropertyNames: String, CaseIterable {
        /// Each is an identifier of its own.
        case plain
        /// Many become the same identifier, and get numbers.
        case colliding
        /// Each begins with the same eighty characters.
        case long

        fileprivate func name(_ number: Int) -> String {
            switch self {
            case .plain: "property\(number)"
            case .colliding:
                "some\(String(repeating: "_", count: number % 50 + 1))name\(number / 50)"
            case .long: String(repeating: "property", count: 10) + "\(number)"
            }
        }
    }

    /// What the schemas do with the entities.
    enum Uses {
        /// Nothing.
        case none
        /// An endpoint for each entity returns it.
        case received
        /// Five endpoints for each entity list, read, create, change and remove it.
        case endpoints
        /// A repository for each entity.
        case repositories
    }

    /// The absolute path of its folder, which goes with it.
    let folder: String
    /// The paths of its schemas.
    let schemas: [String]

    /// How many entities a schema file has.
    private static let fileSize = 10

    /// Writes a package into a temporary folder; where it is connected, each entity contains the next
    /// one, and the last the first.
    init(entities count: Int, _ uses: Uses = .endpoints, isConnected: Bool = false) throws {
        folder = NSTemporaryDirectory() + "/repogen-benchmark-\(UUID().uuidString)"
        let schemaFolder = folder + "/Schemas"
        try FileManager.default.createDirectory(
            atPath: schemaFolder,
            withIntermediateDirectories: true
        )
        try Data("output: Generated\n".utf8).write(to: URL(filePath: folder + "/repogen.yaml"))
        var schemas: [String] = []
        for start in stride(from: 0, to: count, by: Self.fileSize) {
            let numbers = start..<min(start + Self.fileSize, count)
            var text = start == 0 ? Self.common : "repogen: 1\n"
            text += "entities:\n"
            for number in numbers {
                text += Self.entity(number)
                if isConnected { text += "      next?: Record\((number + 1) % count)\n" }
            }
            switch uses {
            case .none: break
            case .received: text += "endpoints:\n" + numbers.map(Self.listing).joined()
            case .endpoints: text += "endpoints:\n" + numbers.map(Self.endpoints).joined()
            case .repositories:
                text += "repositories:\n"
                text += numbers.map(Self.repository).joined()
            }
            let path = schemaFolder + "/records\(start).yaml"
            try Data(text.utf8).write(to: URL(filePath: path))
            schemas.append(path)
        }
        self.schemas = schemas
    }

    /// Writes a package with one entity into a temporary folder.
    convenience init(properties count: Int, _ names: PropertyNames) throws {
        try self.init(entities: 0)
        let properties = (0..<count).map { "      \(names.name($0)): String\n" }
        let text =
            "repogen: 1\nentities:\n  Wide:\n    id: Int\n    properties:\n"
            + properties.joined()
        try Data(text.utf8).write(to: URL(filePath: folder + "/Schemas/wide.yaml"))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Puts aside what was generated.
    ///
    /// It is not removed yet: for a while after files were removed, ext4 makes new ones four times as
    /// slowly, because it looks for numbers that were not in use a moment ago.
    func clean() throws {
        let aside = folder + "/Aside-\(UUID().uuidString)"
        guard FileManager.default.fileExists(atPath: folder + "/Generated") else { return }
        try FileManager.default.moveItem(atPath: folder + "/Generated", toPath: aside)
    }

    private static let common = """
        repogen: 1
        apis:
          Records: { baseURL: "https://records.example.com/v1" }
        enums:
          State: { cases: [open, closed, pending] }
        values:
          Place: { properties: { latitude: Double, longitude: Double } }

        """

    private static func entity(_ number: Int) -> String {
        """
          Record\(number):
            doc: The record number \(number), as the service keeps it.
            id: Int
            properties:
              title: String
              summary?: String
              count: Int = 0
              ratio: Double
              isActive: Bool = true
              createdAt: { type: Date, readOnly: true }
              updatedAt?: Date
              homepage?: URL
              tags: [String]
              labels: { String: String }
              state: State
              place?: Place

        """
    }

    private static func repository(_ number: Int) -> String {
        "  Record\(number)s: { entity: Record\(number), path: records\(number) }\n"
    }

    private static func listing(_ number: Int) -> String {
        "  ListRecord\(number): { get: /records\(number), response: [Record\(number)] }\n"
    }

    private static func endpoints(_ number: Int) -> String {
        let (name, path) = ("Record\(number)", "/records\(number)")
        let one = "\"\(path)/{id}\", path: { id: Int }"
        return """
              List\(name): { get: \(path), query: { limit: Int = 20, after?: String }, response: [\(name)] }
              Read\(name): { get: \(one), response: \(name) }
              Create\(name): { post: \(path), body: \(name).Draft, response: \(name) }
              Change\(name): { patch: \(one), body: \(name).Patch, response: \(name) }
              Remove\(name): { delete: \(one) }

            """
    }
}
