#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The entities that the server has had, and has no more.
///
/// A listing that began before an entity was deleted may arrive when the store has forgotten it, and
/// would bring it back. So it is noted when one has left. The notes do not grow without end: they are
/// kept in a number of buckets, and where a bucket is full, only the time of what it has forgotten stays
/// there. From then on a listing of before that time proves nothing for unknown entities of that bucket.
struct Departures {
    private let store: any StorageReader
    private let collection: String

    private static let bucketCount: UInt64 = 64
    private static let bucketSize = 32

    /// What a listing proves about an entity that is not known here.
    enum Standing {
        /// It was there when the listing began, and nothing has been heard since.
        case there
        /// It has left since.
        case gone
        /// It may have left since.
        case unclear
    }

    init(of collection: String, in store: any StorageReader) {
        self.store = store
        self.collection = collection
    }

    /// Whether any entity has left since a time.
    func areThere(since date: Date) throws(StorageError) -> Bool {
        try last.map { $0 > date.timeIntervalSinceReferenceDate } ?? false
    }

    /// What a listing proves about an entity that is not known here.
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

    /// Notes that an entity has left.
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
        try store.set(bucket.data, forKey: name)
        guard try departures.last.map({ $0 < time }) ?? true else { return }
        try store.set(
            JSON.Number(time).map(JSON.number).flatMap { try? $0.jsonData() },
            forKey: departures.lastName
        )
    }

    /// When the last one has left, in seconds since the reference date.
    private var last: Double? {
        get throws(StorageError) {
            try store.value(forKey: lastName).flatMap { try? JSON(jsonData: $0) }?.double
        }
    }

    private func read(_ name: String) throws(StorageError) -> Bucket {
        try store.value(forKey: name).flatMap { Bucket($0) } ?? Bucket()
    }

    private var lastName: String { "left/\(collection)" }

    private func bucketName(_ id: String) -> String {
        // FNV-1a, for what `Hasher` gives is another number in each process.
        let hash = id.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return "left/\(collection)/\(hash % Self.bucketCount)"
    }
}

extension StorageWriter {
    /// Removes the record of an entity that the server no longer has.
    ///
    /// What refers to it is removed or changed by the rules of the schema, for the server has done the same;
    /// but nothing for which a write waits.
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

    /// Removes a record, and notes that its entity has left.
    func noteDeparture(of key: RecordKey, at date: Date) throws(StorageError) {
        try remove(key)
        try Departures.note(key, at: date, in: self)
    }
}

/// Some of the entities that have left, with times in seconds since the reference date.
private struct Bucket {
    /// When each has left.
    private(set) var times: [String: Double] = [:]
    /// When the last of those has left that are forgotten.
    private(set) var forgotten: Double?

    init() {}

    /// Reads what was kept; nil for what is of another version.
    init?(_ data: Data) {
        guard let members = try? [String: JSON](jsonData: data) else { return nil }
        times = members["times"]?.object?.compactMapValues(\.double) ?? [:]
        forgotten = members["forgotten"]?.double
    }

    /// What is kept of it.
    var data: Data? {
        var members = [
            "times": JSON.object(times.compactMapValues { JSON.Number($0).map(JSON.number) })
        ]
        members["forgotten"] = forgotten.flatMap { JSON.Number($0) }.map(JSON.number)
        return try? members.jsonData()
    }

    mutating func note(_ id: String, at time: Double, limit: Int) {
        times[id] = max(time, times[id] ?? time)
        guard times.count > limit, let oldest = times.min(by: { $0.value < $1.value }) else {
            return
        }
        times[oldest.key] = nil
        forgotten = max(oldest.value, forgotten ?? oldest.value)
    }
}
