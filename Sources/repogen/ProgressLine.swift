import Foundation

/// A line on the terminal that shows how far a command is, once it has taken longer than a second.
// Unchecked, and safe: what varies is private and touched only under the lock.
final class ProgressLine: @unchecked Sendable {
    private let now: @Sendable () -> ContinuousClock.Instant
    private let write: @Sendable (String) -> Void
    private let start: ContinuousClock.Instant
    private let lock = NSLock()
    private var shown: ContinuousClock.Instant?

    /// Begins to measure time.
    ///
    /// - Parameters:
    ///   - now: The clock.
    ///   - write: Where the line is written: by default, the standard error stream.
    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        write: @escaping @Sendable (String) -> Void = { Terminal.write($0, terminator: "") }
    ) {
        self.now = now
        self.write = write
        start = now()
    }

    /// A line for a command, if a person watches it.
    ///
    /// - Parameter verbosity: Whether the command is to be quiet.
    /// - Returns: The line; nil where the standard error stream is no terminal.
    static func watched(_ verbosity: VerbosityOptions) -> ProgressLine? {
        isatty(STDERR_FILENO) == 1 && !verbosity.quiet ? ProgressLine() : nil
    }

    /// Shows a text, at most five times a second.
    func show(_ text: @autoclosure () -> String) {
        lock.withLock {
            let time = now()
            guard start.duration(to: time) > .seconds(1),
                shown.map({ $0.duration(to: time) > .milliseconds(200) }) ?? true
            else { return }
            shown = time
            write("\r\(text())\u{1B}[K")
        }
    }

    /// Clears the line, before anything else is written.
    func clear() {
        lock.withLock {
            if shown != nil { write("\r\u{1B}[K") }
            shown = nil
        }
    }
}
