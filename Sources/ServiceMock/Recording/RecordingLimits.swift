/// The limits for a recorded service.
package struct RecordingLimits: Hashable, Sendable {
    /// The maximum number of bytes of a body; longer ones are cut off.
    package var body: Int
    /// The timeout between bytes.
    package var silence: Duration
    /// The timeout for the head of a response.
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
