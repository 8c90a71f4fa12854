import Foundation
import SchemaInference

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The bytes of a file, in chunks.
struct FileStream: ByteStream {
    /// The maximum number of bytes in a chunk.
    private static let partSize = 1 << 18

    private let path: String
    private let file: OpenFile
    private let progress: ReadingProgress?
    /// The position in the file; nil for what can be read only once.
    private var offset: off_t?

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path; `-` is standard input.
    ///   - progress: Counts the bytes read.
    /// - Throws: ``ToolError`` if it cannot be read.
    init(_ path: String, progress: ReadingProgress? = nil) throws(ToolError) {
        self.path = path
        self.progress = progress
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        file = OpenFile(descriptor: descriptor)
        // A descriptor of `/dev/fd` may share its position with another.
        offset = path != "-" && lseek(descriptor, 0, SEEK_CUR) >= 0 ? 0 : nil
    }

    /// The size of the file in bytes; 0 if it is not a regular file.
    var size: Int {
        var status = stat()
        return fstat(file.descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    mutating func next() throws -> [UInt8]? {
        while true {
            var problem: Int32 = 0
            let part = [UInt8](unsafeUninitializedCapacity: Self.partSize) { buffer, count in
                let result =
                    if let offset {
                        pread(file.descriptor, buffer.baseAddress, buffer.count, offset)
                    } else {
                        read(file.descriptor, buffer.baseAddress, buffer.count)
                    }
                problem = result < 0 ? errno : 0
                count = max(result, 0)
            }
            if problem == EINTR { continue }
            guard problem == 0 else { throw Self.failure(path, problem) }
            progress?.add(part.count)
            offset = offset.map { $0 + off_t(part.count) }
            return part.isEmpty ? nil : part
        }
    }

    private static func failure(_ path: String, _ code: Int32 = errno) -> ToolError {
        let name = path == "-" ? "standard input" : "'\(path)'"
        return .disk("cannot read \(name): \(String(cString: strerror(code)))")
    }
}

/// An open file, which closes when released.
private final class OpenFile: Sendable {
    let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
