import Foundation

/// Elements that are sent as they come: the body of a request that is produced while the server reads it.
///
///     let samples = AsyncStream<Sample> { … }
///     try await networking.request(Endpoint.AddSamples(body: RequestStream(samples)))
///
/// The sequence is asked for its next elements as the server takes them, so its length does not matter. When
/// it throws, the request is aborted, and fails with what it threw as its `cause`: no server takes a part of
/// the body for the whole. When the request ends early, because its task is cancelled or the server refuses
/// it, the task that asks the sequence is cancelled.
///
/// A stream is sent once, in one request. That request is never repeated: where a redirect, a renewed token or
/// a retry would need that, it fails with the kind `.unrepeatableBody` of `NetworkingError`.
public struct RequestStream<Element: Sendable>: Sendable {
    private typealias Run =
        @Sendable (_ take: @Sendable (Element) async throws -> Void) async throws -> Void

    private let turn = OneTurn()
    private let run: Run

    /// Makes a stream of a sequence whose elements come over time.
    ///
    /// - Parameter base: The elements; it is iterated once, when the request is sent.
    public init<Base: AsyncSequence & Sendable>(_ base: Base) where Base.Element == Element {
        run = { take in
            for try await element in base { try await take(element) }
        }
    }

    /// Makes a stream of a sequence whose elements are computed as they are sent.
    ///
    /// - Parameter base: The elements; it is iterated once, when the request is sent.
    public init<Base: Sequence & Sendable>(_ base: Base) where Base.Element == Element {
        run = { take in
            for element in base { try await take(element) }
        }
    }

    /// All elements, for mocks and tests; it has been sent then.
    ///
    /// - Returns: The elements.
    /// - Throws: What the sequence throws; `RepositoryError` of the kind `.invalidRequest` where it has been
    ///   sent before.
    public func elements() async throws -> [Element] {
        guard turn.take() else {
            let message = "The stream was sent before, and can be sent once."
            throw RepositoryError(.invalidRequest, during: "stream", message: message)
        }
        let elements = Locked<[Element]>([])
        try await run { element in elements.withLock { $0.append(element) } }
        return elements.withLock { $0 }
    }

    /// The body of these elements.
    ///
    /// - Parameter encode: Makes the bytes of an element.
    /// - Returns: The body.
    func source(_ encode: @escaping @Sendable (Element) throws -> Data) -> BodySource {
        BodySource(
            ProducedBody(turn) { [run] pipe in
                try await run { element in try await pipe.write(try encode(element)) }
            }
        )
    }
}
