import Foundation

/// A progress line on the terminal, shown once a command has taken longer than a second.
// Unchecked, but safe: mutable state is private and accessed only under the lock.
final class ProgressLine: @unchecked Sendable {
    private let now: @Sendable () -> ContinuousClock.Instant
    private let write: @Sendable (String) -> Void
    private let start: ContinuousClock.Instant
    private let lock = NSLock()
    private var shown: ContinuousClock.Instant?

    /// Starts the clock.
    ///
    /// - Parameters:
    ///   - now: The clock.
    ///   - write: Writes the line: by default, to standard error.
    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        write: @escaping @Sendable (String) -> Void = { Terminal.write($0, terminator: "") }
    ) {
        self.now = now
        self.write = write
        start = now()
    }

    /// A line for a command, if standard error is a terminal.
    ///
    /// - Parameter verbosity: Whether the command is quiet.
    /// - Returns: The line; nil if standard error is not a terminal.
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

    /// Clears the line before other output.
    func clear() {
        lock.withLock {
            if shown != nil { write("\r\u{1B}[K") }
            shown = nil
        }
    }
}
