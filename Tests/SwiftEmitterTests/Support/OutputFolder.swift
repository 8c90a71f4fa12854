import Foundation

@testable import SwiftEmitter

/// Generated files on disk, for tools; the folder goes when the test is over.
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

    /// Writes files into a folder of their own.
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

    /// What a file holds now.
    func contents(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: path)), as: UTF8.self)
    }
}
