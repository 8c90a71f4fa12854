import Foundation

/// Test data of other projects, which is not part of this one.
///
/// It is located at `../shared/data` next to the package, or in the folder in
/// `REPOGEN_SHARED_DATA`.
enum SharedData {
    /// Whether the data is present; otherwise the tests that need it are skipped.
    static var isPresent: Bool {
        FileManager.default.fileExists(atPath: root.path)
    }

    private static var root: URL {
        if let path = ProcessInfo.processInfo.environment["REPOGEN_SHARED_DATA"] {
            return URL(fileURLWithPath: path)
        }
        let package = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return package.deletingLastPathComponent().appendingPathComponent("shared/data")
    }

    /// Returns the bytes of a file; empty if it cannot be read.
    static func bytes(of path: String) -> [UInt8] {
        let data = try? Data(contentsOf: root.appendingPathComponent(path))
        return [UInt8](data ?? Data())
    }

    /// Returns the names of the files in a folder, sorted; empty if it cannot be read.
    static func names(in folder: String) -> [String] {
        let path = root.appendingPathComponent(folder).path
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
