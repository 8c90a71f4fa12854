import Foundation
import HTTPTypes

/// Reads the events of a response, and reconnects if the server supports it.
struct EventReader<Content: Sendable> {
    typealias Event = ServerSentEvent<Content>

    /// The largest number of consecutive attempts without a byte; comments keep a stream alive.
    private static var attempts: Int { 8 }
    /// The longest delay, unless the server asks for more.
    private static var longestWait: Duration { .seconds(30) }

    private let response: NetworkingResponse
    private let read: @Sendable ([UInt8]) throws(JSONError) -> Content
    private var chunks: ResponseChunks.AsyncIterator?
    private var parser = EventParser()
    private var count = 0
    private var attemptsInVain = 0
    /// The number of connections since the last event.
    private var quietConnections = 0

    /// Returns the events of a response as a stream.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - read: Decodes the data of an event.
    /// - Returns: The stream.
    static func stream(
        _ response: NetworkingResponse,
        _ read: @escaping @Sendable ([UInt8]) throws(JSONError) -> Content
    ) -> ResponseStream<Event> {
        ResponseStream {
            var reader = EventReader(response, read)
            return ResponseStream.AsyncIterator { () async throws(RepositoryError) in
                try await reader.next()
            }
        }
    }

    private init(
        _ response: NetworkingResponse,
        _ read: @escaping @Sendable ([UInt8]) throws(JSONError) -> Content
    ) {
        self.read = read
        chunks = response.chunks.makeAsyncIterator()
        // Stored without its stream, so that its connection ends when another replaces it.
        var response = response
        response.stream = nil
        self.response = response
    }

    private mutating func next() async throws(RepositoryError) -> Event? {
        while chunks != nil {
            if let event = parser.next() {
                quietConnections = 0
                if let last = response.origin?.lastData, event.data.elementsEqual(last.utf8) {
                    chunks = nil
                    return nil
                }
                return try content(of: event)
            }
            guard parser.count <= StreamedBytes.elementLimit else {
                throw response.unreadable("An event of the stream has more than 64 MiB.")
            }
            switch await nextChunk() {
            case .success(let chunk?):
                attemptsInVain = 0
                parser.append(chunk)
            case .success(nil): try await reconnect(after: nil)
            case .failure(let error): try await reconnect(after: error)
            }
        }
        return nil
    }

    private mutating func nextChunk() async -> Result<Data?, NetworkingError> {
        do throws(NetworkingError) {
            return .success(try await chunks?.next())
        } catch {
            return .failure(error)
        }
    }

    private mutating func content(of event: EventParser.Event) throws(RepositoryError) -> Event {
        count += 1
        do throws(JSONError) {
            let content = try read(event.data)
            return Event(content, event: event.event, id: event.id, retry: event.retry)
        } catch {
            let message = "Event \(count) of the stream is not as declared: \(error)."
            throw response.unreadable(message, error)
        }
    }

    /// Reconnects, or ends the stream, after a connection has ended.
    ///
    /// - Parameter error: The error of the connection; nil if the server closed it in order.
    /// - Throws: `RepositoryError` if the stream cannot continue.
    private mutating func reconnect(after error: NetworkingError?) async throws(RepositoryError) {
        parser.reset()
        chunks = nil
        var failure = error.map { RepositoryError($0) }
        while let origin = response.origin, origin.networking != nil, origin.request.isSafe,
            parser.invitesReconnection, failure?.code != .cancelled, attemptsInVain < Self.attempts
        {
            do {
                try await Task.sleep(for: wait)
            } catch {
                throw RepositoryError(NetworkingError(.cancelled, during: origin.request))
            }
            attemptsInVain += 1
            quietConnections += 1
            switch await reopened(origin) {
            case .success(let response) where response.status == 204: return
            case .success(let response) where response.isSuccess:
                try response.requireMedia("text/event-stream", for: origin.request)
                chunks = response.chunks.makeAsyncIterator()
                return
            case .success(let response):
                let refusal = RepositoryError(status: response, to: origin.request)
                guard refusal.isRetryable else { throw refusal }
                failure = refusal
            case .failure(let error):
                guard error.isRetryable else { throw RepositoryError(error) }
                failure = RepositoryError(error)
            }
        }
        if let failure { throw failure }
        if attemptsInVain >= Self.attempts, let origin = response.origin {
            throw RepositoryError(NetworkingError(.connectionLost, during: origin.request))
        }
    }

    private func reopened(
        _ origin: ResponseOrigin
    ) async -> Result<NetworkingResponse, NetworkingError> {
        var fields = HTTPFields()
        if let id = parser.lastID, !id.isEmpty, HTTPField.isValidValue(id) {
            fields[.lastEventID] = id
        }
        do throws(NetworkingError) {
            guard let response = try await origin.reopened(adding: fields) else {
                throw NetworkingError(.connectionLost, during: origin.request)
            }
            return .success(response)
        } catch {
            return .failure(error)
        }
    }

    private var wait: Duration {
        // A server that closes each connection at once must not be asked without a pause.
        let shortest: Duration = quietConnections < Self.attempts ? .zero : .seconds(1)
        let first = max(parser.retry ?? .seconds(1), shortest)
        let factor = 1 << min(attemptsInVain, 10)
        return max(first, min(first * factor, Self.longestWait))
    }
}

extension HTTPField.Name {
    /// The ID of the last event that the client has received (WHATWG HTML, section 9.2).
    static var lastEventID: HTTPField.Name {
        // The name is valid, so the fallback is never used.
        HTTPField.Name("Last-Event-ID") ?? .ifNoneMatch
    }
}
