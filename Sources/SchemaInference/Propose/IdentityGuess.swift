import SchemaImport

/// The identity of an object.
struct IdentityGuess {
    /// The keys of identities, the best first.
    private static let keys = ["id", "_id", "ID", "Id", "uuid"]

    /// The identity as the schema declares it.
    let identity: ProposedIdentity
    /// Its key.
    let key: String

    /// Finds the identity of a kind of object; nil if not all objects have one.
    init?(of node: ShapeGraph.Node, in graph: ShapeGraph, _ naming: PropertyNaming) {
        guard node.members.count > 1 else { return nil }
        for key in Self.keys {
            guard let member = node.members.first(where: { $0.key == key }),
                member.presence == node.values.objects, member.nulls == 0,
                member.count == member.presence,
                let type = Self.type(of: graph[member.node].values)
            else { continue }
            let named = naming.named([key])[0]
            let isID = named.name == "id" && named.key == nil
            identity = ProposedIdentity(type: type, key: isID ? nil : key)
            self.key = key
            return
        }
        return nil
    }

    private static func type(of values: ShapeNode) -> String? {
        if values.kinds == .text, values.texts.empties == 0 {
            return values.texts.forms.contains(.uuid) ? "UUID" : "String"
        }
        guard values.kinds == .number, values.numbers.decimals == 0 else { return nil }
        switch values.numbers.commonWidth {
        case .int: return "Int"
        case .uint64: return "UInt64"
        case .decimal, .none: return nil
        }
    }
}

extension ProposedProperty {
    /// The property as a reference, where its name and its type are those of an entity's identity.
    func referring(to identities: [String: ProposedIdentity]) -> ProposedProperty {
        var property = self
        property.properties = properties?.map { $0.referring(to: identities) }
        guard json == nil, formats.isEmpty, let leaf = type.leafName else { return property }
        let singular = NounForm.singular(name)
        for suffix in ["ID", "Id"] where singular.hasSuffix(suffix) {
            let stem = String(singular.dropLast(2))
            guard let entity = NameTable.typeName(stem), let identity = identities[entity],
                identity.type == leaf
            else { continue }
            property.type = type.replacingLeaf(with: .name(entity + ".ID"))
        }
        return property
    }
}
