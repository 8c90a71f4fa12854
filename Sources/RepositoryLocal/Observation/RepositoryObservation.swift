/// What a repository's local store holds for a query: now, and whenever that is another.
///
///     for try await popular in messages.observe(where: { $0.likes > 3 }) {
///         show(popular)
///     }
///
/// The first element comes at once. Another one follows when the result differs from the element
/// before, whoever has written: another repository on the same store, a synchronization, or, with a
/// store in a file, another process. A write that leaves the result as it is gives none.
///
/// Nothing is missed, and nothing is kept for later: who is slow gets the newest result, not those
/// between. Each loop over it asks anew, and holds the result that it gave last. It ends with the task
/// that reads it, and when the store is closed; an error is the last that comes.
public struct RepositoryObservation<Element: Sendable>: AsyncSequence, Sendable {
    /// Why it cannot go on.
    public typealias Failure = RepositoryError

    private let query: ObservedQuery<Element>

    init(_ query: ObservedQuery<Element>) {
        self.query = query
    }

    /// Makes one that reads anew.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(query)
    }

    /// Reads one result after the other.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        private enum State: Sendable {
            case notBegun
            case listening(to: StorageChanges, after: ObservedReading<Element>)
            case ended
        }

        private let query: ObservedQuery<Element>
        private var state = State.notBegun

        fileprivate init(_ query: ObservedQuery<Element>) {
            self.query = query
        }

        /// Waits until the result is another than the one before; the first is not waited for.
        ///
        /// - Returns: The result; nil after the task was cancelled or the store closed.
        /// - Throws: `RepositoryError` where the store cannot be read, or what is in it.
        public mutating func next() async throws(RepositoryError) -> Element? {
            let element: Element?
            do throws(RepositoryError) {
                element = Task.isCancelled ? nil : try await nextReading()?.value
            } catch {
                // Listens no more.
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
                // Before the first reading, so that no write falls between the two.
                let changes = query.changes()
                let reading = try await query.read()
                state = .listening(to: changes, after: reading)
                return reading
            case .listening(let changes, var last):
                var unread = changes.makeAsyncIterator()
                while let change = await unread.next(), !Task.isCancelled {
                    guard last.part.isTouched(by: change) else { continue }
                    let reading: ObservedReading<Element>
                    if let readAgain = query.readAgain {
                        guard let again = try await readAgain(last, change) else { continue }
                        reading = again
                    } else {
                        reading = try await query.read()
                    }
                    if !query.isSame(last.value, reading.value) {
                        state = .listening(to: changes, after: reading)
                        return reading
                    }
                    // The same may have moved, to the identity that the server has given.
                    (last.part, last.rows) = (reading.part, reading.rows)
                }
                return nil
            }
        }
    }
}

extension RepositoryError {
    /// Whether somebody has closed the store.
    fileprivate var isOfClosedStore: Bool {
        (cause as? StorageError)?.code == .closed
    }
}
