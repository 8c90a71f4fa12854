import Foundation
import TestSupport

/// Bodies published by PokeAPI; third-party data that is not part of the package.
///
/// If the folder is missing, the tests that need it are skipped with a message.
struct PublishedBodies: Sendable {
    /// The folder with the archives: next to the package, or as set by `REPOGEN_SHARED_DATA`.
    static let archives: URL? = {
        let package = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let environment = ProcessInfo.processInfo.environment["REPOGEN_SHARED_DATA"]
        let data =
            environment.map { URL(filePath: $0) }
            ?? package.deletingLastPathComponent().appending(path: "shared/data")
        let folder = data.appending(path: "pokeapi")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    /// The reason for skipping a test.
    static let absence = "the bodies of PokeAPI are not beside the package"

    /// The list body of a kind.
    let list: Data
    /// The detail bodies of a kind, by number.
    let details: [(id: Int, body: Data)]

    /// Unpacks the bodies of a kind into a temporary folder, and reads them.
    init(_ kind: String, archive: String? = nil) throws {
        guard let archives = Self.archives else { throw CocoaError(.fileNoSuchFile) }
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-bodies-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = try ChildProcess(
            ["tar", "-xJf", archives.appending(path: "\(archive ?? kind).tar.xz").path],
            in: folder.path,
            environment: ProcessInfo.processInfo.environment
        )
        guard try process.wait() == 0 else { throw CocoaError(.fileReadCorruptFile) }
        let root = folder.appending(path: "data/api/v2/\(kind)")
        list = try Data(contentsOf: root.appending(path: "index.json"))
        var details: [(id: Int, body: Data)] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: root.path) {
            guard let id = Int(name) else { continue }
            details.append((id, try Data(contentsOf: root.appending(path: "\(name)/index.json"))))
        }
        self.details = details.sorted { $0.id < $1.id }
    }
}
