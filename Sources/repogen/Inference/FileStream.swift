import Foundation
import SchemaInference

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The bytes of a file, in parts.
struct FileStream: ByteStream {
    /// How many bytes a part has at most.
    private static let partSize = 1 << 18

    private let path: String
    private let file: OpenFile
    private let progress: ReadingProgress?

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path; `-` is standard input.
    ///   - progress: What counts the bytes that were read.
    /// - Throws: ``ToolError`` where it cannot be read.
    init(_ path: String, progress: ReadingProgress? = nil) throws(ToolError) {
        self.path = path
        self.progress = progress
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        file = OpenFile(descriptor: descriptor)
    }

    /// How many bytes the file has; nought of what is no file.
    var size: Int {
        var status = stat()
        return fstat(file.descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    mutating func next() throws -> [UInt8]? {
        while true {
            var problem: Int32 = 0
            let part = [UInt8](unsafeUninitializedCapacity: Self.partSize) { buffer, count in
                let result = read(file.descriptor, buffer.baseAddress, buffer.count)
                problem = result < 0 ? errno : 0
                count = max(result, 0)
            }
            if problem == EINTR { continue }
            guard problem == 0 else { throw Self.failure(path, problem) }
            progress?.add(part.count)
            return part.isEmpty ? nil : part
        }
    }

    private static func failure(_ path: String, _ code: Int32 = errno) -> ToolError {
        let name = path == "-" ? "standard input" : "'\(path)'"
        return .disk("cannot read \(name): \(String(cString: strerror(code)))")
    }
}

/// A file that is open, and closed when nobody reads it any more.
private final class OpenFile: Sendable {
    let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
