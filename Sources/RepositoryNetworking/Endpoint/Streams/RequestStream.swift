import Foundation

/// A request body whose elements are produced while it is sent.
///
///     let samples = AsyncStream<Sample> { … }
///     try await networking.request(Endpoint.AddSamples(body: RequestStream(samples)))
///
/// The sequence is iterated at the pace at which the server reads, so it may have any length. If it
/// throws, the request is aborted and fails with that error as its `cause`: the server never
/// mistakes a part of the body for the whole. If the request ends early, because its task is
/// cancelled or the server rejects it, the task that iterates the sequence is cancelled.
///
/// A stream can be sent once, in one request. If a redirect, a renewed token or a retry requires
/// another attempt, the request fails with the code `.unrepeatableBody` of `NetworkingError`.
public struct RequestStream<Element: Sendable>: Sendable {
    private typealias Run =
        @Sendable (_ take: @Sendable (Element) async throws -> Void) async throws -> Void

    private let turn = OneTurn()
    private let run: Run

    /// Creates a stream from an asynchronous sequence.
    ///
    /// - Parameter base: The elements; it is iterated once, when the request is sent.
    public init<Base: AsyncSequence & Sendable>(_ base: Base) where Base.Element == Element {
        run = { take in
            for try await element in base { try await take(element) }
        }
    }

    /// Creates a stream from a sequence whose elements are computed as they are sent.
    ///
    /// - Parameter base: The elements; it is iterated once, when the request is sent.
    public init<Base: Sequence & Sendable>(_ base: Base) where Base.Element == Element {
        run = { take in
            for element in base { try await take(element) }
        }
    }

    /// Collects all elements, for mocks and tests; the stream then counts as sent.
    ///
    /// - Returns: The elements.
    /// - Throws: The error of the sequence; `RepositoryError` with the code `.invalidRequest` if it
    ///   was sent before.
    public func elements() async throws -> [Element] {
        guard turn.take() else {
            let message = "The stream was already sent, and can only be sent once."
            throw RepositoryError(.invalidRequest, during: "stream", message: message)
        }
        let elements = Locked<[Element]>([])
        try await run { element in elements.withLock { $0.append(element) } }
        return elements.withLock { $0 }
    }

    /// Returns the body for these elements.
    ///
    /// - Parameter encode: Encodes an element.
    /// - Returns: The body.
    func source(_ encode: @escaping @Sendable (Element) throws -> Data) -> BodySource {
        BodySource(
            ProducedBody(turn) { [run] pipe in
                try await run { element in try await pipe.write(try encode(element)) }
            }
        )
    }
}
