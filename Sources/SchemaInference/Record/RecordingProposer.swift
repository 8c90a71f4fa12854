import Diagnostics
import SchemaImport

/// Proposes a schema for a recording: endpoints, repositories, and the types of their bodies.
struct RecordingProposer {
    /// A body of an operation.
    private struct Slot: Hashable {
        let operation: Int
        /// The status of a response; 0 is the request.
        let status: Int
    }

    private let settings: ProposalSettings

    init(_ settings: ProposalSettings) {
        self.settings = settings
    }

    /// Proposes a schema for the host with the most requests.
    ///
    /// - Parameters:
    ///   - recorded: The learned recordings; collects findings about omissions.
    ///   - bodies: Additional kinds of bodies.
    /// - Returns: The schema.
    func propose(_ recorded: RecordingLearner, with bodies: [LearnedBodies]) -> BodyProposal {
        let host = recorded.mainHost
        guard let host else { return SchemaProposer(settings).propose(bodies) }
        let operations = PathTemplates.join(host.host.operations)
        let base = Self.base(of: operations)
        var api = ProposedAPI(name: Self.name(ofOrigin: host.origin))
        api.servers = [
            .init(environment: "production", url: ([host.origin] + base).joined(separator: "/"))
        ]
        api.authentication = host.host.commonCredentials.map(\.node)

        let all = operations.map { OperationNames(path: Array($0.path.dropFirst(base.count))) }
        let drafts = operations.map { Self.sendsDraft($0, among: operations) }
        var (kinds, slots) = self.kinds(operations, all, leavingOut: drafts)
        var proposal = SchemaProposer(settings).propose(bodies + kinds, of: api)
        let entities = proposal.schema.entityNames
        let areDrafts = drafts.indices.allSatisfy { index in
            guard drafts[index],
                let type = itemType(index, operations, slots, proposal, bodies.count)
            else { return !drafts[index] }
            return entities.contains(type)
        }
        if !areDrafts {
            (kinds, slots) = self.kinds(operations, all, leavingOut: drafts.map { _ in false })
            proposal = SchemaProposer(settings).propose(bodies + kinds, of: api)
        }
        let found = proposal.types
        let drafted = operations.indices.map { index in
            areDrafts && drafts[index]
                ? itemType(index, operations, slots, proposal, bodies.count) : nil
        }
        var writer = EndpointProposer(
            operations: operations,
            credentials: Set(host.host.commonCredentials),
            names: all,
            types: { operation, status in
                slots[Slot(operation: operation, status: status)]
                    .flatMap { found[bodies.count + $0] }
            },
            drafts: drafted,
            entities: entities,
            hasKeys: proposal.schema.apis.first?.keys != nil,
            table: proposal.table
        )
        writer.propose()
        proposal.schema.declarations += writer.declarations
        markReadOnly(operations, drafted, &proposal)
        conclude(from: writer.requests, writer.table, &proposal)
        return proposal
    }

    /// Adds repositories and pages, and removes the endpoints that they replace.
    private func conclude(
        from requests: [EntityConclusion.Request],
        _ names: NameTable,
        _ proposal: inout BodyProposal
    ) {
        let before = EntityValues(proposal.schema)
        let conclusion = EntityConclusion(
            before.schema,
            requests,
            naming: proposal.naming,
            reservedNames: settings.reservedNames
        )
        if let concluded = conclusion.schema(names) {
            proposal.schema = before.restored(in: concluded)
        }
        // A constant value is not a default, but the page size.
        for index in proposal.schema.declarations.indices {
            guard case .endpoint(var endpoint) = proposal.schema.declarations[index].body else {
                continue
            }
            for position in endpoint.query.indices { endpoint.query[position].defaultValue = nil }
            proposal.schema.declarations[index].body = .endpoint(endpoint)
        }
    }

    // MARK: - Bodies

    private func kinds(
        _ operations: [RecordedOperation],
        _ names: [OperationNames],
        leavingOut drafts: [Bool]
    ) -> ([LearnedBodies], [Slot: Int]) {
        var kinds: [LearnedBodies] = []
        var slots: [Slot: Int] = [:]
        func add(_ bodies: RecordedOperation.Bodies, _ name: String, _ slot: Slot) {
            slots[slot] = kinds.count
            var kind = LearnedBodies(names: [name], count: bodies.count, tree: bodies.tree)
            kind.origins = .recording
            kinds.append(kind)
        }
        // Items are named first, then lists, requests and errors.
        let order = operations.indices.sorted { one, other in
            let ranks = [one, other].map { names[$0].isOfItem ? 0 : 1 }
            return ranks[0] == ranks[1] ? one < other : ranks[0] < ranks[1]
        }
        for index in order {
            for (status, bodies) in operations[index].received.sorted(by: { $0.key < $1.key }) {
                guard let bodies, (200..<300).contains(status) else { continue }
                let isList =
                    bodies.tree.root.kinds == .object && !names[index].isOfItem
                    && operations[index].method == "GET"
                    && NounForm.isPlural(names[index].path.last.flatMap { $0 } ?? "")
                let noun = names[index].noun
                add(bodies, isList ? noun + "List" : noun, Slot(operation: index, status: status))
            }
        }
        for index in order {
            if let sent = operations[index].sent, !drafts[index] {
                add(sent, names[index].noun + "Input", Slot(operation: index, status: 0))
            }
            for (status, bodies) in operations[index].received.sorted(by: { $0.key < $1.key }) {
                guard let bodies, status >= 400 else { continue }
                add(bodies, "Problem", Slot(operation: index, status: status))
            }
        }
        return (kinds, slots)
    }

