/// How an observed value is read, and when one is another.
struct ObservedQuery<Value: Sendable>: Sendable {
    /// Begins to listen to the store.
    let changes: @Sendable () -> StorageChanges
    /// Reads the value, in one transaction.
    let read: @Sendable () async throws(RepositoryError) -> ObservedReading<Value>
    /// Reads the value after a change of the store, in one transaction, and gives nil where it is the same; nil
    /// reads it as at first.
    var readAgain:
        (
            @Sendable (ObservedReading<Value>, StorageChange) async throws(RepositoryError) ->
                ObservedReading<Value>?
        )?
    /// Whether two values are the same to who observes.
    let isSame: @Sendable (Value, Value) -> Bool
}

/// An observed value, and where it was found.
struct ObservedReading<Value: Sendable>: Sendable {
    let value: Value
    var part: ObservedPart
    /// The rows of which it was computed, where these decide which changes concern it.
    var rows: [ObservedRows] = []
}

/// The part of a store on which a value depends: a write elsewhere cannot change it.
struct ObservedPart: Sendable {
    enum Records: Sendable {
        /// Any of some collections.
        case collections(Set<String>)
        /// These, whether they are there or not.
        case keys(Set<RecordKey>)
    }

    let records: Records
    /// Whether it depends on what waits in the outbox for the records, too.
    var includesOutbox = false

    /// Whether a change may have changed the value.
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
