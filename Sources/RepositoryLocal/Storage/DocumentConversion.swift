import Foundation

/// Converts what earlier versions of an app have stored in one collection to the current form:
/// documents, confirmed states of the server, and pending writes.
struct DocumentConversion: Sendable {
    /// The result for a document.
    enum Outcome {
        /// It is in the current form.
        case current
        /// It was converted; `isFilled` if missing properties were added.
        case converted(Data, isFilled: Bool)
        /// It cannot be converted or decoded as an entity, and stays unchanged.
        case unreadable
    }

    private let schema: EntitySchema
    /// The keys of the properties with nested values whose properties are known.
    private let listedValues: Set<String>
    /// Decodes properties as an entity and encodes it again.
    private let normalized: @Sendable ([String: JSON]) throws(JSONError) -> [String: JSON]

    /// Creates the conversion of a collection.
    init(
        _ schema: EntitySchema,
        normalized: @escaping @Sendable ([String: JSON]) throws(JSONError) -> [String: JSON]
    ) {
        self.schema = schema
        self.normalized = normalized
        listedValues = schema.listedValues
    }

    // MARK: - Records

    /// Converts a record to the current form; nil if it is in that form, or cannot be converted.
    ///
    /// An unreadable document cannot be converted or decoded, and stays unchanged.
    func record(_ record: StoredRecord) -> (converted: StoredRecord?, isUnreadable: Bool) {
        var record = record
        var (isConverted, isUnreadable) = (false, false)
        switch document(record.document) {
        case .current: break
        case .unreadable: isUnreadable = true
        case .converted(let document, let isFilled):
            record.document = document
            // The server's values of the new properties are unknown, so the next write must be
            // compared with its state.
            if isFilled { record.entityTag = nil }
            isConverted = true
        }
        if let base = record.base, case .converted(let document, _) = self.document(base) {
            record.base = document
            isConverted = true
        }
        return (isConverted ? record : nil, isUnreadable)
    }

    /// Converts a document.
    func document(_ document: Data) -> Outcome {
        (try? outcome(of: DocumentMembers.read(document))) ?? .unreadable
    }

    private func outcome(of members: [String: JSON]) throws -> Outcome {
        let converted = try schema.convertingFormer(members)
        let current = converted ?? members
        let read = try normalized(current)
        let filled = filled(current, from: read, of: members)
        let whole = read.merging(filled, uniquingKeysWith: { $1 })
        let isFilled =
            filled != current || DocumentMembers.firstKey(of: whole, missingIn: current) != nil
        guard isFilled || converted != nil else { return .current }
        return .converted(try DocumentMembers.write(whole), isFilled: isFilled)
    }

    // MARK: - Pending writes

    /// Converts a write and its history to the current form; nil if they are in that form.
    func write(
        _ entry: OutboxEntry,
        _ history: WriteHistory,
        of record: StoredRecord?
    ) -> (entry: OutboxEntry, history: WriteHistory)? {
        var (converted, later) = (entry, history)
        let isSent = entry.operation == .create && entry.state == .inFlight
        if let sent = entry.changed?.object, let changed = members(sent, record, fills: !isSent) {
            converted.changed = .object(changed)
            // The server expects the same body as before with the idempotency key.
            if isSent { later.sent = nil }
        }
        later.unanswered = history.unanswered.map { members($0, record) ?? $0 }
        later.exported = history.exported.map { members($0, record, fills: false) ?? $0 }
        // The failure of a conflict contains the server's document.
        if record?.state == .conflicted, let body = entry.failure?.body,
            case .converted(let document, _) = document(body)
        {
            converted.failure?.body = document
        }
        return converted == entry && later == history ? nil : (converted, later)
    }

    /// Converts changed properties to the current form; nil if they are in that form.
    ///
    /// `fills` is whether values get the defaults of new properties, which a creation has not sent.
    private func members(
        _ members: [String: JSON],
        _ record: StoredRecord?,
        fills: Bool = true
    ) -> [String: JSON]? {
        guard var converted = try? schema.convertingFormer(members) else { return nil }
        let document = record.flatMap { try? DocumentMembers.read($0.document) } ?? [:]
        for (key, all) in schema.former where converted[key] == nil {
            // A change to null becomes the default. The document may have a later change.
            guard all.contains(where: { members[$0.key] != nil }) else { continue }
            let read = try? normalized(document.filter { $0.key != key })
            converted[key] = read?[key] ?? document[key]
        }
        let whole = document.merging(converted) { $1 }
        let hasValues = !schema.formerPlaces.isEmpty || !listedValues.isEmpty
        guard fills, hasValues, let read = try? normalized(whole) else {
            return converted
        }
        return filled(converted, from: read, of: members)
    }

    // MARK: - Nested values

    /// Adds default values that are missing in converted values, and in those whose properties are
    /// known.
    ///
    /// `read` has the properties decoded as an entity and encoded again, `members` the previous
    /// ones.
    private func filled(
        _ converted: [String: JSON],
        from read: [String: JSON],
        of members: [String: JSON]
    ) -> [String: JSON] {
        var filled = converted
        for key in schema.formerPlaces.keys {
            guard let value = converted[key], value != members[key], let whole = read[key] else {
                continue
            }
            filled[key] = value.filled(from: whole)
        }
        for key in listedValues {
            guard let value = filled[key], let whole = read[key] else { continue }
            filled[key] = value.filled(from: whole)
        }
        return filled
    }
}

extension JSON {
    /// Returns the same value, with properties added that its objects lack.
    fileprivate func filled(from whole: JSON) -> JSON {
        switch (self, whole) {
        case (.object(let members), .object(let others)):
            .object(members.merging(others) { $0.filled(from: $1) })
        case (.array(let elements), .array(let others)) where elements.count == others.count:
            .array(zip(elements, others).map { $0.filled(from: $1) })
        default: self
        }
    }
}
