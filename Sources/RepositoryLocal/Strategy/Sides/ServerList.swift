/// A list that the server has answered with, to which the edits that wait are applied.
///
/// What comes of it is the answer to the criteria over the server's entities as they will be once the
/// edits have arrived: those that no longer match leave, those that match now come, new ones among them,
/// and all are in the order of the criteria. Whether an entity that was not edited matches, the server
/// decides.
///
/// Of a part of a list, by `limit` and `offset`, not everything can be known:
///
/// - Where the part is full, there may be more behind it: what sorts behind its last entity is left out,
///   and so is what has come where no order is asked for.
/// - In front of a part with an offset there are others: what sorts before its first entity is left
///   out, and to an empty one nothing comes.
/// - In the place of what leaves, nothing moves up, so that a part may be shorter than its limit; what no
///   longer fits into the limit is not on the next part either, which begins where the server says.
///
/// Where the criteria have a condition that only the server can decide, as that of a search, nothing
/// comes. A creation of which it is not known whether it has arrived does not come where the server
/// lists an entity with the same content that is not known here: it is that one, as far as one can see.
struct ServerList<Entity: RepositoryValues.Entity> {
    private let rows: [KeptEntity<Entity>]
    private let criteria: Criteria
    private let isFull: Bool

    /// An entity in the list, or one that comes.
    private struct Member {
        var entity: Entity
        var members: [String: JSON]
    }

    /// Takes a list.
    init(_ rows: [KeptEntity<Entity>], _ criteria: Criteria, isFull: Bool) {
        self.rows = rows
        self.criteria = criteria
        self.isFull = isFull
    }

    /// The list with the edits, and how many writes wait for what they were applied to.
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
            let isLeaving = row.isEdited && holds(filter, before) && !holds(filter, now)
            guard !isLeaving else { continue }
            if row.isEdited, isBeyond(now, answered, isMember: true) { continue }
            list.append(Member(entity: known, members: now))
        }
        if isDecidable, !rows.isEmpty || criteria.offset == 0 {
            for member in edited
            where holds(filter, member.members)
                && !isBeyond(member.members, answered, isMember: false)
            {
                list.append(member)
                waiting += try entities.store.openEntryCount(of: entities.key(member.entity.id))
            }
        }
        let sorted = Order.sort(list, by: criteria.order) { $0.members[$1] }
        return (part(of: sorted.map(\.entity)), waiting)
    }

    // MARK: - Which

    /// The edited entities that the server has not listed, in the order in which they were stored.
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

    /// Whether an entity that has perhaps been created is one that the server has listed.
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

    /// The condition, as far as entities can be asked; and whether that is all of it.
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

    private func holds(_ filter: Condition, _ members: [String: JSON]) -> Bool {
        filter.holds { members[$0] }
    }

    // MARK: - Where

    /// Whether an edited entity sorts before or behind the part that the server has answered with.
    private func isBeyond(
        _ members: [String: JSON],
        _ answered: [[String: JSON]],
        isMember: Bool
    ) -> Bool {
        guard !criteria.order.isEmpty else { return isFull && !isMember }
        if criteria.offset > 0, let first = answered.first,
            relation(members, first) == .ascending
        {
            return true
        }
        guard isFull, let last = answered.last else { return false }
        switch relation(members, last) {
        case .ascending: return false
        case .same: return !isMember
        case .descending: return true
        }
    }

    private func relation(_ first: [String: JSON], _ second: [String: JSON]) -> Order.Relation {
        let order = criteria.order
        return Order.relation(by: order, { first[order[$0].key] }, { second[order[$0].key] })
    }

    private func part(of list: [Entity]) -> [Entity] {
        Array(list.prefix(criteria.limit ?? .max))
    }
}
