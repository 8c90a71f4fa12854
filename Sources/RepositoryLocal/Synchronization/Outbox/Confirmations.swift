public import Foundation

/// Stores states of the server without overwriting pending writes.
///
///     try await storage.write { store throws(StorageError) in
///         let confirmed = Confirmations(Message.schema, in: store, at: Date())
///         try confirmed.put(document, id: "m1", entityTag: "\"3\"")
///     }
public struct Confirmations {
    let store: any StorageWriter
    let schema: EntitySchema
    let date: Date
    /// The current time; nil if it is unknown.
    ///
    /// Later dates in the store were recorded while the clock was wrong, and are ignored.
    private let now: Date?
    /// Whether the states are those of a synchronizer's listing.
    private let areListed: Bool
    private let known = KnownCreations()

    /// Opens a store for states of the server.
    ///
    /// - Parameters:
    ///   - schema: The schema of the entities.
    ///   - store: The transaction; this value is invalid after its end.
    ///   - date: The date of the server's response.
    public init(_ schema: EntitySchema, in store: any StorageWriter, at date: Date) {
        self.init(schema, in: store, at: date, now: nil)
    }

    /// The same with the current time, for any states or for those of a synchronizer's listing.
    init(
        _ schema: EntitySchema,
        in store: any StorageWriter,
        at date: Date,
        now: Date?,
        areListed: Bool = false
    ) {
        self.store = store
        self.schema = schema
        self.date = date
        self.now = now
        self.areListed = areListed
    }

    /// Stores an entity from the server, unless it has pending writes.
    ///
    /// A pending write is merged with the server's state when it is sent, not before. While a
    /// creation is in flight, or its outcome is unknown, no new entity is stored, because it may be
    /// the result of that creation. An entity that was deleted on the server after the date is not
    /// stored, either.
    ///
    /// - Parameters:
    ///   - document: The whole entity.
    ///   - id: The text of the identity.
    ///   - entityTag: The entity tag; nil if unknown.
    /// - Returns: Whether it was stored.
    /// - Throws: `StorageError` if the store cannot be written.
    @discardableResult
    public func put(
        _ document: Data,
        id: String,
        entityTag: String? = nil
    ) throws(StorageError) -> Bool {
        try put(document, id: id, entityTag: entityTag, isOwn: false)
    }

    /// Stores an entity from a listing, unless it has pending writes; properties that listings omit
    /// keep their stored values.
    ///
    /// - Parameters:
    ///   - document: The entity; the properties of ``EntitySchema/unlisted`` may be null or
    ///     missing.
    ///   - id: The text of the identity.
    ///   - entityTag: The entity tag, if listings contain the entity as a whole; nil if unknown.
    /// - Returns: Whether it was stored.
    /// - Throws: `StorageError` if the store cannot be written.
    @discardableResult
    public func put(
        listed document: Data,
        id: String,
        entityTag: String? = nil
    ) throws(StorageError) -> Bool {
        guard !schema.unlisted.isEmpty else {
            let whole = try whole(document, id: id, entityTag: entityTag)
            return try put(whole, id: id, entityTag: entityTag)
        }
        // Do not store the tag: the stored entity is incomplete, so a write with `If-Match` could
        // restore or erase the properties that the listing omits.
        guard let base = try store.record(RecordKey(collection: schema.name, id: id))?.base else {
            return try put(document, id: id)
        }
        var members = try DocumentMembers.read(document)
        let known = (try? DocumentMembers.read(base)) ?? [:]
        for key in schema.unlisted where members[key] ?? .null == .null {
            members[key] = known[key] ?? members[key]
        }
        return try put(members == known ? base : DocumentMembers.write(members), id: id)
    }

    /// Returns the entity from a listing, completed with stored properties of the same version.
    private func whole(
        _ document: Data,
        id: String,
        entityTag: String?
    ) throws(StorageError) -> Data {
        guard let entityTag,
            let record = try store.record(RecordKey(collection: schema.name, id: id)),
            let base = record.base, record.entityTag == entityTag, base != document,
            // The listing replaces a damaged document.
            let known = try? DocumentMembers.read(base)
        else { return document }
        let listed = try DocumentMembers.read(document)
        let members = known.merging(listed) { _, new in new }
        return members == listed ? document : try DocumentMembers.write(members)
    }

