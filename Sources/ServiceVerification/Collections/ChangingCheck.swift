import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Checks that an entity changes as declared, and only by its own writes.
struct ChangingCheck {
    let context: CollectionContext
    let drafts: DraftMaker
    private(set) var results: CheckResults

    /// The keys of properties that the service changes on its own.
    private let unkept: Set<String>

    init(_ context: CollectionContext, _ drafts: DraftMaker, unkept: Set<String>) {
        self.unkept = unkept
        self.context = context
        self.drafts = drafts
        results = CheckResults(context.name)
    }

    /// Changes a created entity.
    mutating func run(_ entity: JSON) async {
        guard context.offers(.read), let id = context.id(of: entity) else { return }
        guard let property = drafts.changeable(of: context.kept.filter { !unkept.contains($0.key) })
        else {
            return results.leave(
                "changes",
                "no property is a single string or number that can be changed"
            )
        }
        for operation in [ServiceOperation.patch, .update] where context.offers(operation) {
            await change(id, operation, property)
        }
        var clearing = ClearingCheck(context, unkept: unkept)
        await clearing.run(id)
        results.add(clearing.results)
        await checkReplacement(id)
        await checkVersions(id, property)
    }

    /// The state of an entity, and its version.
    private func read(_ id: String) async -> (entity: JSON, version: String?)? {
        let answer = await context.ask(.read, id: id)
        return answer.plain.map { ($0, answer.version) }
    }

    /// Sends a change.
    private func send(
        _ operation: ServiceOperation,
        _ id: String,
        _ entity: JSON,
        _ property: CheckedProperty,
        _ value: JSON,
        version: String?
    ) async -> Answer {
        await context.ask(
            operation,
            id: id,
            body: body(of: operation, entity, property, value),
            version.map { [.ifMatch: $0] } ?? [:]
        )
    }

    /// The body of a request that changes a property.
    private func body(
        of operation: ServiceOperation,
        _ entity: JSON,
        _ property: CheckedProperty,
        _ value: JSON
    ) -> JSON {
        var body: JSON = operation == .patch ? [:] : whole(entity)
        body[property.key] = value
        return body
    }

    /// The body of a request that replaces an entity, as generated code sends it.
    private func whole(_ entity: JSON) -> JSON {
        // With another method, properties that are set only on creation are left out.
        let isPut = context.conventions.form(of: .update).method == .put
        let sent = context.entity.properties.filter { property in
            property.direction != .readOnly && property.file == nil
                && (isPut || property.direction != .immutable)
        }
        var members: [String: JSON] = [:]
        // The client must set write-only properties again, as responses lack them.
        let draft = drafts.draft(of: context, 1)
        for property in sent {
            members[property.key] =
                property.direction == .writeOnly ? draft?[property.key] : entity[property.key]
        }
        if context.entity.identityOrigin != .server {
            members[context.identityKey] = entity[context.identityKey]
        }
        return .object(members)
    }

    private func other(than entity: JSON, _ property: CheckedProperty) -> JSON? {
        drafts.value(of: property, of: context.entity, otherThan: entity[property.key])
    }

    private mutating func leave(_ property: CheckedProperty) {
        results.leave("changes", "no other value of '\(property.name)' can be made up")
    }

    private mutating func change(
        _ id: String,
        _ operation: ServiceOperation,
        _ property: CheckedProperty
    ) async {
        guard let before = await read(id) else { return }
        guard let value = other(than: before.entity, property) else { return leave(property) }
        let answer = await send(
            operation,
            id,
            before.entity,
            property,
            value,
            version: before.version
        )
        let word = CollectionContext.word(operation)
        guard results.requireResponse(answer, for: word) else { return }
        guard answer.isSuccess else {
            let place =
                operation == .patch && answer.status == 415
                ? context.place("media", "patch") : context.remote
            results.differ(
                at: place,
                "the schema offers '\(word)', but \(answer.request) returned \(answer.outcome)",
                hint: "remove '\(word)' from 'remote', or correct 'requests' or 'media'",
                answer.request
            )
            return
        }
        if let body = answer.plain, body.object != nil {
            context.bodies.compare(
                [body],
                with: .entity(context.entity.head.name),
                where: \.isReturned,
                answer.request,
                &results
            )
        }
        guard let after = await read(id) else { return }
        compare(before.entity, after.entity, operation, property, value, answer)
        let sent = body(of: operation, before.entity, property, value)
        checkResponse(answer, to: operation, sent, after.entity)
        guard before.version != nil else { return }
        if let told = answer.version, told == before.version, told != after.version {
            results.differ(
                at: context.place("versions"),
                "the response to a change has the version before it, '\(told)'",
                hint: "make the service return the new version, or none",
                answer.request
            )
        }
        guard before.version == after.version else { return }
        results.differ(
            at: context.place("versions"),
            "the version of an entity is still '\(before.version ?? "")' after a change",
            hint: "write 'versions: none'",
            answer.request
        )
    }

