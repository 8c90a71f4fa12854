/// A response of server-sent events (WHATWG HTML, section 9.2), as a stream.
///
///     for try await event in try await networking.request(Endpoint.Ticks()) {
///         show(event.data, event.id)
///     }
///
/// If the server has sent an `id` or a `retry`, and the request is a GET, the stream reconnects
/// when its connection ends. It waits for the time that the server has set (one second by default,
/// doubled after each failed attempt) and sends the last ID as `Last-Event-ID`. It ends with status
/// 204, and fails after eight consecutive attempts in which nothing is received, not even a comment.
/// Without an `id` or a `retry`, it ends with the response, and a broken connection is an error.
///
/// The data is JSON, or plain text if the content is a `String`: see ``TextEventsResponse``.
public struct EventsResponse<Content: ResponseBody>: StreamedResponse {
    /// The media type of events.
    public static var acceptedMedia: String? {
        "text/event-stream"
    }

    /// The media type of events: another type may be an HTML page, for example.
    public static var requiredMedia: String? {
        acceptedMedia
    }

    /// The events, as they are received.
    public let result: ResponseStream<ServerSentEvent<Content>>

    /// Begins to read the stream.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: Not used: a stream has no key paths.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) {
        result = EventReader.stream(response) { bytes throws(JSONError) in
            try Content(jsonBytes: bytes)
        }
    }
}

/// A response of server-sent events with plain text data, as a stream.
public struct TextEventsResponse: StreamedResponse {
    /// The media type of events.
    public static var acceptedMedia: String? {
        "text/event-stream"
    }

    /// The media type of events.
    public static var requiredMedia: String? {
        acceptedMedia
    }

    /// The events, as they are received.
    public let result: ResponseStream<ServerSentEvent<String>>

    /// Begins to read the stream.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: Not used: a stream has no key paths.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) {
        result = EventReader.stream(response) { bytes throws(JSONError) in
            // The standard requires replacement characters for invalid UTF-8.
            String(decoding: bytes, as: UTF8.self)
        }
    }
}
