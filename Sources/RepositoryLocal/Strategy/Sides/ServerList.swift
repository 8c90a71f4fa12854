/// A list from the server, with pending writes applied.
///
/// The result is the list that the server will return once the pending writes have arrived:
/// entities that no longer match leave it, entities that match now are added, new ones included,
/// and all are sorted by the criteria. The server decides whether unedited entities match.
///
/// With `limit` and `offset`, this is necessarily incomplete:
///
/// - If the page is full, there may be more after it. Entities that sort after its last one are
///   left out; without an order, all additional ones are.
/// - With an offset, there are others before the page. Entities that sort before its first one are
///   left out, and nothing is added to an empty page.
/// - Entities that leave are not replaced, so a page may be shorter than its limit. An entity that
///   exceeds the limit is not on the next page either, because the server decides where that
///   begins.
///
/// If only the server can evaluate the condition, for example a search, nothing is added. A
/// creation with an unknown outcome is not added if the list contains an unknown entity with the
/// same content, which presumably is that creation.
struct ServerList<Entity: RepositoryValues.Entity> {
    private let rows: [KeptEntity<Entity>]
    private let criteria: Criteria
    private let isFull: Bool

    /// An entity in the list, or an added one.
    private struct Member {
        var entity: Entity
        var members: [String: JSON]
    }

    /// Creates the list.
    init(_ rows: [KeptEntity<Entity>], _ criteria: Criteria, isFull: Bool) {
        self.rows = rows
        self.criteria = criteria
        self.isFull = isFull
    }

    /// Returns the list with pending writes applied, and their number.
    func withEdits(of entities: StoredEntities<Entity>) throws -> ([Entity], Int) {
        var waiting = rows.reduce(0) { $0 + $1.editsWaiting }
        let records = try entities.store.editedRecords(in: entities.collection)
        guard !records.isEmpty else { return (part(of: rows.compactMap(\.known)), waiting) }
        let answered = try rows.map { try entities.members($0.answered) }
        let edited = try edited(records, entities)
        let (filter, isDecidable) = filter(deciding: answered + edited.map(\.members))
        var list: [Member] = []
        for (row, before) in zip(rows, answered) {
            guard let known = row.known else { continue }
            let now = row.isEdited ? try entities.members(known) : before
            let isLeaving = row.isEdited && filter.holds { before[$0] } && !filter.holds { now[$0] }
            guard !isLeaving else { continue }
            if row.isEdited, isBeyond(now, answered, isMember: true) { continue }
            list.append(Member(entity: known, members: now))
        }
        if isDecidable, !rows.isEmpty || criteria.offset == 0 {
            for member in edited
            where filter.holds({ member.members[$0] })
                && !isBeyond(member.members, answered, isMember: false)
            {
                list.append(member)
                waiting += try entities.store.openEntryCount(of: entities.key(member.entity.id))
            }
        }
        let sorted = Order.sort(list, by: criteria.order) { $0.members[$1] }
        return (part(of: sorted.map(\.entity)), waiting)
    }

    // MARK: - Selection

    /// Returns the locally edited entities that are not in the server's list, in the order in which
    /// they were stored.
    private func edited(
        _ records: [StoredRecord],
        _ entities: StoredEntities<Entity>
    ) throws -> [Member] {
        let listed = Set(rows.map { entities.key($0.answered.id) })
        var edited: [Member] = []
        for record in records where record.state != .deleted && !listed.contains(record.key) {
            let entity = try entities.entity(of: record)
            if try isListed(entity, record, entities) { continue }
            edited.append(Member(entity: entity, members: try entities.members(entity)))
        }
        return edited
    }

    /// Whether the list contains the result of a creation with an unknown outcome.
    private func isListed(
        _ entity: Entity,
        _ record: StoredRecord,
        _ entities: StoredEntities<Entity>
    ) throws -> Bool {
        let first = try entities.store.entries(of: record.key).first
        guard first?.operation == .create, first?.state == .inFlight else { return false }
        let sent = try first?.changed?.object.map { try entities.entity(of: $0) } ?? entity
        let draft = try entities.members(sent.draft)
        return try rows.contains { row in
            guard try entities.store.record(entities.key(row.answered.id)) == nil else {
                return false
            }
            let listed = try entities.members(row.answered.draft)
            return DocumentMembers.has(sent: draft, in: listed, besides: Entity.schema.unlisted)
        }
    }

    /// Returns the condition, to the extent that it can be evaluated locally; and whether that is
    /// all of it.
    private func filter(deciding entities: [[String: JSON]]) -> (Condition, isDecidable: Bool) {
        let conjuncts = criteria.filter.conjuncts
        let decidable = conjuncts.filter { condition in
            guard case .comparison(let comparison) = condition, !comparison.isDeclared else {
                return true
            }
            return entities.contains { $0[comparison.key] != nil }
        }
        return (.all(decidable), decidable.count == conjuncts.count)
    }

    // MARK: - Range

    /// Whether an edited entity sorts before or after the page from the server.
    private func isBeyond(
        _ members: [String: JSON],
        _ answered: [[String: JSON]],
        isMember: Bool
    ) -> Bool {
        guard !criteria.order.isEmpty else { return isFull && !isMember }
        if criteria.offset > 0, let first = answered.first,
            criteria.relation(members, first) == .ascending
        {
            return true
        }
        guard isFull, let last = answered.last else { return false }
        switch criteria.relation(members, last) {
        case .ascending: return false
        case .same: return !isMember
        case .descending: return true
        }
    }

    private func part(of list: [Entity]) -> [Entity] {
        Array(list.prefix(criteria.limit ?? .max))
    }
}
