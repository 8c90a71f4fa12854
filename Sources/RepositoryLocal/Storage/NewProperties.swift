import Foundation

/// The properties that updates of the app have added to the entities of a collection.
///
/// Stored entities have the defaults of new properties until the server confirms them again, so the
/// server's values are unknown, and differ without a change on the server.
struct NewProperties {
    private let collection: String
    /// The latest confirmation, in seconds since the reference date, of a record that was stored
    /// before a property was added.
    private var times: [String: Double]
    /// The properties of the latest migration.
    private var latest: Set<String>
    /// All properties after the latest migration; nil if unknown.
    private var known: Set<String>?
    /// What the store has.
    private let stored: [String: JSON]

    /// Reads the new properties of a collection.
    init(of collection: String, in store: any StorageReader) throws(StorageError) {
        self.collection = collection
        let note = try store.note(forKey: Self.name(collection)) ?? [:]
        stored = note
        times = note["times"]?.object?.compactMapValues(\.double) ?? [:]
        latest = Set(note["latest"]?.array?.compactMap(\.string) ?? [])
        known = note["known"]?.array.map { Set($0.compactMap(\.string)) }
    }

    /// The properties that were added after the server confirmed a record.
    func keys(since confirmedAt: Date?) -> Set<String> {
        guard let confirmed = confirmedAt?.timeIntervalSinceReferenceDate else {
            return Set(times.keys)
        }
        return Set(times.filter { confirmed <= $0.value }.keys)
    }

    /// Records the start of a migration to another form of documents.
    ///
    /// - Parameters:
    ///   - former: The form before, as in ``EntitySchema/storedForm``; nil if it is unknown, or if
    ///     the last migration was not completed.
    ///   - schema: The current schema.
    mutating func begin(after former: Data?, _ schema: EntitySchema) {
        // Records that an interrupted migration has not reached lack its properties, too.
        if former != nil { latest = [] }
        latest.formUnion(schema.properties(newSince: former.flatMap(Self.keys) ?? known))
        known = Set(schema.properties)
    }

    /// Records that records were stored before the latest migration.
    ///
    /// - Parameters:
    ///   - records: A page of records.
    ///   - isLast: Whether the migration is complete with this page.
    ///   - store: The store.
    /// - Throws: `StorageError` if the store cannot be written.
    mutating func note(
        _ records: [StoredRecord],
        isLast: Bool,
        in store: any StorageWriter
    ) throws(StorageError) {
        let confirmed = records.compactMap { $0.confirmedAt?.timeIntervalSinceReferenceDate }
        if let time = confirmed.max() {
            for key in latest { times[key] = max(times[key] ?? time, time) }
        }
        if isLast { latest = [] }
        try write(to: store)
    }

    /// Records a record of another store or collection, as confirmed before any other record.
    ///
    /// - Parameters:
    ///   - key: The key of the record.
    ///   - form: The form of the documents there; nil if it is unknown.
    ///   - schema: The current schema.
    ///   - store: The store.
    /// - Throws: `StorageError` if the store cannot be written.
    mutating func note(
        moved key: RecordKey,
        from form: Data?,
        _ schema: EntitySchema,
        in store: any StorageWriter
    ) throws(StorageError) {
        let new = schema.properties(newSince: form.flatMap(Self.keys))
        guard !new.isEmpty, var record = try store.record(key), record.base != nil else { return }
        record.confirmedAt = .distantPast
        try store.put(record)
        let past = Date.distantPast.timeIntervalSinceReferenceDate
        for key in new { times[key] = times[key] ?? past }
        try write(to: store)
    }

    private func write(to store: any StorageWriter) throws(StorageError) {
        var note: [String: JSON] = [
            "times": .object(times.mapValues { .seconds($0) }),
            "latest": .array(latest.sorted().map { .string($0) }),
        ]
        note["known"] = known.map { .array($0.sorted().map { .string($0) }) }
        // Most pages of a migration change nothing.
        if note != stored { try store.set(note: note, forKey: Self.name(collection)) }
    }

