/// The elements of a response, one by one, as they are received.
///
///     for try await tick in try await networking.request(Endpoint.Ticks()) {
///         show(tick)
///     }
///
/// The server is slowed down to the pace at which the elements are read. To stop early, leave the
/// loop or cancel its task: the connection ends when the stream is released. A stream can be read
/// once.
///
/// An element that is not of the declared type is an error with the code `.unreadableResponse`; the
/// same iterator then continues with the next element.
public struct ResponseStream<Element: Sendable>: AsyncSequence, Sendable {
    /// The error of an incomplete stream.
    public typealias Failure = RepositoryError

    /// Iterates over the elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let read: () async throws(RepositoryError) -> Element?

        init(_ read: @escaping () async throws(RepositoryError) -> Element?) {
            self.read = read
        }

        /// Returns the next element; nil after the last.
        ///
        /// - Throws: `RepositoryError` if it is not received, or is not of the declared type.
        public mutating func next() async throws(RepositoryError) -> Element? {
            try await read()
        }
    }

    private let makeIterator: @Sendable () -> AsyncIterator

    init(by makeIterator: @escaping @Sendable () -> AsyncIterator) {
        self.makeIterator = makeIterator
    }

    /// Creates a stream of known elements, for mocks and tests.
    ///
    /// - Parameter elements: The elements.
    public init(_ elements: [Element]) {
        self.init {
            var rest = elements[...]
            return AsyncIterator { () async throws(RepositoryError) in rest.popFirst() }
        }
    }

    /// Creates a stream from any sequence, for mocks and your own repositories.
    ///
    /// - Parameters:
    ///   - base: The elements. An error other than `RepositoryError` becomes the cause of one with
    ///     the code `.network`.
    ///   - operation: The operation, for errors.
    public init<Base: AsyncSequence & Sendable>(_ base: Base, during operation: String = "stream")
    where Base.Element == Element {
        self.init {
            var iterator = base.makeAsyncIterator()
            return AsyncIterator { () async throws(RepositoryError) in
                do {
                    return try await iterator.next()
                } catch let error as RepositoryError {
                    throw error
                } catch {
                    let code: RepositoryError.Code =
                        error is CancellationError ? .cancelled : .network
                    let message = "The stream ended with an error."
                    throw RepositoryError(code, during: operation, message: message, cause: error)
                }
            }
        }
    }

    /// Returns an iterator; use only one, because it may have received more than it has returned.
    public func makeAsyncIterator() -> AsyncIterator {
        makeIterator()
    }
}