    /// Whether all keys of a request are also in the response: then it is a draft or a patch.
    private static func sendsDraft(
        _ operation: RecordedOperation,
        among operations: [RecordedOperation]
    ) -> Bool {
        guard let sent = operation.sent, let item = item(operation) else { return false }
        let keys = Set(item.tree.root.members.list.map(\.key))
        let sentKeys = Set(sent.tree.root.members.list.map(\.key))
        return keys.contains("id") && !sentKeys.isEmpty && sentKeys.isSubset(of: keys)
            && !sentKeys.contains("id")
    }

    /// The response of a successful operation.
    private static func item(_ operation: RecordedOperation) -> RecordedOperation.Bodies? {
        operation.received.sorted { $0.key < $1.key }
            .first { (200..<300).contains($0.key) && $0.value != nil }?.value
    }

    private func itemType(
        _ index: Int,
        _ operations: [RecordedOperation],
        _ slots: [Slot: Int],
        _ proposal: BodyProposal,
        _ offset: Int
    ) -> String? {
        let statuses = operations[index].received.keys.filter { (200..<300).contains($0) }.sorted()
        for status in statuses {
            guard let kind = slots[Slot(operation: index, status: status)],
                case .name(let name)? = proposal.types[offset + kind]
            else { continue }
            return name
        }
        return nil
    }

    /// Marks the properties of entities that no request sends; a patch alone has only the changed
    /// ones.
    private func markReadOnly(
        _ operations: [RecordedOperation],
        _ drafts: [String?],
        _ proposal: inout BodyProposal
    ) {
        var sent: [String: Set<String>] = [:]
        var written: Set<String> = []
        for index in operations.indices {
            guard let name = drafts[index], let body = operations[index].sent else { continue }
            sent[name, default: []].formUnion(body.tree.root.members.list.map(\.key))
            if operations[index].method != "PATCH" { written.insert(name) }
        }
        sent = sent.filter { written.contains($0.key) }
        for index in proposal.schema.declarations.indices {
            let declaration = proposal.schema.declarations[index]
            guard case .entity(var structure) = declaration.body, let keys = sent[declaration.name],
                let all = proposal.keys[declaration.name], all.count == structure.properties.count
            else { continue }
            for (position, key) in all.enumerated() where !keys.contains(key) {
                structure.properties[position].isReadOnly = true
            }
            proposal.schema.declarations[index].body = .entity(structure)
        }
    }

    // MARK: - The service

    /// The common prefix of all paths, up to the first collection: `api/v2`.
    private static func base(of operations: [RecordedOperation]) -> [String] {
        var base: [String] = []
        while let part = operations.first?.path.dropFirst(base.count).first ?? nil {
            guard OperationNames.isPrefix(part),
                operations.allSatisfy({ operation in
                    operation.path.count > base.count + 1 && operation.path[base.count] == part
                })
            else { break }
            base.append(part)
        }
        return base
    }

    /// The domains in which a country registers others: `co` of `example.co.uk`.
    private static let registries: Set = ["ac", "co", "com", "gov", "net", "org"]

    /// The name of a service: `Example` for `https://api.example.com`.
    private static func name(ofOrigin origin: String) -> String {
        let host = origin.split(separator: "/").last?.split(separator: ":").first ?? ""
        var labels = host.split(separator: ".").map(String.init)
        if labels.allSatisfy({ $0.allSatisfy(\.isNumber) }) || labels.count < 2 { return "Service" }
        if labels.count > 2, labels.last?.count == 2,
            registries.contains(labels[labels.count - 2].lowercased())
        {
            labels.removeLast()
        }
        return NameTable.typeName(labels[labels.count - 2]) ?? "Service"
    }
}

extension RecordingLearner.Credential {
    /// The credential, as a schema writes it.
    fileprivate var node: SchemaNode {
        switch self {
        case .bearer: .text("bearer")
        case .basic: .text("basic")
        case .header(let name): .mapping([("header", .text(name))])
        case .query(let name): .mapping([("query", .text(name))])
        }
    }
}

extension ProposedSchema {
    /// The names of the entities.
    var entityNames: Set<String> {
        Set(declarations.filter { $0.section == .entities }.map(\.name))
    }
}
