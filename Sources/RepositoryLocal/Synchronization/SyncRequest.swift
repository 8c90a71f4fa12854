/// What a run is asked for.
struct SyncRequest: Sendable {
    /// Whether it also brings what the server has.
    var pulls: Bool
    /// Whether somebody has asked for it now, or the network is back: then no own backoff is waited for.
    var isByHand: Bool
    /// The place of the first write that is new, where only new ones need be sent; 0 for all.
    var first: Int64 = 0

    /// A run that does both.
    func merged(with other: SyncRequest) -> SyncRequest {
        SyncRequest(
            pulls: pulls || other.pulls,
            isByHand: isByHand || other.isByHand,
            first: min(first, other.first)
        )
    }
}
