import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Checks that a deleted entity is gone, and that the service lists changes.
struct DeletingCheck {
    let context: CollectionContext
    private(set) var results: CheckResults

    init(_ context: CollectionContext) {
        self.context = context
        results = CheckResults(context.name)
    }

    /// Deletes a created entity.
    ///
    /// - Parameters:
    ///   - entity: The entity.
    ///   - others: The identities of entities that are not changed in the meantime.
    ///   - created: The created entities.
    mutating func run(_ entity: JSON, others: [String], _ created: inout CreatedEntities) async {
        guard context.offers(.delete), let id = context.id(of: entity) else { return }
        let cursor = await cursor()
        if cursor.flatMap(HTTPDate.date) != nil {
            // The date has whole seconds, and changes within the same second may be left out.
            try? await Task.sleep(for: .milliseconds(1_100))
        }
        let version = context.offers(.read) ? await context.ask(.read, id: id).version : nil
        let answer = await context.ask(.delete, id: id, version.map { [.ifMatch: $0] } ?? [:])
        guard results.requireResponse(answer, for: "deletions") else { return }
        if answer.status == 409 {
            return results.leave("deletions", "\(answer.request) returned \(answer.outcome)")
        }
        guard answer.isSuccess else {
            results.differ(
                at: context.remote,
                "the schema offers 'delete', but \(answer.request) returned \(answer.outcome)",
                hint: "remove 'delete' from 'remote', or correct 'requests' of the conventions",
                answer.request
            )
            return
        }
        await checkGone(id, answer, &created)
        await checkAgain(id)
        if let cursor { await checkChanges(since: cursor, id, others) }
    }

    private mutating func checkGone(
        _ id: String,
        _ deletion: Answer,
        _ created: inout CreatedEntities
    ) async {
        guard context.offers(.read) else { return created.remove(id, of: context) }
        let answer = await context.ask(.read, id: id)
        if answer.isMissing {
            created.remove(id, of: context)
            results.confirm()
        } else if answer.isSuccess {
            results.differ(
                at: context.remote,
                "the service reported that it deleted '\(id)', but it can still be read",
                hint: "write 'tombstone' if a property marks the entity as deleted",
                deletion.request
            )
        }
    }

    private mutating func checkAgain(_ id: String) async {
        let answer = await context.ask(.delete, id: id)
        guard results.requireResponse(answer, for: "repeated deletes") else { return }
        guard let status = answer.status, status >= 500 else { return results.confirm() }
        results.differ(
            at: context.remote,
            "a repeated delete returned \(answer.outcome) instead of 404",
            hint: "make the service return 404",
            answer.request
        )
    }

    // MARK: - Changes

    /// The current cursor of the listing; nil if it has none.
    private func cursor() async -> String? {
        guard let changes = context.conventions.changes else { return nil }
        let answer = await context.ask(.list)
        switch changes.cursor {
        case .header(let name): return answer.response?.header(name)
        case .member(let path):
            let texts = (answer.plain?.array ?? []).compactMap { $0.value(at: path)?.identityText }
            return texts.max { one, other in
                if let one = Double(one), let other = Double(other) {
                    one < other
                } else {
                    one < other
                }
            }
        }
    }

    private mutating func checkChanges(since cursor: String, _ id: String, _ others: [String]) async
    {
        guard let changes = context.conventions.changes else { return }
        var fields: HTTPFields = [:]
        var query = ""
        let key: String
        switch changes.question {
        case .parameter(let name):
            query = ServiceQuery.text([(name, cursor)])
            key = "parameter"
        case .header(let name):
            if let name = HTTPField.Name(name) { fields[name] = cursor }
            key = "header"
        }
        let answer = await context.ask(.list, query: query, fields)
        guard results.requireResponse(answer, for: "changes") else { return }
        guard answer.isSuccess, let elements = answer.plain?.array else {
            guard answer.status != 304 || context.conventions.tombstone != nil else { return }
            results.differ(
                at: context.place("changes", key),
                "the request for changes returned \(answer.outcome)",
                hint: "correct 'changes', or write 'changes: none'",
                answer.request
            )
            return
        }
        // Entities at the cursor itself may be repeated: several, if it is a date.
        let ids = elements.filter { element in
            guard case .member(let path) = changes.cursor else { return true }
            return element.value(at: path)?.identityText != cursor
        }.compactMap(context.id)
        let unchanged = others.filter(ids.contains)
        if unchanged.count > 1 {
            results.differ(
                at: context.place("changes", key),
                "the listing of changes contains unchanged entities, for example '\(unchanged[0])'",
                hint: "correct 'changes', or write 'changes: none'",
                answer.request
            )
        } else {
            results.confirm()
        }
        guard let tombstone = context.conventions.tombstone else { return }
        let listing = context.pagedListing(query: query, fields)
        func isTombstone(_ entity: JSON) -> Bool {
            context.id(of: entity) == id && tombstone.marks(entity)
        }
        var isThere = elements.contains(where: isTombstone)
        if !isThere, listing.paging.style != .none {
            let changes = await WholeListing(of: listing)
            isThere = changes.tombstones.contains(where: isTombstone)
            guard isThere || changes.isComplete else {
                return results.leave("tombstones", "not all pages of the changes could be read")
            }
        }
        guard !isThere else { return results.confirm() }
        results.differ(
            at: context.place("tombstone"),
            "the schema declares tombstones, but the listing of changes has none for '\(id)'",
            hint: "write 'tombstone: none'",
            answer.request
        )
    }
}