    /// The keys in a stored form.
    private static func keys(in data: Data) -> Set<String>? {
        guard let form = try? JSON(jsonData: data) else { return nil }
        let shape = form["shape"]?.string.flatMap { try? JSON(jsonData: Data($0.utf8)) } ?? form
        return Set(shape.array?.compactMap(\.string) ?? [])
    }

    private static func name(_ collection: String) -> String { "new/\(collection)" }
}

extension EntitySchema {
    /// Returns the properties that others lack, without those that earlier versions of the app had
    /// in another form; none if the others are unknown.
    fileprivate func properties(newSince known: Set<String>?) -> Set<String> {
        guard let known else { return [] }
        // Generated code does not list the properties of all values.
        let values = Set(known.compactMap { PropertyPath($0).value })
        let formerInValues = Dictionary(
            formerValues.values.flatMap { $0.former.map { ($0.key, $0.value.map(\.key)) } }
        ) { $0 + $1 }
        return properties.subtracting(known).filter { text in
            let path = PropertyPath(text)
            let former = former[path.property] ?? []
            guard let value = path.value else {
                return !former.contains { known.contains($0.key) }
            }
            // A function of the app returns the whole value.
            guard !former.contains(where: { $0.isConvertedByApp && known.contains($0.key) }) else {
                return false
            }
            let rest = value.dropFirst(path.property.count)
            let formerKeys = [path.key] + (formerInValues[path.key] ?? [])
            return ([path.property] + former.map(\.key)).contains { property in
                let place = property + rest
                return values.contains(place)
                    && !formerKeys.contains { known.contains("\(place).\($0)") }
            }
        }
    }
}

/// The path of a property, such as `address.city` for one in a value.
private struct PropertyPath {
    /// The key of the property of the entity.
    let property: String
    /// The path of the value that contains it; nil for a property of the entity.
    let value: String?
    /// The last key.
    let key: String

    /// Reads a path.
    init(_ path: String) {
        property = String(path.prefix { $0 != "." })
        let last = path.lastIndex(of: ".")
        value = last.map { String(path[..<$0]) }
        key = last.map { String(path[path.index(after: $0)...]) } ?? path
    }
}

extension StoredRecord {
    /// Takes over the server's values of properties that lists and responses omit, and of those
    /// that are newer than the record, if they were not set locally.
    ///
    /// Receiving them for the first time is not a change.
    ///
    /// - Parameters:
    ///   - omitted: The properties that lists and responses omit.
    ///   - new: The new properties, by their paths.
    ///   - remote: The entity on the server.
    ///   - changes: The changes of the pending writes. New properties of the values in them take
    ///     over the server's values, too.
    /// - Returns: Whether the base has all of the server's new properties.
    /// - Throws: `StorageError` if a document is not a JSON object.
    mutating func learn(
        _ omitted: Set<String>,
        new: Set<String>,
        from remote: [String: JSON],
        completing changes: inout [[String: JSON]]
    ) throws(StorageError) -> Bool {
        guard !omitted.isEmpty || !new.isEmpty, let base else { return true }
        var known = try DocumentMembers.read(base)
        var local = try DocumentMembers.read(document)
        for key in omitted where known[key] ?? .null == .null && local[key] ?? .null == .null {
            (known[key], local[key]) = (remote[key], remote[key])
        }
        var isLearned = true
        let inner = NewValueProperties(paths: new)
        let properties = Dictionary(grouping: new.map(PropertyPath.init), by: \.property)
        for (key, paths) in properties {
            if paths.contains(where: { $0.value == nil }) {
                let isSet = changes.contains { $0[key] != nil }
                if !isSet, local[key] == known[key] { local[key] = remote[key] }
                known[key] = remote[key]
                continue
            }
            guard let old = known[key], let theirs = remote[key] else { continue }
            for index in changes.indices {
                changes[index][key] = changes[index][key].map {
                    inner.taken(from: theirs, into: $0, over: old, at: key).local
                }
            }
            let mine = local[key]
            let result = inner.taken(from: theirs, into: mine ?? old, over: old, at: key)
            (local[key], known[key]) = (mine.map { _ in result.local }, result.base)
            isLearned = isLearned && result.isWhole
        }
        self.base = try DocumentMembers.write(known)
        document = try DocumentMembers.write(local)
        return isLearned
    }
}