    /// Stores an entity from the server, unless it has pending writes.
    @discardableResult
    package func put(
        _ document: Data,
        id: String,
        entityTag: String? = nil,
        isOwn: Bool
    ) throws(StorageError) -> Bool {
        let key = RecordKey(collection: schema.name, id: id)
        guard try store.entries(of: key).isEmpty else { return false }
        let old = try store.record(key)
        if old == nil, !isOwn {
            if try mayBeCreatedHere { return false }
            guard try standing(of: id) == .there else { return false }
        }
        if isNewer(old) { return false }
        if old == nil {
            try store.forgetFiles(of: schema, key)
            try store.readmit(key)
        }
        var record = StoredRecord(key: key, document: document, base: document)
        // Lists contain no tags; the stored one stays valid if the document is unchanged.
        record.entityTag = entityTag ?? (old?.base == document ? old?.entityTag : nil)
        record.confirmedAt = date
        try store.put(record)
        return true
    }

    /// Removes an entity that the server has deleted, unless it has pending writes.
    ///
    /// A rejected deletion of the entity ends, because the entity is deleted now.
    ///
    /// - Parameter id: The text of the identity.
    /// - Returns: Whether it was removed.
    /// - Throws: `StorageError` if the store cannot be written.
    @discardableResult
    public func remove(id: String) throws(StorageError) -> Bool {
        let key = RecordKey(collection: schema.name, id: id)
        let entries = try store.entries(of: key)
        let hasOthers = entries.contains { $0.operation != .delete || $0.state != .rejected }
        guard !hasOthers, let record = try store.record(key), !isNewer(record) else { return false }
        try store.end(entries)
        try store.removeDeparted(key, schema, at: now ?? date)
        return true
    }

    /// Stores the result of a direct write without overwriting pending writes: it is not a
    /// conflicting change.
    func put(
        _ document: Data,
        belowWritesOf id: String,
        entityTag: String?
    ) throws(StorageError) {
        let key = RecordKey(collection: schema.name, id: id)
        guard try !store.entries(of: key).isEmpty, var record = try store.record(key),
            let base = record.base, !isNewer(record)
        else { return }
        let merge = ThreeWayMerge(
            base: try DocumentMembers.read(base),
            local: try DocumentMembers.read(record.document),
            remote: try DocumentMembers.read(document)
        )
        record.document = try DocumentMembers.write(merge.members)
        (record.base, record.entityTag, record.confirmedAt) = (document, entityTag, date)
        try store.put(record)
    }

    /// Whether the stored state was confirmed after the date, so it is newer.
    private func isNewer(_ record: StoredRecord?) -> Bool {
        guard let confirmed = record?.confirmedAt else { return false }
        return confirmed > date && confirmed <= now ?? confirmed
    }

    /// Returns what a response about an unknown entity proves.
    func standing(of id: String) throws(StorageError) -> Departures.Standing {
        let departures = Departures(of: schema.name, in: store)
        if known.haveLeft == nil { known.haveLeft = try departures.areThere(since: date) }
        if known.haveLeft == true {
            let standing = try departures.standing(of: id, listedAt: date, now: now)
            guard standing == .there else { return standing }
        }
        return try isPassed ? .unclear : .there
    }

    /// Whether another listing was stored since, or a part of one.
    ///
    /// An unknown entity may have been deleted before, which no later listing of changes would
    /// report.
    private var isPassed: Bool {
        get throws(StorageError) {
            if let isPassed = known.isPassed { return isPassed }
            let stored = try ChangeCursor.date(
                of: schema,
                // A synchronizer's own listing consists of parts.
                countingPart: !areListed,
                in: store
            )
            let isPassed = stored.map { $0 > date && $0 <= now ?? $0 } ?? false
            known.isPassed = isPassed
            return isPassed
        }
    }

    /// Whether an unknown entity may be the result of a local creation.
    private var mayBeCreatedHere: Bool {
        get throws(StorageError) {
            if let areOpen = known.areOpen { return areOpen }
            var areOpen = try !store.ambiguousCreations(in: schema.name, limit: 1).isEmpty
            if !areOpen {
                areOpen = try OpenCreations(of: schema.name, in: store)
                    .areThere(at: date, now: now)
            }
            if !areOpen { areOpen = try store.hasExportedCreations(in: schema.name) }
            known.areOpen = areOpen
            return areOpen
        }
    }
}

/// State that is read once per transaction, not for each entity.
private final class KnownCreations {
    var areOpen: Bool?
    var haveLeft: Bool?
    var isPassed: Bool?
}
