import SchemaImport

/// Proposes the endpoints of a service.
struct EndpointProposer {
    let operations: [RecordedOperation]
    /// The credentials that the API sends.
    let credentials: Set<RecordingLearner.Credential>
    let names: [OperationNames]
    /// The type of a body: of an operation and a status, where 0 is the request.
    let types: (Int, Int) -> ProposedType?
    /// The entity whose draft or patch each operation sends.
    let drafts: [String?]
    let entities: Set<String>
    /// Whether names of properties differ from their keys.
    let hasKeys: Bool
    var table: NameTable

    /// The endpoints.
    private(set) var declarations: [ProposedDeclaration] = []
    /// Their requests.
    private(set) var requests: [EntityConclusion.Request] = []

    /// Proposes an endpoint for each operation.
    mutating func propose() {
        for index in operations.indices {
            let declaration = endpoint(index)
            declarations.append(declaration)
            guard case .endpoint(let body) = declaration.body else { continue }
            requests.append(.init(name: declaration.name, method: body.method, path: body.path))
        }
    }

    /// The returned entity.
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
                + (operation.endsWithSlash ? "/" : "")
        )
        let offset = operation.path.count - names[index].path.count
        endpoint.pathParameters = parameters.sorted { $0.key < $1.key }.compactMap {
            let type = Self.type(of: operation.pathValues[offset + $0.key])
            return type == "String" ? nil : ProposedProperty($0.value, .name(type))
        }
        // Logging in, for example, must not need the token that it returns. What is only read does
        // no harm with it, and may have been recorded before the login.
        endpoint.isAnonymous =
            !credentials.isEmpty && operation.credentials.isEmpty && operation.method != "GET"
            && operation.received.keys.contains { $0 < 400 }
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
        let comments = [operation.count == 1 ? "1 request" : "\(operation.count) requests"]
        return ProposedDeclaration(name, comments: comments, .endpoint(endpoint))
    }

    private func isArray(_ index: Int) -> Bool {
        operations[index].received.keys.contains { status in
            if case .array = types(index, status) { true } else { false }
        }
    }

    private func query(of operation: RecordedOperation) -> [ProposedProperty] {
        let named = PropertyNaming.parameters.named(operation.query.list.map(\.name))
        return zip(operation.query.list, named).map { query, named in
            var property = property(query, named, of: operation.count)
            // A single request does not show which parameters are optional.
            if operation.count == 1 { property.isOptional = true }
            if hasKeys, named.name.contains(where: \.isUppercase) { property.key = query.name }
            if let size = Self.pageSize(query) { property.defaultValue = .literal(size) }
            return property
        }
    }

    private func property(
        _ parameter: RecordedParameters.Parameter,
        _ named: PropertyNaming.Named,
        of count: Int
    ) -> ProposedProperty {
        let word = parameter.isFile ? "file" : Self.type(of: parameter.values)
        let type = ProposedType.name(word)
        var property = ProposedProperty(
            named.name,
            isOptional: parameter.presence < count,
            parameter.isRepeated ? .array(type) : type
        )
        property.key = named.key
        if property.isOptional { property.remark = "in \(parameter.presence) of \(count)" }
        return property
    }

    /// The page size, if a parameter sets it and was always the same.
    private static func pageSize(_ query: RecordedParameters.Parameter) -> String? {
        guard PagingSketch.isSize(query.name), let values = query.values.values,
            let only = values.first, values.count == 1, let size = Int(only),
            (1...1000).contains(size)
        else { return nil }
        return "\(size)"
    }

    private func form(_ form: RecordedOperation.Form) -> ProposedBody {
        let named = PropertyNaming.parameters.named(form.fields.list.map(\.name))
        let fields = zip(form.fields.list, named).map { property($0, $1, of: form.count) }
        return .fields(form.word, fields)
    }

    private func body(of index: Int) -> ProposedBody? {
        if let entity = drafts[index] {
            let form = operations[index].method == "PATCH" ? "Patch" : "Draft"
            return .json(.name("\(entity).\(form)"))
        }
        return types(index, 0).map { .json($0) } ?? operations[index].form.map(form)
            ?? operations[index].otherMedia.map { .unstructured($0) }
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
        if values.forms.contains(.uuid) { return "UUID" }
        if values.forms.contains(.bool) { return "Bool" }
        // Sent as it was: a number may have more digits, or fewer zeros.
        let isDouble =
            values.forms.contains(.decimal)
            && values.values?.allSatisfy { Double($0)?.description == $0 } == true
        return isDouble ? "Double" : "String"
    }

    /// A path component, percent-encoded.
    private static func escaped(_ part: String) -> String {
        if part.hasPrefix("{") { return part }
        return part.percentEncoded { byte in
            let character = Character(Unicode.Scalar(byte))
            return byte < 0x80
                && (character.isLetter || character.isNumber
                    || "-._~!$&'()*+,;=:@".contains(character))
        }
    }
}
