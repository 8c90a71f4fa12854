import Foundation

/// The progress of reading the inputs.
// Unchecked, but safe: mutable state is private and accessed only under the lock.
final class ReadingProgress: @unchecked Sendable {
    private let total: Int
    private let line: ProgressLine
    private let lock = NSLock()
    private var count = 0

    /// Starts counting.
    ///
    /// - Parameters:
    ///   - total: The total number of bytes; 0 if unknown.
    ///   - line: The progress line.
    init(total: Int, on line: ProgressLine) {
        self.total = total
        self.line = line
    }

    /// Counts bytes read.
    func add(_ bytes: Int) {
        let count = lock.withLock {
            self.count += bytes
            return self.count
        }
        line.show(Self.text(count, of: total))
    }

    /// The progress as text.
    static func text(_ count: Int, of total: Int) -> String {
        let megabytes = { (bytes: Int) in String(bytes / 1_000_000) }
        guard total > 0, count <= total else { return "read \(megabytes(count)) MB" }
        let share = Double(count) / Double(total) * 100
        return "read \(megabytes(count)) of \(megabytes(total)) MB, \(Int(share)) %"
    }
}