    private mutating func compare(
        _ before: JSON,
        _ after: JSON,
        _ operation: ServiceOperation,
        _ property: CheckedProperty,
        _ value: JSON,
        _ answer: Answer
    ) {
        let comparison = SentComparison(model: context.model)
        let word = CollectionContext.word(operation)
        guard comparison.isSame(value, after[property.key] ?? .null, property) else {
            let found = after[property.key]?.words ?? "nothing"
            results.differ(
                at: context.remote,
                "'\(property.key)' was changed to \(value.words) by '\(word)', but the service has \(found)",
                hint:
                    "remove '\(word)' from 'remote', or write 'readOnly: true' at '\(property.name)'",
                answer.request
            )
            return
        }
        let others = context.kept.filter { $0.key != property.key && !unkept.contains($0.key) }
        let lost = others.filter { other in
            guard let value = before[other.key], !value.isNull else { return false }
            return !comparison.isSame(value, after[other.key] ?? .null, other)
        }
        guard let first = lost.first else { return results.confirm() }
        let place = operation == .patch ? context.place("patches") : context.remote
        results.differ(
            at: place,
            "'\(word)' of '\(property.key)' also changes '\(first.key)'",
            hint: operation == .patch
                ? "remove 'patch' from 'remote' if the service replaces the whole entity" : nil,
            answer.request
        )
    }

    /// The response to a change must not have an older state: clients show it.
    private mutating func checkResponse(
        _ answer: Answer,
        to operation: ServiceOperation,
        _ sent: JSON,
        _ after: JSON
    ) {
        guard let response = answer.plain, context.id(of: response) != nil else { return }
        let comparison = SentComparison(model: context.model)
        let properties = context.kept.filter { property in
            property.isReturned && !unkept.contains(property.key)
                // A missing required property is a difference of the body.
                && (response[property.key] != nil || property.presence == .optional)
        }
        let stale = comparison.differing(sent, response, properties).first { property in
            guard let value = sent[property.key] else { return false }
            return comparison.isSame(value, after[property.key] ?? .null, property)
        }
        guard let stale else { return results.confirm() }
        let found = response[stale.key]?.words ?? "nothing"
        let word = CollectionContext.word(operation)
        results.differ(
            at: context.remote,
            "'\(stale.key)' was changed to \(sent[stale.key]?.words ?? "nothing") by '\(word)', "
                + "but the response has \(found)",
            hint: "make the service return the changed entity, or no body",
            answer.request
        )
    }

    /// A PUT must remove the properties that it leaves out.
    private mutating func checkReplacement(_ id: String) async {
        guard context.offers(.update), context.conventions.form(of: .update).method == .put,
            let before = await read(id)
        else { return }
        let removable = context.kept.first { property in
            property.presence == .optional && property.direction == .readWrite
                && property.isReturned && !unkept.contains(property.key)
                && before.entity[property.key]?.isNull == false
        }
        guard let removable, var members = whole(before.entity).object else { return }
        members.removeValue(forKey: removable.key)
        let fields = before.version.map { [HTTPField.Name.ifMatch: $0] as HTTPFields } ?? [:]
        let answer = await context.ask(.update, id: id, body: .object(members), fields)
        guard answer.isSuccess, let after = await read(id) else { return }
        let (old, new) = (
            before.entity[removable.key] ?? .null, after.entity[removable.key] ?? .null
        )
        // Another value is a default of the service.
        guard SentComparison(model: context.model).isSame(old, new, removable) else {
            return results.confirm()
        }
        results.differ(
            at: context.remote,
            "'update' left out '\(removable.key)', but the service has kept it: its PUT merges",
            hint: """
                write 'requests: { update: { patch: "{path}/{id}" } }' if the service offers it, \
                or '\(removable.name): T?' to send null
                """,
            answer.request
        )
    }

    // MARK: - Versions

    /// With versions, the service must reject a write based on an outdated state.
    private mutating func checkVersions(_ id: String, _ property: CheckedProperty) async {
        guard context.conventions.versions != .none else { return }
        guard let operation = [.patch, .update].first(where: context.offers) else { return }
        guard let before = await read(id), let version = before.version else { return }
        guard let first = other(than: before.entity, property) else { return leave(property) }
        let change = await send(operation, id, before.entity, property, first, version: version)
        guard change.isSuccess, let now = await read(id), now.version != version else { return }
        guard let second = other(than: now.entity, property) else { return leave(property) }
        let stale = await send(operation, id, before.entity, property, second, version: version)
        if [409, 412].contains(stale.status) {
            results.confirm()
            checkCurrent(stale)
            return
        }
        guard results.requireResponse(stale, for: "versions") else { return }
        let place = context.place("versions")
        if stale.isSuccess {
            results.differ(
                at: place,
                "the service ignores 'If-Match': a write with an old version overwrites a newer state",
                hint: "write 'versions: none'",
                stale.request
            )
        } else {
            results.differ(
                at: place,
                "a write with an old version returned \(stale.outcome) instead of 412",
                hint: "write 'versions: none', or make the service return 412",
                stale.request
            )
        }
    }

    /// If a conflict response should contain the server's state, it must do so.
    private mutating func checkCurrent(_ answer: Answer) {
        FailureCheck(context).check(answer, &results)
        guard context.declared.errors.current != nil, let path = context.conventions.errors.current
        else { return }
        guard answer.json?.value(at: path)?.object == nil else { return results.confirm() }
        results.differ(
            at: context.place("errors", "current"),
            "a conflict response lacks the entity at '\(path)', which the schema declares",
            hint: "correct 'current', or remove it",
            answer.request
        )
    }
}
