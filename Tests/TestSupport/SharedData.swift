package import Foundation

/// Test data of other projects, which is not part of the package; without it, tests that need it
/// are
/// skipped.
package enum SharedData {
    /// The folder: next to the package, or in `REPOGEN_SHARED_DATA`; nil if it is missing.
    package static let folder: URL? = {
        let package = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let data =
            ProcessInfo.processInfo.environment["REPOGEN_SHARED_DATA"].map { URL(filePath: $0) }
            ?? package.deletingLastPathComponent().appending(path: "shared/data")
        return FileManager.default.fileExists(atPath: data.path) ? data : nil
    }()

    /// The reason why a test is skipped.
    package static let absence = "the data of others is not beside the package"

    /// Unpacks the bodies of PokeAPI.
    ///
    /// - Parameter archives: The names of the archives.
    /// - Returns: A temporary folder with `data/api/v2/KIND/ID/index.json`.
    /// - Throws: An error if they cannot be unpacked.
    package static func pokeAPI(_ archives: [String]) async throws -> URL {
        guard let data = folder else { throw CocoaError(.fileNoSuchFile) }
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-pokeapi-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for archive in archives {
            let status = try await BackgroundWork.run {
                try ChildProcess(
                    ["tar", "-xJf", data.appending(path: "pokeapi/\(archive).tar.xz").path],
                    in: folder.path,
                    environment: ProcessInfo.processInfo.environment
                ).wait()
            }
            guard status == 0 else { throw CocoaError(.fileReadCorruptFile) }
        }
        return folder
    }

    /// Returns the JSON files below a folder, sorted.
    package static func files(in folder: URL) -> [URL] {
        let all = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
        return all.filter { $0.hasSuffix(".json") }
            .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
            .map { folder.appending(path: $0) }
    }
}
