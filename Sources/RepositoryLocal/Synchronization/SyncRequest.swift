/// The parameters of a requested run.
struct SyncRequest: Sendable {
    /// Whether the run also pulls changes from the server.
    var pulls: Bool
    /// Whether it was requested explicitly, or because the network returned; then it ignores
    /// backoff.
    var isByHand: Bool
    /// The sequence number of the first new write, if only new ones must be sent; 0 for all.
    var first: Int64 = 0

    /// Returns a request that covers both.
    func merged(with other: SyncRequest) -> SyncRequest {
        SyncRequest(
            pulls: pulls || other.pulls,
            isByHand: isByHand || other.isByHand,
            first: min(first, other.first)
        )
    }
}
