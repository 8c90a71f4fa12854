import SchemaImport

/// Proposes the endpoints and repositories of a service.
struct EndpointProposer {
    let operations: [RecordedOperation]
    let names: [OperationNames]
    /// The type of a body: of an operation and a status, 0 being the request.
    let types: (Int, Int) -> ProposedType?
    /// For each operation the entity of which it sends a draft or a patch.
    let drafts: [String?]
    let entities: Set<String>
    /// Whether names of properties are not their keys.
    let hasKeys: Bool
    var table: NameTable

    /// The declarations.
    mutating func declarations() -> [ProposedDeclaration] {
        var covered: Set<Int> = []
        var repositories: [ProposedDeclaration] = []
        for index in operations.indices {
            guard let (name, repository, operations) = repository(ofItem: index, covered) else {
                continue
            }
            covered.formUnion(operations)
            let taken = table.take(name + "Repository", or: "Repository")
            repositories.append(ProposedDeclaration(taken, .repository(repository)))
        }
        var endpoints: [ProposedDeclaration] = []
        for index in operations.indices {
            // A repository sends these; a listing with parameters of its own is an endpoint, too.
            if covered.contains(index), operations[index].query.isEmpty { continue }
            endpoints.append(endpoint(index))
        }
        return endpoints + repositories
    }

    // MARK: - Repositories

    /// The repository of an entity that a path with an identity at its end leads to.
    private func repository(
        ofItem index: Int,
        _ covered: Set<Int>
    ) -> (name: String, ProposedRepository, operations: [Int])? {
        let path = names[index].path
        guard names[index].isOfItem, !covered.contains(index) else { return nil }
        let collection = path.dropLast()
        guard !collection.isEmpty, collection.allSatisfy({ $0 != nil }) else { return nil }
        let items = operations.indices.filter { names[$0].path == path }
        let lists = operations.indices.filter { names[$0].path == Array(collection) }
        guard let entity = items.lazy.compactMap({ entity(of: $0, isList: false) }).first,
            !lists.isEmpty
        else { return nil }
        var remote: [String] = []
        var used: [Int] = []
        func offer(_ name: String, _ indices: [Int]) {
            remote.append(name)
            used += indices
        }
        if let one = lists.first(where: {
            operations[$0].method == "POST" && self.entity(of: $0, isList: false) == entity
        }) {
            offer("create", [one])
        }
        let read = items.first { operations[$0].method == "GET" }
        let list = lists.first {
            operations[$0].method == "GET" && self.entity(of: $0, isList: true) == entity
        }
        if let read, let list { offer("read", [read, list]) }
        for (method, name) in [("PUT", "update"), ("PATCH", "patch"), ("DELETE", "delete")] {
            if let one = items.first(where: { operations[$0].method == method }) {
                offer(name, [one])
            }
        }
        guard remote.contains("read") else { return nil }
        let place = collection.compactMap(\.self).joined(separator: "/")
        return (entity, ProposedRepository(entity: entity, path: place, remote: remote), used)
    }

    /// The entity that comes back.
    private func entity(of index: Int, isList: Bool) -> String? {
        for status in operations[index].received.keys.sorted() where (200..<300).contains(status) {
            switch types(index, status) {
            case .name(let name) where !isList && entities.contains(name): return name
            case .array(.name(let name)) where isList && entities.contains(name): return name
            default: continue
            }
        }
        return nil
    }

    // MARK: - Endpoints

    private mutating func endpoint(_ index: Int) -> ProposedDeclaration {
        let operation = operations[index]
        let parameters = names[index].parameters
        let path = names[index].path.enumerated().map { position, part in
            part ?? "{\(parameters[position] ?? "id")}"
        }
        var endpoint = ProposedEndpoint(
            method: operation.method.lowercased(),
            path: "/" + path.map(Self.escaped).joined(separator: "/")
        )
        let offset = operation.path.count - names[index].path.count
        endpoint.pathParameters = parameters.sorted { $0.key < $1.key }.compactMap {
            let type = Self.type(of: operation.pathValues[offset + $0.key])
            return type == "String" ? nil : ProposedProperty($0.value, .name(type))
        }
        endpoint.query = query(of: operation)
        endpoint.body = body(of: index)
        addResponses(of: index, to: &endpoint)
        let isList =
            entity(of: index, isList: true) != nil || isArray(index)
            || NounForm.isPlural(names[index].path.last.flatMap { $0 } ?? "")
        let name = table.take(
            names[index].name(method: operation.method, isList: isList),
            or: "Request"
        )
        let comments = ["\(operation.count) request\(operation.count == 1 ? "" : "s")"]
        return ProposedDeclaration(name, comments: comments, .endpoint(endpoint))
    }

    private func isArray(_ index: Int) -> Bool {
        operations[index].received.keys.contains { status in
            if case .array = types(index, status) { true } else { false }
        }
    }

    private func query(of operation: RecordedOperation) -> [ProposedProperty] {
        let named = PropertyNaming.parameters.named(operation.query.map(\.name))
        return zip(operation.query, named).map { query, named in
            let type = ProposedType.name(Self.type(of: query.parameter.values))
            let presence = query.parameter.presence
            var property = ProposedProperty(
                named.name,
                // One request does not show what may be left out.
                isOptional: presence < operation.count || operation.count == 1,
                query.parameter.isRepeated ? .array(type) : type
            )
            property.key = named.key
            if hasKeys, named.name.contains(where: \.isUppercase) { property.key = query.name }
            if presence < operation.count {
                property.remark = "in \(presence) of \(operation.count)"
            }
            return property
        }
    }

    private func body(of index: Int) -> ProposedBody? {
        if let entity = drafts[index] {
            let form = operations[index].method == "PATCH" ? "Patch" : "Draft"
            return .json(.name("\(entity).\(form)"))
        }
        return types(index, 0).map { .json($0) }
    }

    private func addResponses(of index: Int, to endpoint: inout ProposedEndpoint) {
        let statuses = operations[index].received.keys.sorted()
        let successes = statuses.filter { (200..<300).contains($0) }
        let found = successes.map { types(index, $0) }
        if let first = found.first, found.allSatisfy({ $0 == first }) {
            endpoint.response = first.map { .json($0) }
        } else if !successes.isEmpty {
            endpoint.responses = zip(successes, found).map { status, type in
                .init(status: "\(status)", body: type.map { .json($0) })
            }
        }
        endpoint.errors = statuses.filter { $0 >= 400 }.compactMap { status in
            types(index, status).map { .init(status: "\(status)", type: $0) }
        }
    }

    /// The type of a parameter.
    private static func type(of values: TextStatistics?) -> String {
        guard let values, values.empties == 0 else { return "String" }
        if values.forms.contains(.integer) { return "Int" }
        if values.forms.contains(.anyUUID) { return "UUID" }
        if values.forms.contains(.bool) { return "Bool" }
        return values.forms.contains(.decimal) ? "Double" : "String"
    }

    /// A part of a path as a URL has it.
    private static func escaped(_ part: String) -> String {
        if part.hasPrefix("{") { return part }
        var result = ""
        for byte in part.utf8 {
            let character = Character(Unicode.Scalar(byte))
            let isPlain =
                byte < 0x80
                && (character.isLetter || character.isNumber
                    || "-._~!$&'()*+,;=:@".contains(character))
            result +=
                isPlain
                ? String(character)
                : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return result
    }
}
