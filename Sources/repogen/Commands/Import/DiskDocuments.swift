import Diagnostics
import Foundation
import SchemaImport

/// Documents on disk, by their paths from the working directory.
struct DiskDocuments: DocumentSource {
    /// The argument for standard input, and what is remembered of a pipe, which has no lasting path.
    static let standardInput = "-"
    /// What a report calls a document from a pipe; of several, they are numbered.
    private static let pipe = "<stdin>"

    /// What the documents that were asked for are called.
    private(set) var paths: [String] = []
    private let locator: ProjectLocator
    /// The contents of these, of which some can be read only once.
    private var given: [String: SourceFile] = [:]

    /// Reads the documents that were asked for, which may be pipes.
    ///
    /// - Parameters:
    ///   - arguments: Their paths; `-` is standard input.
    ///   - workingDirectory: Where paths begin.
    /// - Throws: ``ToolError`` where one cannot be read.
    init(_ arguments: [String], in workingDirectory: URL) throws {
        locator = ProjectLocator(workingDirectory: workingDirectory)
        for argument in arguments {
            let path = argument == Self.standardInput ? argument : locator.url(argument).path
            if argument != Self.standardInput, DiskFile(path).kindBehindLinks == .file {
                paths.append(argument)
                given[argument] = SourceFile(path: argument, bytes: try DiskFile(path).bytes())
                continue
            }
            let pipes = paths.count(where: Self.isPipe)
            let name = pipes == 0 ? Self.pipe : "\(Self.pipe) \(pipes + 1)"
            var stream = try FileStream(path)
            var bytes: [UInt8] = []
            while let part = try stream.next() { bytes += part }
            paths.append(name)
            given[name] = SourceFile(path: name, bytes: bytes)
        }
    }

    /// Whether a document came from a pipe.
    static func isPipe(_ path: String) -> Bool { path.hasPrefix(pipe) }

    func file(at path: String) -> SourceFile? {
        if let file = given[path] { return file }
        guard let bytes = try? DiskFile(locator.url(path).path).bytes() else { return nil }
        return SourceFile(path: path, bytes: bytes)
    }
}
