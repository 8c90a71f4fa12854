/// What a recorded service may take.
package struct RecordingLimits: Hashable, Sendable {
    /// How many bytes of a body are passed on and kept; the connection of the client ends behind them.
    package var body: Int
    /// How long the service may be silent.
    package var silence: Duration
    /// How long the head of a response may take.
    package var head: Duration

    package init(
        body: Int = 16 << 20,
        silence: Duration = .seconds(60),
        head: Duration = .seconds(300)
    ) {
        self.body = body
        self.silence = silence
        self.head = head
    }
}
