/// The result of a query on the local store, now and after each change.
///
///     for try await popular in messages.observe(where: { $0.likes > 3 }) {
///         show(popular)
///     }
///
/// The first element comes immediately. Another one follows whenever the result differs from the
/// previous element, regardless of who wrote: another repository on the same store, a
/// synchronization, or another process on the same file. A write that does not change the result
/// produces no element.
///
/// No change is missed, but elements are not buffered: a slow consumer skips to the latest result.
/// Each loop runs the query separately, and keeps its last result in memory. The sequence ends when
/// the reading task is cancelled or the store is closed; it also ends after an error.
public struct RepositoryObservation<Element: Sendable>: AsyncSequence, Sendable {
    /// The error type.
    public typealias Failure = RepositoryError

    /// Subscribes to changes of the store.
    let changes: @Sendable () -> StorageChanges
    /// Reads the value, in one transaction.
    let read: @Sendable () async throws(RepositoryError) -> ObservedReading<Element>
    /// Reads the value again after a change, in one transaction; returns nil if it is unchanged.
    let readAgain:
        @Sendable (ObservedReading<Element>, StorageChange) async throws(RepositoryError) ->
            ObservedReading<Element>?
    /// Whether `readAgain` reads only what a change has touched.
    var isIncremental = false
    /// Whether two values are equal to an observer.
    let isSame: @Sendable (Element, Element) -> Bool

    /// Creates an iterator with its own first reading.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(query: self)
    }

    /// An iterator over the results.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        private enum State: Sendable {
            case notBegun
            case listening(to: StorageChanges, after: ObservedReading<Element>)
            case ended
        }

        fileprivate let query: RepositoryObservation
        private var state = State.notBegun

        fileprivate init(query: RepositoryObservation) {
            self.query = query
        }

        /// Waits until the result differs from the previous one; the first result is returned
        /// immediately.
        ///
        /// - Returns: The result; nil after the task was cancelled or the store closed.
        /// - Throws: `RepositoryError` if the store or a document in it cannot be read.
        public mutating func next() async throws(RepositoryError) -> Element? {
            let element: Element?
            do throws(RepositoryError) {
                element = Task.isCancelled ? nil : try await nextReading()?.value
            } catch {
                // Ends the subscription.
                let hasBegun = if case .listening = state { true } else { false }
                state = .ended
                if error.code == .cancelled || hasBegun && error.isOfClosedStore { return nil }
                throw error
            }
            if element == nil { state = .ended }
            return element
        }

        private mutating func nextReading() async throws(RepositoryError) -> ObservedReading<
            Element
        >? {
            switch state {
            case .ended:
                return nil
            case .notBegun:
                // Subscribe before the first reading, so no write between the two is missed.
                let changes = query.changes()
                let reading = try await query.read()
                state = .listening(to: changes, after: reading)
                return reading
            case .listening(let changes, var last):
                var unread = changes.makeAsyncIterator()
                while let change = await unread.next(), !Task.isCancelled {
                    guard last.part.isTouched(by: change) else { continue }
                    var again = try await query.readAgain(last, change)
                    // The records were read after another transaction, which may have changed
                    // others, too.
                    if query.isIncremental, unread.hasUnread {
                        again = try await query.readAgain(last, .everything)
                    }
                    guard let reading = again else { continue }
                    if !query.isSame(last.value, reading.value) {
                        state = .listening(to: changes, after: reading)
                        return reading
                    }
                    // The value may be unchanged but depend on another key, after the server has
                    // replaced the identity.
                    (last.part, last.rows) = (reading.part, reading.rows)
                }
                return nil
            }
        }
    }
}

extension RepositoryError {
    /// Whether the store was closed.
    fileprivate var isOfClosedStore: Bool {
        (cause as? StorageError)?.code == .closed
    }
}
