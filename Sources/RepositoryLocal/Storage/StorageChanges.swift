/// The changes of a store from the moment on at which they were asked for, see ``Storage/changes()``.
///
/// None is lost. While nobody asks for the next one, they are merged into one, so that a slow reader
/// gets all there was, and no buffer grows. It is for one reader, and ends with its task, or when the
/// store is closed.
public struct StorageChanges: AsyncSequence, Sendable {
    /// What comes.
    public typealias Element = StorageChange

    fileprivate let mailbox: StorageMailbox

    /// Reads one change after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let mailbox: StorageMailbox

        /// Waits for the next change.
        ///
        /// - Returns: The change; nil after the task was cancelled or the store closed.
        public mutating func next() async -> StorageChange? {
            await mailbox.next()
        }
    }

    /// Makes the reader.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(mailbox: mailbox)
    }
}

/// Tells all who listen to a store what its transactions touched.
///
/// For those who write a store: keep one, publish after each commit, before the write returns.
public final class StorageBroadcast: Sendable {
    private struct Listener: Sendable {
        weak var mailbox: StorageMailbox?
    }

    private struct State: Sendable {
        var listeners: [Listener] = []
        var isFinished = false
    }

    private let state = Locked(State())

    /// Creates one that nobody listens to yet.
    public init() {}

    /// Whether somebody listens.
    public var hasListeners: Bool {
        state.withLock { state in state.listeners.contains { $0.mailbox != nil } }
    }

    /// Makes a sequence of all changes that are published from now on.
    public func changes() -> StorageChanges {
        let mailbox = StorageMailbox()
        let isFinished = state.withLock { state in
            state.listeners.removeAll { $0.mailbox == nil }
            if !state.isFinished { state.listeners.append(Listener(mailbox: mailbox)) }
            return state.isFinished
        }
        if isFinished { mailbox.finish() }
        return StorageChanges(mailbox: mailbox)
    }

    /// Tells a change to all who listen; one that touches nothing is not told.
    ///
    /// - Parameter change: The change.
    public func publish(_ change: StorageChange) {
        guard !change.isEmpty else { return }
        for mailbox in mailboxes() { mailbox.put(change) }
    }

    /// Ends all sequences, once what was published is read.
    public func finish() {
        state.withLock { $0.isFinished = true }
        for mailbox in mailboxes() { mailbox.finish() }
    }

    private func mailboxes() -> [StorageMailbox] {
        state.withLock { $0.listeners.compactMap(\.mailbox) }
    }
}

/// Keeps what one listener has not read yet.
private final class StorageMailbox: Sendable {
    private struct State: Sendable {
        var pending: StorageChange?
        var reader: CheckedContinuation<StorageChange?, Never>?
        var isFinished = false
    }

    private let state = Locked(State())

    func put(_ change: StorageChange) {
        state.withLock { state in
            guard !state.isFinished else { return }
            if let reader = state.reader {
                state.reader = nil
                // Resuming only schedules the reader; it does not run in here.
                reader.resume(returning: change)
            } else if state.pending == nil {
                state.pending = change
            } else {
                state.pending?.merge(change)
            }
        }
    }

    func finish() {
        state.withLock { state in
            state.isFinished = true
            state.reader?.resume(returning: nil)
            state.reader = nil
        }
    }

    func next() async -> StorageChange? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The handler below may have run already.
                let isCancelled = Task.isCancelled
                state.withLock { state in
                    if let change = state.pending {
                        state.pending = nil
                        continuation.resume(returning: change)
                    } else if state.isFinished || isCancelled || state.reader != nil {
                        continuation.resume(returning: nil)
                    } else {
                        state.reader = continuation
                    }
                }
            }
        } onCancel: {
            state.withLock { state in
                state.reader?.resume(returning: nil)
                state.reader = nil
            }
        }
    }
}
