import Foundation

/// The entities that were deleted on the server, as tombstones in the store.
///
/// A listing that began before a deletion may arrive afterwards, and would restore the entity. So
/// each deletion is recorded. The records are limited: they are stored in a fixed number of
/// buckets, and a full bucket keeps only the latest date of the tombstones it dropped. From then
/// on, a listing from before that date proves nothing about unknown entities in that bucket.
struct Departures {
    private let store: any StorageReader
    private let collection: String

    private static let bucketCount: UInt64 = 64
    private static let bucketSize = 32

    /// What a listing proves about an unknown entity.
    enum Standing {
        /// It existed when the listing began, and no deletion is known since.
        case there
        /// It was deleted since.
        case gone
        /// It may have been deleted since.
        case unclear
    }

    init(of collection: String, in store: any StorageReader) {
        self.store = store
        self.collection = collection
    }

    /// Whether any entity was deleted since a date.
    func areThere(since date: Date) throws(StorageError) -> Bool {
        try last.map { $0 > date.timeIntervalSinceReferenceDate } ?? false
    }

    /// Returns what a listing proves about an unknown entity.
    func standing(
        of id: String,
        listedAt date: Date,
        now: Date? = nil
    ) throws(StorageError) -> Standing {
        let bucket = try read(bucketName(id))
        let began = date.timeIntervalSinceReferenceDate
        let end = now?.timeIntervalSinceReferenceDate ?? .infinity
        func isSince(_ time: Double) -> Bool { time > began && time <= end }
        if let left = bucket.times[id] { return isSince(left) ? .gone : .there }
        return bucket.forgotten.map(isSince) ?? false ? .unclear : .there
    }

    /// Records that an entity was deleted.
    fileprivate static func note(
        _ key: RecordKey,
        at date: Date,
        in store: any StorageWriter
    ) throws(StorageError) {
        let departures = Departures(of: key.collection, in: store)
        let time = date.timeIntervalSinceReferenceDate
        let name = departures.bucketName(key.id)
        var bucket = try departures.read(name)
        bucket.note(key.id, at: time, limit: bucketSize)
        try store.set(note: bucket.members, forKey: name)
        guard try departures.last.map({ $0 < time }) ?? true else { return }
        try store.set(
            try? JSON.seconds(time).jsonData(),
            forKey: departures.lastName
        )
    }

    /// The date of the last deletion, in seconds since the reference date.
    private var last: Double? {
        get throws(StorageError) {
            try store.value(forKey: lastName).flatMap { try? JSON(jsonData: $0) }?.double
        }
    }

    private func read(_ name: String) throws(StorageError) -> Bucket {
        Bucket(try store.note(forKey: name) ?? [:])
    }

    private var lastName: String { "left/\(collection)" }

    private func bucketName(_ id: String) -> String {
        // FNV-1a, because `Hasher` returns different values in each process.
        let hash = id.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return "left/\(collection)/\(hash % Self.bucketCount)"
    }
}

extension StorageWriter {
    /// Removes the record of an entity that was deleted on the server.
    ///
    /// Referring entities are deleted or changed by the rules of the schema, as on the server,
    /// except those with pending writes.
    func removeDeparted(
        _ key: RecordKey,
        _ schema: EntitySchema,
        at date: Date
    ) throws(StorageError) {
        let deletion = try Deletion(of: [key], schema, in: self) { record throws(StorageError) in
            guard record.state == .synchronized else { return false }
            return try entries(of: record.key).isEmpty
        }
        try deletion.follow(at: date, in: self)
    }

    /// Removes a record, and records that its entity was deleted.
    func noteDeparture(of key: RecordKey, at date: Date) throws(StorageError) {
        try remove(key)
        try Departures.note(key, at: date, in: self)
    }
}

/// Some of the deleted entities, with dates in seconds since the reference date.
private struct Bucket {
    /// The dates of their deletions.
    private(set) var times: [String: Double] = [:]
    /// The latest date of the dropped tombstones.
    private(set) var forgotten: Double?

    /// Decodes a bucket.
    init(_ members: [String: JSON]) {
        times = members["times"]?.object?.compactMapValues(\.double) ?? [:]
        forgotten = members["forgotten"]?.double
    }

    /// The encoded bucket.
    var members: [String: JSON] {
        var members = ["times": JSON.object(times.mapValues { .seconds($0) })]
        members["forgotten"] = forgotten.map { .seconds($0) }
        return members
    }

    mutating func note(_ id: String, at time: Double, limit: Int) {
        // The clock may have been wrong at an earlier deletion.
        times[id] = time
        guard times.count > limit, let oldest = times.min(by: { $0.value < $1.value }) else {
            return
        }
        times[oldest.key] = nil
        forgotten = max(oldest.value, forgotten ?? oldest.value)
    }
}
