#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Brings what earlier versions of an app have stored of one collection into the form of today: documents, the states
/// that the server has confirmed, and pending writes.
struct DocumentConversion: Sendable {
    /// What happens to a document.
    enum Outcome {
        /// It is in the form of today already.
        case current
        /// It gets this form; where it is filled, it has properties that it lacked.
        case converted(Data, isFilled: Bool)
        /// It cannot be converted, or read as an entity, and stays as it is.
        case unreadable
    }

    /// The schema with all that properties were once.
    private let schema: EntitySchema
    /// The same without the conversions that were carried out already.
    private let unapplied: EntitySchema
    /// The same without those that documents which stayed as they were had gone through.
    private let left: EntitySchema
    /// The same with what those documents still have to go through; nil where none stayed.
    private let due: EntitySchema?
    /// The keys of the properties whose values queries look into.
    private let queriedValues: Set<String>
    /// What an entity reads from members and writes again.
    private let normalized: @Sendable ([String: JSON]) throws(JSONError) -> [String: JSON]

    /// Makes the conversion of a collection.
    ///
    /// - Parameters:
    ///   - schema: The schema of today.
    ///   - mark: The form of the documents before; nil where it is not known.
    ///   - normalized: What an entity reads from members and writes again.
    init(
        _ schema: EntitySchema,
        since mark: MigrationMark?,
        normalized: @escaping @Sendable ([String: JSON]) throws(JSONError) -> [String: JSON]
    ) {
        self.schema = schema
        self.normalized = normalized
        queriedValues = schema.queriedValues
        let applied = mark?.applied ?? AppliedConversions()
        unapplied = schema.withoutApplied(applied)
        left = schema.withoutApplied(mark?.left ?? AppliedConversions())
        due = mark?.left == nil ? nil : schema.keepingApplied(applied)
    }

    // MARK: - Records

    /// A record in the form of today.
    func record(_ record: StoredRecord) -> ConvertedRecord {
        var record = record
        var (isConverted, isUnreadable) = (false, false)
        switch document(record.document) {
        case .current: break
        case .unreadable: isUnreadable = true
        case .converted(let document, let isFilled):
            record.document = document
            // What the server has of the new properties is not known: a write is set against that first.
            if isFilled { record.entityTag = nil }
            isConverted = true
        }
        if let base = record.base, case .converted(let document, _) = self.document(base) {
            record.base = document
            isConverted = true
        }
        return ConvertedRecord(record: isConverted ? record : nil, isUnreadable: isUnreadable)
    }

    /// Converts a document.
    func document(_ document: Data) -> Outcome {
        guard let members = try? DocumentMembers.read(document) else { return .unreadable }
        // It may have stayed as it was when the others were converted.
        let current = hasStayed(members) ? left : unapplied
        if let outcome = try? outcome(of: members, current) { return outcome }
        return (try? outcome(of: members, left)) ?? .unreadable
    }

    /// Whether a document is to go through what the others have gone through.
    private func hasStayed(_ members: [String: JSON]) -> Bool {
        guard let due else { return false }
        do { return try due.convertingFormer(members) != nil } catch { return true }
    }

    private func outcome(of members: [String: JSON], _ schema: EntitySchema) throws -> Outcome {
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

    /// A write with what it has gone through, as it sends what it was meant to in the form of today; nil where it does.
    func write(
        _ entry: OutboxEntry,
        _ history: WriteHistory,
        of record: StoredRecord?
    ) -> (entry: OutboxEntry, history: WriteHistory)? {
        var (converted, later) = (entry, history)
        if let sent = entry.changed?.object, let changed = members(sent, record) {
            converted.changed = .object(changed)
            // A server that knows the idempotency key expects the body that it had.
            if entry.operation == .create, entry.state == .inFlight { later.sent = nil }
        }
        later.unanswered = history.unanswered.map { members($0, record) ?? $0 }
        later.exported = history.exported.map { members($0, record) ?? $0 }
        // Of a conflict, the other side.
        if record?.state == .conflicted, let body = entry.failure?.body,
            case .converted(let document, _) = document(body)
        {
            converted.failure?.body = document
        }
        return converted == entry && later == history ? nil : (converted, later)
    }

    /// Changed members in the form of today; nil where they have it.
    private func members(_ members: [String: JSON], _ record: StoredRecord?) -> [String: JSON]? {
        guard var converted = try? unapplied.convertingFormer(members) else { return nil }
        let document = record.flatMap { try? DocumentMembers.read($0.document) } ?? [:]
        for (key, all) in unapplied.former where converted[key] == nil {
            // What was to become null becomes the default, which the document has.
            if all.contains(where: { members[$0.key] != nil }) { converted[key] = document[key] }
        }
        let whole = document.merging(converted) { $1 }
        let hasValues = !schema.formerPlaces.isEmpty || !queriedValues.isEmpty
        guard hasValues, let read = try? normalized(whole) else {
            return converted
        }
        return filled(converted, from: read, of: members)
    }

    // MARK: - Contained values

    /// Members, with the defaults of what is absent in values that were converted, and in those that queries look into.
    ///
    /// - Parameters:
    ///   - converted: The members in the form of today.
    ///   - read: What an entity reads from them and writes again.
    ///   - members: The members before.
    /// - Returns: The members in the form of today, with the defaults.
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
        for key in queriedValues {
            guard let value = filled[key], let whole = read[key] else { continue }
            filled[key] = value.filled(from: whole)
        }
        return filled
    }
}

extension JSON {
    /// The same with the members of another value that its objects lack.
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

/// What a record is in the form of today.
struct ConvertedRecord: Sendable {
    /// The record; nil where it has that form, or cannot get it.
    let record: StoredRecord?
    /// Whether its document stays as it is, for it cannot be converted, or is no entity.
    let isUnreadable: Bool
}
