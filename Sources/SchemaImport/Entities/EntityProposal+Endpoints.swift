/// The endpoints next to entities.
extension EntityProposal {
    // MARK: - Pages of endpoints

    func page(_ schema: inout ProposedSchema) {
        for index in schema.declarations.indices {
            guard case .endpoint(var endpoint) = schema.declarations[index].body,
                endpoint.method == "get", endpoint.responses.isEmpty,
                case .json(let type)? = endpoint.response
            else { continue }
            var envelope: ListingEnvelope?
            if case .name(let name) = type, let structure = finder.structures[name] {
                envelope = ListingEnvelope(structure, in: finder.structures, keys: keyOf)
            }
            if case .array = type {} else if envelope == nil { continue }
            let paging = PagingSketch(
                endpoint,
                envelope: envelope?.others ?? [:],
                areRecorded: finder.areRecorded
            )
            guard let paging else { continue }
            if let envelope {
                endpoint.response = .json(.array(envelope.element))
                endpoint.unwrap = envelope.key
            }
            endpoint.paging = paging.node
            paging.adapt(&endpoint.query)
            endpoint.responseHeaders.removeAll { ($0.key ?? $0.name).lowercased() == "link" }
            schema.declarations[index].body = .endpoint(endpoint)
            schema.declarations[index].comments.append("Pages: \(paging.evidence).")
        }
    }

    // MARK: - Requests

    /// Requests of endpoints lack the properties that only the server sets, and send those that are
    /// only written.
    func sendDrafts(in schema: inout ProposedSchema) {
        let names = schema.declarations.compactMap { declaration -> String? in
            guard case .entity(let structure) = declaration.body,
                sendsDraft(of: structure, declaration.name)
            else { return nil }
            return declaration.name
        }
        guard !names.isEmpty else { return }
        for index in schema.declarations.indices {
            guard case .endpoint(var endpoint) = schema.declarations[index].body,
                case .name(let name)? = endpoint.body?.type, names.contains(name)
            else { continue }
            let part = endpoint.method == "patch" ? "Patch" : "Draft"
            endpoint.body?.mapTypes { _ in .name("\(name).\(part)") }
            schema.declarations[index].body = .endpoint(endpoint)
        }
    }

    /// Whether requests with an entity send its draft.
    private func sendsDraft(of structure: ProposedStructure, _ name: String) -> Bool {
        if structure.properties.contains(where: \.isWriteOnly) { return true }
        guard let former = finder.structures[name] else { return false }
        let properties = finder.bodies.properties(of: former, nil)
        let identityKey = structure.identity?.key ?? "id"
        let identity = properties.first { keyOf($0) == identityKey }
        // A draft would lack an identity that requests need.
        if let identity, !identity.isOptional, !identity.isReadOnly,
            structure.identity?.assignedBy == nil
        {
            return false
        }
        return properties.contains(where: \.isReadOnly)
    }

    // MARK: - References

    /// Properties and placeholders such as `userId`, with the type of the identity of `User`, refer
    /// to it.
    func refer(to found: [FoundEntity], in schema: inout ProposedSchema) {
        let types = Dictionary(
            found.map { ($0.name.bare + "id", ($0.name, $0.identity.type.withoutNull)) },
            uniquingKeysWith: { one, _ in one }
        )
        guard !types.isEmpty else { return }
        func reference(_ property: ProposedProperty, key: String) -> ProposedProperty {
            guard let (name, type) = types[key.bare], property.type.withoutNull == type,
                property.defaultValue == nil
            else { return property }
            var property = property
            property.type = property.type.replacingLeaf(with: .name(name + ".ID"))
            property.remark = "by its name"
            return property
        }
        for index in schema.declarations.indices {
            switch schema.declarations[index].body {
            case .entity(var structure):
                structure.properties = structure.properties.map { reference($0, key: keyOf($0)) }
                schema.declarations[index].body = .entity(structure)
            case .value(var structure):
                structure.properties = structure.properties.map { reference($0, key: keyOf($0)) }
                schema.declarations[index].body = .value(structure)
            case .endpoint(var endpoint):
                endpoint.pathParameters = endpoint.pathParameters.map { parameter in
                    var parameter = reference(parameter, key: parameter.name)
                    parameter.remark = nil
                    return parameter
                }
                schema.declarations[index].body = .endpoint(endpoint)
            default: break
            }
        }
    }
}
