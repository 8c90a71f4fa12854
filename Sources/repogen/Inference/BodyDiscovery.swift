import Foundation
import Parallelism
import SchemaInference

/// Finds the files with bodies.
struct BodyDiscovery {
    private static let extensions: Set = [
        "json", "ndjson", "jsonl", "jsonlines", "geojson", "har", "jsonseq",
    ]

    /// The kind of file.
    enum Content {
        case bodies, recording
    }

    /// A found file.
    struct Found {
        let path: String
        let size: Int
        let content: Content
    }

    /// The files at paths: a file itself, regardless of its name, and the JSON files in folders.
    ///
    /// - Parameters:
    ///   - paths: The paths; `-` is standard input, copied to a file.
    ///   - areRecordings: Whether all files are recordings.
    /// - Returns: The files, in the order of the paths.
    /// - Throws: ``ToolError`` if one does not exist or cannot be read.
    static func files(at paths: [String], areRecordings: Bool) throws(ToolError) -> [Found] {
        var files: [String] = []
        for path in paths {
            switch DiskFile(path).kindBehindLinks {
            case .missing:
                throw .arguments("no file or folder at '\(path)'")
            case .folder:
                var names: [String] = []
                var visited: Set<String> = []
                try collect(path, &visited, &names)
                guard !names.isEmpty else {
                    throw .arguments("no JSON files (*.json, *.ndjson, *.har) in '\(path)'")
                }
                files += names
            default: files.append(path)
            }
        }
        return try files.concurrentMap { path throws(ToolError) in
            try file(path, areRecordings)
        }
    }

    private static func collect(
        _ folder: String,
        _ visited: inout Set<String>,
        _ names: inout [String]
    ) throws(ToolError) {
        let real = URL(filePath: folder).resolvingSymlinksInPath().path
        guard visited.insert(real).inserted else { return }
        // In numeric order: 2 before 10.
        let found = try DiskFile(folder).names()
            .filter { !$0.hasPrefix(".") }
            .sorted { one, other in
                let order = one.compare(other, options: .numeric)
                return order == .orderedSame ? one < other : order == .orderedAscending
            }
        for name in found {
            let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
            switch DiskFile(path).kindBehindLinks {
            case .folder: try collect(path, &visited, &names)
            case .file where extensions.contains((name as NSString).pathExtension.lowercased()):
                names.append(path)
            default: break
            }
        }
    }

    private static func file(_ path: String, _ isRecording: Bool) throws(ToolError) -> Found {
        var stream = try FileStream(path)
        let size = stream.size
        if isRecording { return Found(path: path, size: size, content: .recording) }
        let start: [UInt8]
        do { start = try stream.next() ?? [] } catch {
            throw error as? ToolError ?? .disk("cannot read '\(path)'")
        }
        let content: Content = RecordingLearner.isRecording(start) ? .recording : .bodies
        return Found(path: path, size: size, content: content)
    }
}
