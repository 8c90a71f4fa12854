/// One event of a stream of server-sent events (WHATWG HTML, section 9.2).
public struct ServerSentEvent<Content: Sendable>: Sendable {
    /// The identity of the last event that had one, this event included; nil before.
    ///
    /// It is what the client sends as `Last-Event-ID` when it connects again.
    public var id: String?
    /// What kind of event it is; `message` where the server does not say.
    public var event: String
    /// How long the server wants clients to wait before they connect again; nil where it has not said so.
    public var retry: Duration?
    /// What the event says.
    public var data: Content

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - data: What it says.
    ///   - event: What kind of event it is.
    ///   - id: The identity of the last event that had one.
    ///   - retry: How long clients are to wait before they connect again.
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
