/// A response of server-sent events (WHATWG HTML, section 9.2), as a stream.
///
///     for try await event in try await networking.request(Endpoint.Ticks()) {
///         show(event.data, event.id)
///     }
///
/// Where the server has sent an `id` or a `retry`, and the request is a GET, the stream goes on when its
/// connection ends: it connects again after the time that the server asks for (a second by default, and
/// twice as long after each attempt in vain), with the last identity as `Last-Event-ID`. It ends with
/// status 204, and fails after eight attempts in a row that bring no event. Without such an invitation, an end
/// is the end, and a connection that breaks is an error.
///
/// Data are JSON, or, where the content is a `String`, the text as it comes: see ``TextEventsResponse``.
public struct EventsResponse<Content: ResponseBody>: StreamedResponse {
    /// The media type of events.
    public static var acceptedMedia: String? {
        "text/event-stream"
    }

    /// The media type of events: what else a server sends is a page for people, say.
    public static var requiredMedia: String? {
        acceptedMedia
    }

    /// The events, as they come.
    public let result: ResponseStream<ServerSentEvent<Content>>

    /// Begins to read.
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

/// A response of server-sent events whose data are texts, as a stream.
public struct TextEventsResponse: StreamedResponse {
    /// The media type of events.
    public static var acceptedMedia: String? {
        "text/event-stream"
    }

    /// The media type of events.
    public static var requiredMedia: String? {
        acceptedMedia
    }

    /// The events, as they come.
    public let result: ResponseStream<ServerSentEvent<String>>

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: Not used: a stream has no key paths.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) {
        result = EventReader.stream(response) { bytes throws(JSONError) in
            // By the standard, what is not UTF-8 becomes a replacement character.
            String(decoding: bytes, as: UTF8.self)
        }
    }
}
