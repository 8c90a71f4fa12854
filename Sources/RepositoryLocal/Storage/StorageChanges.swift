/// The changes of a store since the sequence was created, see ``Storage/changes()``.
///
/// No change is lost. Unread changes are merged into one, so a slow consumer sees all of them, and
/// the buffer does not grow. The sequence has a single consumer, and ends when its task is
/// cancelled or the store is closed.
public struct StorageChanges: AsyncSequence, Sendable {
    /// The element type.
    public typealias Element = StorageChange

    fileprivate let mailbox: StorageMailbox

    /// An iterator over the changes.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let mailbox: StorageMailbox

        /// Waits for the next change.
        ///
        /// - Returns: The change; nil after the task was cancelled or the store closed.
        public mutating func next() async -> StorageChange? {
            await mailbox.next()
        }

        /// Whether there is another change already.
        var hasUnread: Bool { mailbox.hasUnread }
    }

    /// Creates the iterator.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(mailbox: mailbox)
    }
}

/// Publishes the changes of a store to all its subscribers.
///
/// A custom store keeps one, and publishes after each commit, before the write returns.
public final class StorageBroadcast: Sendable {
    private struct Listener: Sendable {
        weak var mailbox: StorageMailbox?
    }

    private struct State: Sendable {
        var listeners: [Listener] = []
        var isFinished = false
    }

    private let state = Locked(State())

    /// Creates a broadcast without subscribers.
    public init() {}

    /// Whether there are subscribers.
    public var hasListeners: Bool {
        state.withLock { state in state.listeners.contains { $0.mailbox != nil } }
    }

    /// Returns a sequence of all changes published from now on.
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

    /// Publishes a change to all subscribers; an empty one is dropped.
    ///
    /// - Parameter change: The change.
    public func publish(_ change: StorageChange) {
        guard !change.isEmpty else { return }
        for mailbox in mailboxes() { mailbox.put(change) }
    }

    /// Ends all sequences after their remaining changes have been read.
    public func finish() {
        state.withLock { $0.isFinished = true }
        for mailbox in mailboxes() { mailbox.finish() }
    }

    private func mailboxes() -> [StorageMailbox] {
        state.withLock { $0.listeners.compactMap(\.mailbox) }
    }
}

/// Holds the unread changes of one subscriber.
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
                // Resuming only schedules the reader; it does not run synchronously.
                reader.resume(returning: change)
            } else if state.pending == nil {
                state.pending = change
            } else {
                state.pending?.merge(change)
            }
        }
    }

    var hasUnread: Bool { state.withLock { $0.pending != nil } }

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
                state.withLock { state in
                    // Read under the lock: the cancellation handler below may have run already.
                    let isCancelled = Task.isCancelled
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
