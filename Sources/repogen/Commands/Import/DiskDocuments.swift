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
    /// The maximum size in bytes of a document from a pipe or a device, which may have no end.
    private static let streamLimit = 1 << 28

    /// The names of the requested documents.
    private(set) var paths: [String] = []
    private let locator: ProjectLocator
    /// The contents of the documents, some of which can be read only once.
    private var given: [String: SourceFile] = [:]
    private let failure = FirstFailure()

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
            while let part = try stream.next() {
                bytes += part
                guard bytes.count <= Self.streamLimit else {
                    throw ToolError.disk("'\(argument)' has more than 256 MiB")
                }
            }
            paths.append(name)
            given[name] = SourceFile(path: name, bytes: bytes)
        }
    }

    /// Whether a document came from a pipe.
    static func isPipe(_ path: String) -> Bool { path.hasPrefix(pipe) }

    func file(at path: String) -> SourceFile? {
        if let file = given[path] { return file }
        let file = DiskFile(locator.url(path).path)
        do throws(ToolError) {
            guard try file.knownKind() != .missing, file.kindBehindLinks != .folder else {
                return nil
            }
            return SourceFile(path: path, bytes: try file.bytes())
        } catch {
            failure.record(error)
            return nil
        }
    }

    /// Checks that every document that exists could be read.
    ///
    /// - Throws: the first failure: an import without the document would lose its types.
    func requireReadable() throws(ToolError) {
        if let error = failure.first { throw error }
    }
}

/// The first failure to read a document.
// Unchecked, but safe: mutable state is private and accessed only under the lock.
private final class FirstFailure: @unchecked Sendable {
    private let lock = NSLock()
    private var error: ToolError?

    var first: ToolError? { lock.withLock { error } }

    func record(_ error: ToolError) {
        lock.withLock { self.error = self.error ?? error }
    }
}
