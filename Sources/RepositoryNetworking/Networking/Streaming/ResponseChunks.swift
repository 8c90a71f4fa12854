public import Foundation

/// The body of a response in parts, as they come.
///
///     for try await chunk in response.chunks {
///         hash.update(chunk)
///     }
///
/// The server sends on as its chunks are taken. To stop early, leave the loop: when nobody holds the
/// response or its chunks any more, the connection ends. A streamed body can be read once.
public struct ResponseChunks: AsyncSequence, Sendable {
    /// The bytes that have come.
    public typealias Element = Data
    /// Why the rest does not come.
    public typealias Failure = NetworkingError

    /// Takes one chunk after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let read: () async throws(NetworkingError) -> Data?

        /// The next chunk, never empty; nil behind the last.
        ///
        /// - Throws: `NetworkingError` where the rest does not come.
        public mutating func next() async throws(NetworkingError) -> Data? {
            try await read()
        }
    }

    private let makeIterator: @Sendable () -> AsyncIterator

    /// Makes chunks of a whole body.
    ///
    /// - Parameter body: The body.
    public init(_ body: Data) {
        makeIterator = {
            var rest: Data? = body.isEmpty ? nil : body
            return AsyncIterator { () async throws(NetworkingError) in
                defer { rest = nil }
                return rest
            }
        }
    }

    /// Makes chunks of any sequence of bytes, for a `Networking` of your own.
    ///
    /// - Parameters:
    ///   - base: The chunks. An error of another type than `NetworkingError` becomes one of the kind
    ///     `.connectionLost`.
    ///   - request: The request that they answer, for errors.
    public init<Base: AsyncSequence & Sendable>(_ base: Base, to request: NetworkingRequest)
    where Base.Element == Data {
        makeIterator = {
            var iterator = base.makeAsyncIterator()
            return AsyncIterator { () async throws(NetworkingError) in
                do {
                    while let chunk = try await iterator.next() {
                        if !chunk.isEmpty { return chunk }
                    }
                    return nil
                } catch let error as NetworkingError {
                    throw error
                } catch is CancellationError {
                    throw NetworkingError(.cancelled, during: request)
                } catch {
                    throw NetworkingError(.connectionLost, during: request, cause: error)
                }
            }
        }
    }

    /// Reads the body of an exchange.
    init(_ stream: BodyStream, to request: NetworkingRequest) {
        makeIterator = {
            AsyncIterator { () async throws(NetworkingError) in
                switch await stream.next() {
                case .success(let chunk): return chunk
                case .failure(let failure):
                    throw NetworkingError(failure.code, during: request, cause: failure.cause)
                }
            }
        }
    }

    /// Begins with the first chunk that nobody has taken.
    public func makeAsyncIterator() -> AsyncIterator {
        makeIterator()
    }

    /// All chunks as one.
    ///
    /// - Parameters:
    ///   - limit: How many bytes there may be.
    ///   - request: The request that they answer, for errors.
    /// - Returns: The bytes.
    /// - Throws: `NetworkingError`, of the kind `.tooLarge` where there are more.
    func collected(
        limit: Int,
        to request: NetworkingRequest
    ) async throws(NetworkingError) -> Data {
        var body = Data()
        var iterator = makeAsyncIterator()
        while let chunk = try await iterator.next() {
            guard chunk.count <= limit - body.count else {
                throw NetworkingError(.tooLarge, during: request)
            }
            body.append(chunk)
        }
        return body
    }
}
