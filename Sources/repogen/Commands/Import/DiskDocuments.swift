import Diagnostics
import Foundation
import SchemaImport

/// Documents on disk, by their paths from the working directory.
struct DiskDocuments: DocumentSource {
    /// The argument for standard input, which also identifies a pipe in the state, as pipes have no
    /// path.
    static let standardInput = "-"
    /// The name of a document from a pipe in reports; several are numbered.
    private static let pipe = "<stdin>"

    /// The names of the requested documents.
    private(set) var paths: [String] = []
    private let locator: ProjectLocator
    /// The contents of the documents, some of which can be read only once.
    private var given: [String: SourceFile] = [:]

    /// Reads the requested documents, which may be pipes.
    ///
    /// - Parameters:
    ///   - arguments: Their paths; `-` is standard input.
    ///   - workingDirectory: The base of relative paths.
    /// - Throws: ``ToolError`` if a document cannot be read.
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
