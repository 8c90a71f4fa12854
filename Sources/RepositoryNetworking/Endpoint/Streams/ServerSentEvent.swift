/// One event of a stream of server-sent events (WHATWG HTML, section 9.2).
public struct ServerSentEvent<Content: Sendable>: Sendable {
    /// The ID of the last event that had one, this event included; nil before.
    ///
    /// The client sends it as `Last-Event-ID` when it reconnects.
    public var id: String?
    /// The type of the event; `message` if the server sends none.
    public var event: String
    /// The reconnection time that the server has set; nil if it has not.
    public var retry: Duration?
    /// The data of the event.
    public var data: Content

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - data: The data.
    ///   - event: The type of the event.
    ///   - id: The ID of the last event that had one.
    ///   - retry: The reconnection time.
    public init(
        _ data: Content,
        event: String = "message",
        id: String? = nil,
        retry: Duration? = nil
    ) {
        self.data = data
        self.event = event
        self.id = id
        self.retry = retry
    }
}

extension ServerSentEvent: Equatable where Content: Equatable {}
extension ServerSentEvent: Hashable where Content: Hashable {}
