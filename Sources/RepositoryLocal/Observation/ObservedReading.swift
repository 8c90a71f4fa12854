/// A value read by an observation, and the part of the store that it depends on.
struct ObservedReading<Value: Sendable>: Sendable {
    let value: Value
    var part: ObservedPart
    /// The rows that the value was computed from, if they determine the relevant changes.
    var rows: [ObservedRows] = []
}

/// The part of a store that a value depends on; other writes cannot change it.
struct ObservedPart: Sendable {
    enum Records: Sendable {
        /// All records of these collections.
        case collections(Set<String>)
        /// These records, even if they do not exist.
        case keys(Set<RecordKey>)
    }

    let records: Records
    /// Whether the value also depends on the outbox entries of the records.
    var includesOutbox = false

    /// Whether a change may affect the value.
    func isTouched(by change: StorageChange) -> Bool {
        switch records {
        case .collections(let names):
            names.contains { name in
                change.touches(collection: name)
                    || includesOutbox && change.touchesOutbox(ofCollection: name)
            }
        case .keys(let keys):
            keys.contains { key in
                change.touches(key) || includesOutbox && change.touchesOutbox(of: key)
            }
        }
    }
}
