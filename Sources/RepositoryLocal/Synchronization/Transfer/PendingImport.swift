import Foundation

/// An import of pending writes from another store, in one transaction.
struct PendingImport {
    private let writes: PendingWrites
    private let store: any StorageWriter
    private let collections: [String: RemoteCollection]
    private var report = ImportReport()
    /// The records by their keys in the other store.
    private let records: [RecordKey: StoredRecord]
    /// The new identities in JSON form, by the keys in the other store.
    private var moved: [RecordKey: JSON] = [:]
    /// The confirmed records of this store, by their keys here.
    private var confirmed: [RecordKey: StoredRecord] = [:]

    init(
        _ writes: PendingWrites,
        into store: any StorageWriter,
        _ collections: [RemoteCollection]
    ) {
        let writes = writes.renamed(by: collections.map(\.schema))
        self.writes = writes
        self.store = store
        self.collections = Dictionary(collections.map { ($0.schema.name, $0) }) { _, last in last }
        records = Dictionary(writes.records.map { ($0.key, $0) }) { _, last in last }
    }

    mutating func perform() throws(StorageError) -> ImportReport {
        var plans: [RecordKey: RecordKey] = [:]
        var groups: [RecordKey: [PendingWrites.Write]] = [:]
        for write in writes.writes { groups[write.entry.key, default: []].append(write) }
        // Determine all new identities first: entities refer to one another in any order.
        for key in writes.keys {
            if let target = try target(of: key, groups[key] ?? []) { plans[key] = target }
        }
        try moveReferences()
        for key in writes.keys {
            guard let target = plans[key] else { continue }
            try put(key, at: target, groups[key] ?? [])
        }
        // Keep the original order, across entities.
        for write in writes.writes {
            guard let target = plans[write.entry.key], try !isKnown(write.entry.id) else {
                continue
            }
            try put(write, at: target)
        }
        for (key, target) in plans.sorted(by: { $0.value < $1.value }) {
            try finish(target, asConflict: records[key]?.state == .conflicted)
        }
        return report
    }

    // MARK: - Target records

    /// Returns the key for the imported writes of an entity; nil if they are skipped.
    private mutating func target(
        of key: RecordKey,
        _ group: [PendingWrites.Write]
    ) throws(StorageError) -> RecordKey? {
        guard let first = group.first?.entry else { return nil }
        var knownCount = 0
        for write in group where try isKnown(write.entry.id) { knownCount += 1 }
        let isNew = first.operation == .create
        if isNew, knownCount == 0 { return try targetOfCreation(key, group) }
        report.known += knownCount
        if isNew { try noteIdentity(of: first) }
        let here = moved[key]?.identityText.map { RecordKey(collection: key.collection, id: $0) }
        let current = try IdentityAliases(in: store).current(here ?? key)
        let isSkipped =
            knownCount < group.count
            ? try !store.entries(of: current).isEmpty : try isEdited(group)
        if isSkipped { report.skipped.append(current) }
        return isSkipped || knownCount == group.count ? nil : current
    }

    /// Whether one of some known writes has another content than when it was imported or exported.
    private func isEdited(_ group: [PendingWrites.Write]) throws(StorageError) -> Bool {
        for write in group {
            let known = try ImportedWrite(of: write.entry.id, in: store)
            let checksum = try write.checksum(of: records[write.entry.key])
            if known?.isEdited(checksum) == true { return true }
        }
        return false
    }

    private mutating func targetOfCreation(
        _ key: RecordKey,
        _ group: [PendingWrites.Write]
    ) throws(StorageError) -> RecordKey? {
        // Each device counts separately, so the number is or will be used for another entity here.
        let identityKey = collections[key.collection]?.schema.identityKey
        let document = try records[key].map { record throws(StorageError) in
            try DocumentMembers.read(record.document)
        }
        if let identityKey, case .number? = document?[identityKey],
            let fresh = try freshKey(inPlaceOf: key)
        {
            return fresh
        }
        guard try isTaken(key) else {
            // It has been fetched from the server meanwhile, possibly with later changes.
            guard try store.record(key)?.base != nil else { return key }
            report.skipped.append(key)
            return nil
        }
        if let identityKey, case .string? = document?[identityKey],
            try store.entries(of: key).isEmpty
        {
            // A string identifies a single entity, and that was already created here.
            moved[key] = try IdentityAliases(in: store).identity(inPlaceOf: key)
            report.known += group.count
        } else {
            report.skipped.append(key)
        }
        return nil
    }

    /// Whether a temporary identity is or was used by an entity of this store.
    private func isTaken(_ key: RecordKey) throws(StorageError) -> Bool {
        if try !store.entries(of: key).isEmpty { return true }
        return try IdentityAliases(in: store).last(inPlaceOf: key) != nil
    }

    /// Returns a new temporary identity if the old one is a counted number; nil if not.
    private mutating func freshKey(inPlaceOf key: RecordKey) throws(StorageError) -> RecordKey? {
        let old = JSON.Number(key.id)
        while true {
            let number = try store.nextNumber(of: key.collection)
            guard let fresh = old?.replacement(number) else { return nil }
            let other = RecordKey(collection: key.collection, id: fresh.literal)
            if try store.record(other) != nil { continue }
            if try isTaken(other) { continue }
            moved[key] = .number(fresh)
            return other
        }
    }

