import Foundation

/// How many of the bytes of an inference are read.
// Unchecked, and safe: what varies is private and touched only under the lock.
final class ReadingProgress: @unchecked Sendable {
    private let total: Int
    private let line: ProgressLine
    private let lock = NSLock()
    private var count = 0

    /// Begins.
    ///
    /// - Parameters:
    ///   - total: How many bytes there are; 0 where that is not known.
    ///   - line: Where the progress is shown.
    init(total: Int, on line: ProgressLine) {
        self.total = total
        self.line = line
    }

    /// Counts bytes that were read.
    func add(_ bytes: Int) {
        let count = lock.withLock {
            self.count += bytes
            return self.count
        }
        line.show(Self.text(count, of: total))
    }

    /// How much of all was read, in words.
    static func text(_ count: Int, of total: Int) -> String {
        let megabytes = { (bytes: Int) in String(bytes / 1_000_000) }
        guard total > 0, count <= total else { return "read \(megabytes(count)) MB" }
        let share = Double(count) / Double(total) * 100
        return "read \(megabytes(count)) of \(megabytes(total)) MB, \(Int(share)) %"
    }
}
