import Foundation
import RepositorySQLite
import Testing

/// A store as written by a version of the example, recorded as SQL.
///
/// Existing fixtures are never recorded again. `RECORD_GOLDENS=1 swift test --filter
/// JournalVersionTests` writes that of a new version; such a run fails.
enum JournalFixture {
    private static func url(_ number: Int) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Goldens/Journal/version-\(number).sql").standardized
    }

    /// Creates the file of a store of a version.
    static func restore(_ version: JournalVersion, to file: URL) throws {
        try StoreDump.restore(
            try String(contentsOf: url(version.number), encoding: .utf8),
            to: file
        )
    }

    /// Writes the fixture of a version that has none.
    static func record(_ version: JournalVersion) async throws {
        let url = url(version.number)
        guard ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil,
            !FileManager.default.fileExists(atPath: url.path)
        else { return }
        let folder = try TemporaryFolder()
        let storage = try folder.store()
        try await version.fill(storage)
        try storage.close()
        try StoreDump.text(of: folder.file).write(to: url, atomically: true, encoding: .utf8)
        Issue.record("wrote \(url.lastPathComponent): look at it")
    }
}
