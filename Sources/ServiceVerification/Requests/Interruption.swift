import Synchronization

/// Whether somebody wants the verification to end.
///
/// It ends between two requests, and what it has created is deleted.
package final class Interruption: Sendable {
    private let state = Mutex(false)

    package init() {}

    /// Asks the verification to end.
    package func interrupt() { state.withLock { $0 = true } }

    /// Whether it is to end.
    package var isInterrupted: Bool { state.withLock { $0 } }
}
