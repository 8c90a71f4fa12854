import Foundation

/// The records that refer to a record which the server does not know yet.
///
/// They are sent after it, with the identity that the server assigns. This index is maintained on
/// writing, so finding them does not require a scan of all pending writes. It may be outdated: a
/// listed record refers to the other one, or did so before.
struct Referrers {
    let store: any StorageWriter

    init(in store: any StorageWriter) {
        self.store = store
    }

    /// Records the references of a record to others that are unknown, or unknown to the server.
    func note(_ source: RecordKey, in members: [String: JSON], _ schema: EntitySchema)
        throws(StorageError)
    {
        for target in schema.references(in: members) {
            let isUnknown = try store.record(target) == nil
            if !isUnknown, try !store.isUnsent(target) { continue }
            guard try store.value(forKey: Self.pair(target, source)) == nil else { continue }
            let count = try count(of: target)
            try set(source, at: count, of: target)
            try store.set(try? (count + 1).jsonData(), forKey: Self.count(target))
        }
    }

    /// Removes the references of a record.
    func forget(_ source: RecordKey, in members: [String: JSON], _ schema: EntitySchema)
        throws(StorageError)
    {
        for target in schema.references(in: members) {
            let pair = Self.pair(target, source)
            guard let place = try store.value(forKey: pair).flatMap({ try? Int(jsonData: $0) })
            else { continue }
            let last = try count(of: target) - 1
            // The last one takes the free place.
            if place != last, let other = try self.source(at: last, of: target) {
                try set(other, at: place, of: target)
            }
            try store.set(nil, forKey: Self.slot(target, last))
            try store.set(nil, forKey: pair)
            try store.set(last > 0 ? try? last.jsonData() : nil, forKey: Self.count(target))
        }
    }

    /// Removes and returns all records that refer to a record, in the order in which they were
    /// recorded, with their current keys.
    func take(_ target: RecordKey) throws(StorageError) -> [RecordKey] {
        var sources: [RecordKey] = []
        for place in 0..<(try count(of: target)) {
            if let source = try source(at: place, of: target) {
                sources.append(try IdentityAliases(in: store).current(source))
                try store.set(nil, forKey: Self.pair(target, source))
            }
            try store.set(nil, forKey: Self.slot(target, place))
        }
        if !sources.isEmpty { try store.set(nil, forKey: Self.count(target)) }
        return sources
    }

    /// Changes the collection of referrers.
    func renameSources(_ collection: String, to other: String) throws(StorageError) {
        for key in try store.keys(withPrefix: "referrer/") {
            // An identity may contain any character.
            let slash = UInt8(ascii: "/")
            let parts =
                key.utf8.split(separator: slash, maxSplits: 3, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            guard parts.count == 4, let place = Int(parts[2]) else { continue }
            let target = RecordKey(collection: parts[1], id: parts[3])
            guard let source = try source(at: place, of: target), source.collection == collection
            else { continue }
            let renamed = RecordKey(collection: other, id: source.id)
            try store.set(nil, forKey: Self.pair(target, source))
            try set(renamed, at: place, of: target)
        }
    }

    // MARK: - Values

    /// Stores a referrer at a place.
    private func set(_ source: RecordKey, at place: Int, of target: RecordKey) throws(StorageError)
    {
        let parts = [source.collection, source.id]
        try store.set(try? parts.jsonData(), forKey: Self.slot(target, place))
        try store.set(try? place.jsonData(), forKey: Self.pair(target, source))
    }

    private func count(of target: RecordKey) throws(StorageError) -> Int {
        try store.value(forKey: Self.count(target)).flatMap { try? Int(jsonData: $0) } ?? 0
    }

    private func source(
        at place: Int,
        of target: RecordKey
    ) throws(StorageError) -> RecordKey? {
        guard let data = try store.value(forKey: Self.slot(target, place)),
            let parts = try? [String](jsonData: data), parts.count == 2
        else { return nil }
        return RecordKey(collection: parts[0], id: parts[1])
    }

    private static func count(_ target: RecordKey) -> String {
        "referrers/\(target.collection)/\(target.id)"
    }

    private static func slot(_ target: RecordKey, _ place: Int) -> String {
        "referrer/\(target.collection)/\(place)/\(target.id)"
    }

    private static func pair(_ target: RecordKey, _ source: RecordKey) -> String {
        // An identity may contain any character, so its length is included.
        """
        refers/\(target.collection)/\(target.id.utf8.count)/\(target.id)/\(source.collection)/\
        \(source.id)
        """
    }
}
