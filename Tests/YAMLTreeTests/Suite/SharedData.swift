import Foundation

/// Data of other projects that is tested against and not part of this one.
///
/// It lies beside the package at `../shared/data`, or where `REPOGEN_SHARED_DATA` says.
enum SharedData {
    /// Whether the data is there; tests that need it are skipped where it is not.
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

    /// The bytes of a file; none where it cannot be read.
    static func bytes(of path: String) -> [UInt8] {
        let data = try? Data(contentsOf: root.appendingPathComponent(path))
        return [UInt8](data ?? Data())
    }

    /// The names of the files in a folder, sorted; none where it cannot be read.
    static func names(in folder: String) -> [String] {
        let path = root.appendingPathComponent(folder).path
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
