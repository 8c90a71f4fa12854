#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What the server has, put into a store without losing what waits there.
///
///     try await storage.write { store throws(StorageError) in
///         let confirmed = Confirmations(Message.schema, in: store, at: Date())
///         try confirmed.put(document, id: "m1", entityTag: "\"3\"")
///     }
public struct Confirmations {
    let store: any StorageWriter
    let schema: EntitySchema
    let date: Date
    /// What the clock says now; nil where nobody has asked it.
    ///
    /// What was noted later than that was noted while the clock was wrong, and tells nothing.
    private let now: Date?
    private let known = KnownCreations()

    /// Opens a store for what the server has said of the entities of one type.
    ///
    /// - Parameters:
    ///   - schema: How they are stored.
    ///   - store: The transaction; this value is of no use behind its end.
    ///   - date: When the server said it.
    public init(_ schema: EntitySchema, in store: any StorageWriter, at date: Date) {
        self.init(schema, in: store, at: date, now: nil)
    }

    /// The same where the clock was asked.
    init(_ schema: EntitySchema, in store: any StorageWriter, at date: Date, now: Date?) {
        self.store = store
        self.schema = schema
        self.date = date
        self.now = now
    }

    /// Stores an entity as the server has it, unless a write waits for it.
    ///
    /// A write that waits is set against what the server has when it is sent, and not before. While
    /// it is not known whether an entity was created, or what came of a creation that is on its way,
    /// no new one is stored: it may be that one. Nor is one stored that has left the server since the date.
    ///
    /// - Parameters:
    ///   - document: The whole entity.
    ///   - id: The text of the identity.
    ///   - entityTag: Its entity tag; nil where the server did not say.
    /// - Returns: Whether it was stored.
    /// - Throws: `StorageError` where the store cannot be written.
    @discardableResult
    public func put(
        _ document: Data,
        id: String,
        entityTag: String? = nil
    ) throws(StorageError) -> Bool {
        try put(document, id: id, entityTag: entityTag, isOwn: false)
    }

    /// Stores an entity as a listing has it, unless a write waits for it: what listings leave out stays
    /// as it is known.
    ///
    /// - Parameters:
    ///   - document: The entity; the properties of ``EntitySchema/unlisted`` may be null or absent.
    ///   - id: The text of the identity.
    ///   - entityTag: Its entity tag, of an entity that listings have whole; nil where the server did
    ///     not say.
    /// - Returns: Whether it was stored.
    /// - Throws: `StorageError` where the store cannot be written.
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
        // The tag is that of an entity of which not all is known: a write that it guards would bring
        // back, or erase, what the listing has left out.
        guard let base = try store.record(RecordKey(collection: schema.name, id: id))?.base else {
            return try put(document, id: id)
        }
        var members = try DocumentMembers.read(document)
        let known = try DocumentMembers.read(base)
        for key in schema.unlisted where members[key] ?? .null == .null {
            members[key] = known[key] ?? members[key]
        }
        return try put(members == known ? base : DocumentMembers.write(members), id: id)
    }

    /// An entity as a listing has it, with what is known of the same version besides.
    private func whole(
        _ document: Data,
        id: String,
        entityTag: String?
    ) throws(StorageError) -> Data {
        guard let entityTag,
            let record = try store.record(RecordKey(collection: schema.name, id: id)),
            let base = record.base, record.entityTag == entityTag, base != document
        else { return document }
        let (listed, known) = (try DocumentMembers.read(document), try DocumentMembers.read(base))
        let members = known.merging(listed) { _, new in new }
        return members == listed ? document : try DocumentMembers.write(members)
    }

    /// Stores an entity as the server has it, unless a write waits for it.
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
        if isNewer(old, until: now) { return false }
        if old == nil { try store.forgetFiles(of: schema, key) }
        var record = StoredRecord(key: key, document: document, base: document)
        // A listing says no tags: that of the same body is still good.
        record.entityTag = entityTag ?? (old?.base == document ? old?.entityTag : nil)
        record.confirmedAt = date
        try store.put(record)
        return true
    }

    /// Removes an entity that the server has no more, unless a write waits for it.
    ///
    /// - Parameter id: The text of the identity.
    /// - Returns: Whether it was removed.
    /// - Throws: `StorageError` where the store cannot be written.
    @discardableResult
    public func remove(id: String) throws(StorageError) -> Bool {
        try remove(id: id, heardAt: date)
    }

    /// Removes an entity that the server has no more, unless a write waits for it.
    @discardableResult
    func remove(id: String, heardAt now: Date) throws(StorageError) -> Bool {
        let key = RecordKey(collection: schema.name, id: id)
        guard try store.entries(of: key).isEmpty, let record = try store.record(key),
            !isNewer(record, until: now)
        else { return false }
        try store.removeDeparted(key, schema, at: now)
        return true
    }

    /// Stores what a write past the outbox has made of an entity, below the writes that wait for it: it is
    /// no change of somebody else.
    func put(
        _ document: Data,
        belowWritesOf id: String,
        entityTag: String?
    ) throws(StorageError) {
        let key = RecordKey(collection: schema.name, id: id)
        guard try !store.entries(of: key).isEmpty, var record = try store.record(key),
            let base = record.base, !isNewer(record, until: now)
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

    /// Whether what is stored was confirmed since the date: then it is newer.
    private func isNewer(_ record: StoredRecord?, until now: Date?) -> Bool {
        guard let confirmed = record?.confirmedAt else { return false }
        return confirmed > date && confirmed <= now ?? confirmed
    }

    /// What the server's word of an entity that is not known here proves.
    func standing(of id: String) throws(StorageError) -> Departures.Standing {
        let departures = Departures(of: schema.name, in: store)
        if known.haveLeft == nil { known.haveLeft = try departures.areThere(since: date) }
        if known.haveLeft == true {
            let standing = try departures.standing(of: id, listedAt: date, now: now)
            guard standing == .there else { return standing }
        }
        return try isPassed ? .unclear : .there
    }

    /// Whether all of another listing was stored since: what that has not brought may have left before it, and
    /// no listing of changes would ever say so.
    private var isPassed: Bool {
        get throws(StorageError) {
            if let isPassed = known.isPassed { return isPassed }
            let stored = try ChangeCursor.date(of: schema, in: store)
            let isPassed = stored.map { $0 > date && $0 <= now ?? $0 } ?? false
            known.isPassed = isPassed
            return isPassed
        }
    }

    /// Whether an entity that is not known here may be one that this side creates.
    private var mayBeCreatedHere: Bool {
        get throws(StorageError) {
            if let areOpen = known.areOpen { return areOpen }
            var areOpen = try !store.ambiguousCreations(in: schema.name, limit: 1).isEmpty
            if !areOpen {
                areOpen = try OpenCreations(of: schema.name, in: store)
                    .areThere(at: date, now: now)
            }
            if !areOpen { areOpen = try ExportedCreations(of: schema.name, in: store).areThere() }
            known.areOpen = areOpen
            return areOpen
        }
    }
}

/// What is asked once in a transaction, and not for each entity.
private final class KnownCreations {
    var areOpen: Bool?
    var haveLeft: Bool?
    var isPassed: Bool?
}
