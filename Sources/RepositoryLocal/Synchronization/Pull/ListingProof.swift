/// Proves that a listing in pages by number or offset has missed no entity because of a deletion.
///
/// A deletion between two pages moves the following entities to pages that were already read. So
/// the server is asked once more: if everything of the first listing still exists, no deletion has
/// moved others.
struct ListingProof: Sendable {
    /// How the second listing proves the first.
    private enum Second {
        /// It contains only what has changed since the first page, with tombstones.
        case changes
        /// It contains everything.
        case everything
        /// The service has refused it.
        case refused
    }

    /// The hashes of the identities in the first listing, and whether each one is that of an
    /// existing entity; for a second listing of everything, only those that it has not contained
    /// yet.
    ///
    /// Hashes, because each part of the listing copies them.
    private var listed: [Int: Bool] = [:]
    private var second: Second?
    private var isRefuted = false

    /// Whether the second listing has begun.
    var isSecond: Bool { second != nil }
    /// Whether the second listing contains only changes.
    var isOfChanges: Bool { second == .changes }
    /// Whether there is no second listing, because the service has refused it.
    var isRefused: Bool { second == .refused }
    /// Whether the first listing has missed nothing; only valid at the end of the second listing.
    var isGiven: Bool {
        switch second {
        case nil, .refused: false
        case .changes: !isRefuted
        case .everything: !isRefuted && !listed.values.contains(true)
        }
    }

    /// Begins the second listing.
    mutating func repeatListing(ofChanges: Bool) {
        second = ofChanges ? .changes : .everything
    }

    /// Ends the second listing.
    mutating func refuse() { second = .refused }

    /// Takes an element of a listing.
    ///
    /// - Parameters:
    ///   - id: The identity of the entity.
    ///   - exists: Whether it is an entity, not a tombstone.
    mutating func note(_ id: String, exists: Bool) {
        let hash = id.hashValue
        switch second {
        case nil:
            if let known = listed.updateValue(exists, forKey: hash), known != exists {
                isRefuted = true
            }
        case .changes: if let known = listed[hash], known != exists { isRefuted = true }
        case .everything: if exists { listed[hash] = nil }
        case .refused: break
        }
    }
}
