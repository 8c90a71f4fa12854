public import Foundation

/// The body of a response in chunks, as they are received.
///
///     for try await chunk in response.chunks {
///         hash.update(chunk)
///     }
///
/// The server is slowed down to the pace at which chunks are read. To stop early, leave the loop:
/// the connection ends when the response and its chunks are released. A streamed body can be read
/// once.
public struct ResponseChunks: AsyncSequence, Sendable {
    /// The bytes of a chunk.
    public typealias Element = Data
    /// The error of an incomplete body.
    public typealias Failure = NetworkingError

    /// Iterates over the chunks.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let read: () async throws(NetworkingError) -> Data?

        /// Returns the next chunk, never empty; nil after the last.
        ///
        /// - Throws: `NetworkingError` if the rest is not received.
        public mutating func next() async throws(NetworkingError) -> Data? {
            try await read()
        }
    }

    private let makeIterator: @Sendable () -> AsyncIterator

    /// Creates the chunks of a whole body.
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

    /// Creates chunks from any sequence of bytes, for your own `Networking`.
    ///
    /// - Parameters:
    ///   - base: The chunks. An error other than `NetworkingError` becomes the cause of one with
    ///     the code `.connectionLost`.
    ///   - request: The request that they belong to, for errors.
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

    /// Creates the chunks of an exchange.
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

    /// Returns an iterator: over the chunks that were not read yet, or over a body in memory.
    public func makeAsyncIterator() -> AsyncIterator {
        makeIterator()
    }

    /// Collects all chunks.
    ///
    /// - Parameters:
    ///   - limit: The largest number of bytes.
    ///   - request: The request that they belong to, for errors.
    /// - Returns: The bytes.
    /// - Throws: `NetworkingError`, with the code `.tooLarge` if there are more.
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
