/// The elements of a response, one by one, as they come.
///
///     for try await tick in try await networking.request(Endpoint.Ticks()) {
///         show(tick)
///     }
///
/// The server sends on as the elements are taken. To stop early, leave the loop or cancel its task: the
/// connection ends when nobody holds the stream any more. A stream can be read once.
///
/// An element that is not what the endpoint declares is an error of the kind `.unreadableResponse`; who
/// asks the same iterator again gets the element behind it.
public struct ResponseStream<Element: Sendable>: AsyncSequence, Sendable {
    /// Why the rest does not come.
    public typealias Failure = RepositoryError

    /// Takes one element after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let read: () async throws(RepositoryError) -> Element?

        init(_ read: @escaping () async throws(RepositoryError) -> Element?) {
            self.read = read
        }

        /// The next element; nil behind the last.
        ///
        /// - Throws: `RepositoryError` where it does not come, or is not what is declared.
        public mutating func next() async throws(RepositoryError) -> Element? {
            try await read()
        }
    }

    private let makeIterator: @Sendable () -> AsyncIterator

    init(by makeIterator: @escaping @Sendable () -> AsyncIterator) {
        self.makeIterator = makeIterator
    }

    /// Makes a stream of elements that are known, for mocks and tests.
    ///
    /// - Parameter elements: The elements.
    public init(_ elements: [Element]) {
        self.init {
            var rest = elements[...]
            return AsyncIterator { () async throws(RepositoryError) in rest.popFirst() }
        }
    }

    /// Makes a stream of any sequence, for mocks and repositories of your own.
    ///
    /// - Parameters:
    ///   - base: The elements. An error of another type than `RepositoryError` becomes one of the kind
    ///     `.network`.
    ///   - operation: What was asked, for errors.
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
                    let message = "The stream has ended with an error."
                    throw RepositoryError(code, during: operation, message: message, cause: error)
                }
            }
        }
    }

    /// Begins with the first element that nobody has taken.
    public func makeAsyncIterator() -> AsyncIterator {
        makeIterator()
    }
}
