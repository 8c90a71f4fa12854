import Foundation
import Testing

/// Runs code on bytes followed by protected memory: reading past them crashes the process.
enum GuardedBytes {
    static func with<Result>(
        _ bytes: [UInt8],
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) throws -> Result {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let room = (bytes.count / page + 1) * page
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        let memory = try #require(mmap(nil, room + page, PROT_READ | PROT_WRITE, flags, -1, 0))
        defer { munmap(memory, room + page) }
        try #require(mprotect(memory + room, page, PROT_NONE) == 0)
        let start = (memory + room - bytes.count).assumingMemoryBound(to: UInt8.self)
        start.update(from: bytes, count: bytes.count)
        return try body(UnsafeBufferPointer(start: start, count: bytes.count))
    }
}
