import Foundation

/// Shows on a terminal how much was read, where reading takes longer than a second.
// Unchecked, and safe: what varies is private and touched only under the lock.
final class InferenceProgress: @unchecked Sendable {
    private let total: Int
    private let start = ContinuousClock.now
    private let lock = NSLock()
    private var count = 0
    private var shown: ContinuousClock.Instant?

    /// Begins.
    ///
    /// - Parameter total: How many bytes there are.
    init(total: Int) {
        self.total = total
    }

    /// Whether people read the standard error stream as it is written.
    static var isOnTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Counts bytes that were read.
    func add(_ bytes: Int) {
        lock.withLock {
            count += bytes
            let now = ContinuousClock.now
            guard start.duration(to: now) > .seconds(1),
                shown.map({ $0.duration(to: now) > .milliseconds(200) }) ?? true
            else { return }
            shown = now
            Terminal.write("\r\(Self.text(count, of: total))\u{1B}[K", terminator: "")
        }
    }

    /// Clears the line.
    func finish() {
        lock.withLock {
            if shown != nil { Terminal.write("\r\u{1B}[K", terminator: "") }
        }
    }

    /// How much of all was read, in words.
    static func text(_ count: Int, of total: Int) -> String {
        let megabytes = { (bytes: Int) in String(bytes / 1_000_000) }
        guard total > 0, count <= total else { return "read \(megabytes(count)) MB" }
        let share = Double(count) / Double(total) * 100
        return "read \(megabytes(count)) of \(megabytes(total)) MB, \(Int(share)) %"
    }
}
