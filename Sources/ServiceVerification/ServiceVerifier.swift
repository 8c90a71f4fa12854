import Dispatch
import RepositoryNetworking
import RepositoryValues
package import SchemaLanguage
import ServiceModel
import Synchronization

/// Verifies a service, and finds the differences from its schema.
///
/// It reads entities and, if allowed, creates, changes and deletes some; it only reads those it did
/// not create. In any case, it deletes the created entities at the end.
package struct ServiceVerifier: Sendable {
    private let model: ServiceModel
    private let settings: VerificationSettings
    private let budget: RequestBudget
    private let interruption: Interruption
    private let register: CreatedRegister
    private let log: @Sendable (String) -> Void
    private let known = KnownIdentities()

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - settings: The URL and the permissions.
    ///   - interruption: Allows stopping early.
    ///   - register: Receives entities that are created but not yet deleted.
    ///   - log: Receives a line for each request.
    package init(
        _ schema: CheckedSchema,
        _ settings: VerificationSettings,
        interruption: Interruption = Interruption(),
        register: CreatedRegister = CreatedRegister(),
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        model = ServiceModel(schema)
        self.settings = settings
        self.interruption = interruption
        self.register = register
        self.log = log
        budget = RequestBudget(rate: settings.rate, maximum: settings.maximumRequests)
    }

    /// The names of the repositories of entities and of the endpoints, in schema order.
    package var names: [String] {
        model.collections.map(\.name) + model.schema.endpoints.map(\.head.name)
    }

    /// The reason why the settings name unknown parameters, as a clause; nil if they do not.
    package var problem: String? {
        for (name, text) in settings.parameters.sorted(by: { $0.key < $1.key }) {
            let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
            let endpoints = model.schema.endpoints.filter {
                parts.count < 2 || $0.head.name == parts[0]
            }
            guard !endpoints.isEmpty else { return "no endpoint is named '\(parts[0])'" }
            let found = endpoints.flatMap(\.parameters).filter { $0.name == parts.last }
            guard !found.isEmpty else { return "no endpoint has the parameter '\(name)'" }
            guard !text.isEmpty else { return "the value of '\(name)' is empty" }
            for parameter in found {
                let value = EndpointRequests.value(of: text, for: parameter, in: model)
                let wrong = JSONCheck(model)
                    .findings(in: value, as: parameter.type, parameter.wire, for: .response)
                if let first = wrong.first {
                    return "'\(text)' is not a valid value of '\(name)': \(first.message)"
                }
            }
        }
        let endpoints = Set(model.schema.endpoints.map(\.head.name))
        return settings.calls.sorted().first { !endpoints.contains($0) }
            .map { "no endpoint is named '\($0)'" }
    }

    /// Verifies the service.
    ///
    /// - Returns: The findings.
    package func verify() async -> Verification {
        var verification = Verification()
        var contexts = model.collections.map { collection in
            CollectionContext(model, collection, connection(to: collection.api))
        }
        // Referenced entities are created first.
        contexts = CreationOrder(contexts).sorted
        var listings: [String: ListingCheck] = [:]
        for context in contexts where !(await budget.isUnanswered) {
            var listing = ListingCheck(context)
            await listing.run()
            listings[context.name] = listing
            if await budget.isUnanswered { verification.add(listing.results) }
            known.prefer(
                (listing.entities ?? []).compactMap { $0[context.identityKey] },
                of: context.entity.head.name
            )
        }
        var created = CreatedEntities(register)
        var made: [String: CreatingCheck] = [:]
        if settings.writes, !(await budget.isUnanswered) {
            let needed = CreationOrder.needed(settings.names, among: contexts)
            for context in contexts where needed.contains(context.name) {
                created.keep(await WholeListing(of: context), in: context)
                made[context.name] = await create(context, &created, &verification)
            }
        }
        for context in contexts where isWanted(context.name) && !interruption.isInterrupted {
            guard !(await budget.isUnanswered) else { break }
            if let listing = listings[context.name] { verification.add(listing.results) }
            let own = made[context.name]
            await read(context, listings[context.name], own?.entities ?? [], &verification)
            if let own { await write(context, own, &created, &verification) }
        }
        for endpoint in model.schema.endpoints
        where isWanted(endpoint.head.name) && !interruption.isInterrupted {
            guard !(await budget.isUnanswered) else { break }
            await call(endpoint, &verification)
        }
        // Referencing entities are deleted first: a service may delete them together with the
        // referenced ones.
        for context in contexts.reversed()
        where isWanted(context.name) && !interruption.isInterrupted {
            await delete(context, made[context.name]?.entities ?? [], &created, &verification)
        }
        verification.left = await created.deleteAll()
        verification.requests = await budget.count
        verification.responses = await budget.responses
        verification.isExhausted = await budget.isExhausted
        verification.isInterrupted = interruption.isInterrupted
        return verification
    }

    /// Verifies the service, and blocks the thread until it is done.
    package func verifyAndWait() -> Verification {
        let result = Mutex(Verification())
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            let verification = await verify()
            result.withLock { $0 = verification }
            end.signal()
        }
        end.wait()
        return result.withLock { $0 }
    }

    private func isWanted(_ name: String) -> Bool {
        settings.names.isEmpty || settings.names.contains(name)
    }

    private func connection(
        to api: CheckedAPI?,
        authenticates: Bool = true
    ) -> ServiceConnection {
        ServiceConnection(
            to: api,
            settings,
            budget,
            interruption,
            authenticates: authenticates,
            log: log
        )
    }

    private var drafts: DraftMaker {
        let known = known
        return DraftMaker(model: model, seed: settings.seed) { known.identities(of: $0) }
    }

    private func create(
        _ context: CollectionContext,
        _ created: inout CreatedEntities,
        _ verification: inout Verification
    ) async -> CreatingCheck? {
        guard !interruption.isInterrupted else { return nil }
        var creating = CreatingCheck(context, drafts)
        await creating.run(&created)
        verification.add(creating.results)
        known.prefer(
            creating.entities.compactMap { $0[context.identityKey] },
            of: context.entity.head.name
        )
        return creating.entities.isEmpty ? nil : creating
    }

    /// Verifies the reads of a repository.
    private func read(
        _ context: CollectionContext,
        _ before: ListingCheck?,
        _ made: [JSON],
        _ verification: inout Verification
    ) async {
        guard let before, before.entities != nil || !context.offers(.list) else { return }
        var entities = before.entities ?? []
        if !made.isEmpty, context.offers(.list) {
            // Created entities exist now, too.
            var listing = ListingCheck(context)
            await listing.run()
            verification.add(listing.results)
            entities = listing.entities ?? entities
        }
        var reading = ReadingCheck(context)
        let ids = Set((entities + made).compactMap(context.id))
        await reading.run(entities.first ?? made.first, known: ids)
        verification.add(reading.results)
        if let declared = context.declared.paging, context.offers(.list) {
            var paging = PagingCheck(context.pagedListing(), declared, of: context.name)
            await paging.run(known: max(entities.count, made.count))
            verification.add(paging.results)
            var pages = CheckResults(context.name)
            context.bodies.compare(
                paging.later.entities,
                with: .entity(context.entity.head.name),
                where: \.isListed,
                paging.later.request,
                &pages
            )
            // The first page was compared before.
            let known = Set(verification.differences.map(\.place))
            for difference in pages.findings.differences where !known.contains(difference.place) {
                verification.add(difference)
            }
        }
        var query = QueryCheck(context, entities)
        await query.run()
        verification.add(query.results)
    }

    /// Verifies changes of the created entities.
    private func write(
        _ context: CollectionContext,
        _ creating: CreatingCheck,
        _ created: inout CreatedEntities,
        _ verification: inout Verification
    ) async {
        var refusing = RefusingCheck(context, drafts, unkept: creating.changed)
        await refusing.run(&created)
        verification.add(refusing.results)
        var repeating = RepeatingCheck(context, drafts)
        await repeating.run(creating.entities[0], &created)
        verification.add(repeating.results)
        var changing = ChangingCheck(context, drafts, unkept: creating.changed)
        await changing.run(creating.entities[0])
        verification.add(changing.results)
    }

    /// Verifies deletes with one of the created entities.
    private func delete(
        _ context: CollectionContext,
        _ made: [JSON],
        _ created: inout CreatedEntities,
        _ verification: inout Verification
    ) async {
        guard let last = made.last, made.count > 1 else { return }
        var deleting = DeletingCheck(context)
        let others = made.dropLast().compactMap(context.id)
        await deleting.run(last, others: others, &created)
        verification.add(deleting.results)
    }

    private func call(_ endpoint: CheckedEndpoint, _ verification: inout Verification) async {
        let known = known
        let requests = EndpointRequests(
            model: model,
            endpoint: endpoint,
            settings: settings,
            identities: { known.identities(of: $0) }
        )
        let api = endpoint.head.api.flatMap { model.api($0) }
        let connection = connection(to: api, authenticates: endpoint.authenticates)
        var check = EndpointCheck(requests, connection, interruption)
        await check.run(isAllowed: settings.calls.contains(endpoint.head.name))
        verification.add(check.results)
    }
}
