/// The changes of a store since the sequence was created, see ``Storage/changes()``.
///
/// No change is lost. Unread changes are merged into one, so a slow consumer sees all of them, and
/// the buffer does not grow. The sequence has a single consumer, and ends when its task is
/// cancelled or the store is closed.
public struct StorageChanges: AsyncSequence, Sendable {
    /// The element type.
    public typealias Element = StorageChange

    /// The unread changes, merged into one; nil if there are none.
    fileprivate let unread: Locked<StorageChange?>
    /// Wakes the consumer after a change was added.
    fileprivate let signals: AsyncStream<Void>

    /// An iterator over the changes.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let changes: StorageChanges

        /// Waits for the next change.
        ///
        /// - Returns: The change; nil after the task was cancelled or the store closed.
        public mutating func next() async -> StorageChange? {
            var signals = changes.signals.makeAsyncIterator()
            // A signal may be that of a change which was already read.
            repeat {
                if let change = changes.take() { return change }
            } while await signals.next() != nil
            return nil
        }

        /// Whether there is another change already.
        var hasUnread: Bool { changes.unread.withLock { $0 != nil } }
    }

    /// Creates the iterator.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(changes: self)
    }

    private func take() -> StorageChange? {
        unread.withLock { unread in
            defer { unread = nil }
            return unread
        }
    }
}

/// Publishes the changes of a store to all its subscribers.
///
/// A custom store keeps one, and publishes after each commit, before the write returns.
public final class StorageBroadcast: Sendable {
    private let broadcast = Broadcast<StorageChange>()

    /// Creates a broadcast without subscribers.
    public init() {}

    /// Whether there are subscribers.
    public var hasListeners: Bool { broadcast.hasSubscribers }

    /// Returns a sequence of all changes published from now on.
    public func changes() -> StorageChanges {
        let unread = Locked<StorageChange?>(nil)
        let signals = broadcast.subscribe(keeping: 1) { change, _ -> Void? in
            unread.withLock { unread in
                unread?.merge(change)
                unread = unread ?? change
            }
        }
        return StorageChanges(unread: unread, signals: signals)
    }

    /// Publishes a change to all subscribers; an empty one is dropped.
    ///
    /// - Parameter change: The change.
    public func publish(_ change: StorageChange) {
        if !change.isEmpty { broadcast.publish(change) }
    }

    /// Ends all sequences after their remaining changes have been read.
    public func finish() {
        broadcast.finish()
    }
}