    /// Records the identity that an entity got in an earlier import.
    private mutating func noteIdentity(of entry: OutboxEntry) throws(StorageError) {
        let note = try ImportedWrite(of: entry.id, in: store)
        let identity = note?.identity ?? .string(entry.key.id)
        guard let id = identity.identityText else { return }
        let here = RecordKey(collection: entry.key.collection, id: id)
        let current = try IdentityAliases(in: store).identity(inPlaceOf: here) ?? identity
        if current.identityText != entry.key.id { moved[entry.key] = current }
    }

    /// Takes over the other store's identities of referenced entities.
    private mutating func moveReferences() throws(StorageError) {
        for (key, identity) in writes.identities.sorted(by: { $0.key < $1.key })
        where moved[key] == nil {
            guard identity == .null else {
                moved[key] = identity
                continue
            }
            // Writes that refer to it are rejected, as in the other store.
            if let fresh = try freshKey(inPlaceOf: key) {
                try store.abandon(fresh)
            } else if try store.record(key) == nil, try !isTaken(key) {
                try store.abandon(key)
            }
        }
    }

    // MARK: - Writing

    private mutating func put(
        _ key: RecordKey,
        at target: RecordKey,
        _ group: [PendingWrites.Write]
    ) throws(StorageError) {
        let known = try store.record(target)
        guard var record = records[key] else { return }
        record.key = target
        record.document = try moving(record.document, of: key)
        if let base = record.base {
            record.base = try moving(base, of: key)
        } else if let sent = group.first?.entry, try isKnown(sent.id),
            let members = sent.changed?.object
        {
            // The creation was sent from this store, and the changes were made afterwards.
            record.base = try DocumentMembers.write(try moving(members, of: key))
        }
        confirmed[target] = known
        try store.put(record)
    }

    private mutating func put(
        _ write: PendingWrites.Write,
        at target: RecordKey
    ) throws(StorageError) {
        var (entry, history) = (write.entry, write.history)
        let key = entry.key
        entry.key = target
        if let members = entry.changed?.object {
            entry.changed = .object(try moving(members, of: key))
        }
        var unanswered: [[String: JSON]] = []
        for members in history.unanswered { unanswered.append(try moving(members, of: key)) }
        history.unanswered = unanswered
        for index in history.exported.indices {
            history.exported[index] = try moving(history.exported[index], of: key)
        }
        try store.put(entry)
        try history.note(for: entry.id, in: store)
        if !history.exported.isEmpty {
            try store.noteExportedCreation(in: target.collection)
        }
        let checksum = try write.checksum(of: records[key])
        try ImportedWrite.note(moved[key] ?? .string(target.id), checksum, of: entry.id, in: store)
        report.imported += 1
    }

    /// Completes an entity after all its writes were imported.
    private func finish(_ key: RecordKey, asConflict: Bool) throws(StorageError) {
        if let collection = collections[key.collection] {
            try collection.convert(key, from: writes.forms[key.collection], in: store)
        }
        // Use the confirmed state on which the changes are based: later changes on the server are
        // then merged as such. If the other store has none, use that of this store, in the current
        // form.
        if var record = try store.record(key), record.base == nil,
            let known = confirmed[key], let base = known.base
        {
            (record.base, record.entityTag) = (base, known.entityTag)
            record.confirmedAt = known.confirmedAt
            try store.put(record)
        }
        if let collection = collections[key.collection], let record = try store.record(key) {
            let members = try DocumentMembers.read(record.document)
            try Referrers(in: store).note(key, in: members, collection.schema)
        }
        guard !asConflict else { return }
        try store.updateState(of: key)
    }

    private func moving(_ document: Data, of key: RecordKey) throws(StorageError) -> Data {
        guard !moved.isEmpty else { return document }
        let members = try DocumentMembers.read(document)
        let changed = try moving(members, of: key)
        return changed == members ? document : try DocumentMembers.write(changed)
    }

    /// Replaces identities in an entity, its own and references, by those of this store.
    private func moving(
        _ members: [String: JSON],
        of key: RecordKey
    ) throws(StorageError) -> [String: JSON] {
        guard !moved.isEmpty, let schema = collections[key.collection]?.schema else {
            return members
        }
        var changed = try schema.replacingReferences(in: members) { target throws(StorageError) in
            moved[target]
        }
        if let identity = moved[key], changed[schema.identityKey]?.identityText == key.id {
            changed[schema.identityKey] = identity
        }
        return changed
    }

    // MARK: - Imported writes

    private func isKnown(_ id: OutboxEntry.ID) throws(StorageError) -> Bool {
        if try store.entry(id) != nil { return true }
        return try ImportedWrite(of: id, in: store) != nil
    }
}

extension JSON.Number {
    /// Returns a temporary identity of the same kind for a number: negative, or counting down from
    /// the maximum of the integer width.
    fileprivate func replacement(_ number: UInt64) -> JSON.Number? {
        if literal.hasPrefix("-") { return JSON.Number(-Int64(clamping: number)) }
        // Larger counts are not plausible, so such numbers were assigned by a service or an app.
        let limit: UInt64 = 1_000_000
        guard let old = integer(UInt64.self), number <= limit,
            let greatest = [UInt64(UInt32.max), .max].first(where: { $0 >= old }),
            greatest - old < limit
        else { return nil }
        return JSON.Number(greatest - number + 1)
    }
}
