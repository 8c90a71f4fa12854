import Foundation

@testable import SwiftEmitter

/// A folder of generated files for tools; `deinit` deletes it.
final class OutputFolder {
    let url: URL
    private(set) var paths: [String] = []

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "emitter-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes files into a separate folder.
    func write(_ files: [GeneratedFile], into name: String) throws {
        for file in files {
            let target = url.appending(path: name).appending(path: file.path)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(file.contents.utf8).write(to: target)
            paths.append("\(name)/\(file.path)")
        }
    }

    /// Returns the current contents of a file.
    func contents(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: path)), as: UTF8.self)
    }
}
