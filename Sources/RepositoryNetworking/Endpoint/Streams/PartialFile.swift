import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// The file that a download is written to before it gets its final name.
final class PartialFile {
    private let final: URL
    private let url: URL
    private let handle: FileHandle
    /// Whether it is kept for a later call if the download fails.
    private let isKept: Bool
    private var isDone = false
    /// The length in bytes.
    private(set) var length: Int

    /// Opens a file, keeping the bytes of an earlier call.
    ///
    /// - Parameters:
    ///   - final: The URL of the complete file.
    ///   - version: Identifies the version of the file, so that no other version resumes it; nil if
    ///     the download cannot resume and nothing is kept.
    /// - Throws: An I/O error.
    init(for final: URL, version: String?) throws {
        self.final = final
        let kept = version.map { Self.url(for: final, Self.hash($0)) }
        if let kept, let locked = try Self.locked(kept) {
            (url, handle, isKept) = (kept, locked, true)
        } else {
            let unique = Self.url(for: final, .random(in: .min ... .max))
            (url, isKept) = (unique, false)
            handle = try Self.locked(unique) ?? Self.open(unique)
        }
        length = Int(try handle.seekToEnd())
    }

    deinit {
        if !isDone, !isKept || length == 0 { try? FileManager.default.removeItem(at: url) }
        try? handle.close()
    }

    /// Appends bytes.
    func append(_ bytes: Data) throws {
        try handle.write(contentsOf: bytes)
        length += bytes.count
    }

    /// Removes all bytes.
    func clear() throws {
        try handle.truncate(atOffset: 0)
        try handle.seek(toOffset: 0)
        length = 0
    }

    /// Moves the file to its final name, replacing an existing one.
    func finish() throws {
        try handle.synchronize()
        guard rename(url.path, final.path) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        isDone = true
        removeOthers()
    }

    /// Deletes the partial files of other versions.
    private func removeOthers() {
        let folder = final.deletingLastPathComponent()
        let prefix = "\(final.lastPathComponent)."
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(prefix) && name.hasSuffix(".part") {
            let mark = name.dropFirst(prefix.count).dropLast(".part".count)
            guard mark.count == 16, mark.allSatisfy(\.isHexDigit) else { continue }
            let other = folder.appending(path: name)
            guard let handle = try? FileHandle(forUpdating: other) else { continue }
            defer { try? handle.close() }
            // If the lock fails, another download is writing the file.
            if flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 {
                try? FileManager.default.removeItem(at: other)
            }
        }
    }

    private static func url(for final: URL, _ mark: UInt64) -> URL {
        let digits = String(mark, radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.count) + digits
        return final.deletingLastPathComponent()
            .appending(path: "\(final.lastPathComponent).\(padded).part")
    }

    /// Opens a file and locks it; nil if another download is writing it.
    private static func locked(_ url: URL) throws -> FileHandle? {
        let handle = try open(url)
        guard flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
        // Another download may have finished the file before it was locked.
        var (opened, named) = (stat(), stat())
        guard fstat(handle.fileDescriptor, &opened) == 0, stat(url.path, &named) == 0,
            opened.st_ino == named.st_ino
        else { return nil }
        return handle
    }

    private static func open(_ url: URL) throws -> FileHandle {
        if !FileManager.default.fileExists(atPath: url.path),
            !FileManager.default.createFile(atPath: url.path, contents: nil)
        {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        return try FileHandle(forUpdating: url)
    }

    /// Returns the FNV-1a hash, which is the same in every process.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
