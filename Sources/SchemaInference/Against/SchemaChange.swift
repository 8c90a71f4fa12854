import SchemaImport
import SchemaLanguage

/// The changes to a schema that make bodies match it.
struct SchemaChange {
    private let types: SchemaTypes
    private let trees: [ShapeTree]
    private let reservedNames: Set<String>
    private let naming: PropertyNaming

    init(_ types: SchemaTypes, _ trees: [ShapeTree], _ reservedNames: Set<String>) {
        self.types = types
        self.trees = trees
        self.reservedNames = reservedNames
        naming = PropertyNaming(
            forKeys: (types.schema.values.flatMap(\.properties)
                + types.schema.entities.flatMap(\.properties)).map(\.key)
        )
    }

    /// The correction in one line; nil if it needs more.
    func hint(for finding: BodyFinding) -> String? {
        guard let (property, declarations) = property(for: [finding]), declarations.isEmpty else {
            return nil
        }
        guard property.properties == nil, property.formats.isEmpty, property.json == nil,
            property.key == nil, property.constraints.isEmpty
        else { return nil }
        if types.structure(finding.mark.structure)?.identity?.key == finding.mark.key {
            return identity(property).map {
                "write `id: \($0.type)` in \(finding.mark.structure)"
            }
        }
        let name = property.isOptional ? property.name + "?" : property.name
        return "write `\(name): \(property.type.text)` in \(finding.mark.structure)"
    }

    /// The properties to change or to add.
    func schema(for findings: [BodyFinding]) -> ProposedSchema? {
        var structures: [String] = []
        var properties: [String: [ProposedProperty]] = [:]
        var identities: [String: ProposedIdentity] = [:]
        var others: [ProposedDeclaration] = []
        let marks = Dictionary(grouping: findings) { [$0.mark.structure, $0.mark.key] }
        for finding in findings {
            let all = marks[[finding.mark.structure, finding.mark.key]] ?? []
            // Several findings for one property are one change.
            guard all.first?.mark == finding.mark,
                let (property, declarations) = property(for: all, besides: Set(others.map(\.name)))
            else { continue }
            let structure = finding.mark.structure
            var changed = properties[structure] ?? []
            if let known = types.structure(structure)?.identity, known.key == finding.mark.key {
                guard var identity = identity(property) else { continue }
                identity.key = known.key == "id" ? nil : known.key
                identities[structure] = identity
            } else {
                changed.append(property)
                others += declarations
            }
            if properties[structure] == nil { structures.append(structure) }
            properties[structure] = changed
        }
        guard !structures.isEmpty else { return nil }
        putInPlace(&structures, &properties)
        let changed = structures.map { name in
            let body = ProposedStructure(
                identity: identities[name],
                properties: properties[name] ?? []
            )
            let isEntity = types.structure(name)?.identity != nil
            return ProposedDeclaration(name, isEntity ? .entity(body) : .value(body))
        }
        return ProposedSchema(declarations: changed + others)
    }

    /// The identity with another type; nil if no identity has it, or may be missing.
    private func identity(_ property: ProposedProperty) -> ProposedIdentity? {
        let isType = ["String", "Int", "Int64", "UUID"].contains(property.type.text)
        return isType && !property.isOptional ? ProposedIdentity(type: property.type.text) : nil
    }

    /// Moves changes inside of inline objects to the properties that declare them.
    private func putInPlace(
        _ structures: inout [String],
        _ properties: inout [String: [ProposedProperty]]
    ) {
        while let name = structures.first(where: { types.place(ofInline: $0) != nil }),
            let place = types.place(ofInline: name)
        {
            structures.removeAll { $0 == name }
            let changes = properties.removeValue(forKey: name) ?? []
            if properties[place.structure] == nil { structures.append(place.structure) }
            var whole = properties[place.structure] ?? []
            let index = whole.firstIndex { $0.name == place.property.name }
            var property = index.map { whole[$0] } ?? declared(place.property)
            // A changed inline object is written as a whole, with its unchanged properties.
            var inner = index == nil ? [] : property.properties ?? []
            for change in changes {
                inner.removeAll { $0.name == change.name }
                inner.append(change)
            }
            property.properties = inner
            if let index { whole[index] = property } else { whole.append(property) }
            properties[place.structure] = whole
        }
    }

    // MARK: - Properties

    private func property(
        for findings: [BodyFinding],
        besides taken: Set<String> = []
    ) -> (ProposedProperty, [ProposedDeclaration])? {
        guard let first = findings.first, let structure = types.structure(first.mark.structure)
        else {
            return nil
        }
        let problems = Set(findings.map(\.mark.problem))
        let known = structure.properties[first.mark.key]
        guard let known, !problems.contains(.mismatch) else {
            let paths = findings.reduce(into: Set<[String]>()) { $0.formUnion($1.paths) }
            guard let (proposed, declarations) = proposal(first.mark, paths, taken) else {
                return nil
            }
            var property = proposed
            if let known {
                let declared = declared(known)
                property.name = known.name
                // Other bodies may lack it, or have null.
                property.isOptional = property.isOptional || declared.isOptional
                if declared.type != declared.type.withoutNull {
                    property.type = property.type.nullable
                }
            }
            return (property, declarations)
        }
        var property = declared(known)
        if problems.contains(.missing) { property.isOptional = true }
        for case .null(let depth) in problems {
            guard let type = property.type.nullable(at: depth) else { return nil }
            property.type = type
        }
        property.remark = remark(findings)
        return (property, [])
    }

    /// A property, as in the schema.
    private func declared(_ known: CheckedProperty) -> ProposedProperty {
        var property = ProposedProperty(
            known.name,
            isOptional: [.optional, .optionalNullable].contains(known.presence),
            known.type.proposed
        )
        let named = naming.named(known.key)
        property.key =
            named.key == nil && named.name == known.name || known.key == known.name
            ? nil : known.key
        if [.nullable, .optionalNullable].contains(known.presence) {
            property.type = property.type.nullable
        }
        switch known.wire {
        case .text: property.json = "String"
        case .numericBool: property.json = "Int"
        case .date(.own(let formats)): property.formats = formats.map(\.rawValue)
        case .url(let url): property.formats = [url]
        case .own, .date(.api): break
        }
        property.constraints = known.constraints.all
        if let name = known.type.leaf.structureNameInSchema,
            let inner = types.structure(name)?.inlineProperties
        {
            property.type = property.type.replacingLeaf(with: .inline)
            property.properties = inner.map(declared)
        }
        return property
    }

    /// The property inferred from the bodies, whose types have other names than those taken.
    private func proposal(
        _ mark: BodyFinding.Mark,
        _ paths: Set<[String]>,
        _ taken: Set<String>
    ) -> (ProposedProperty, [ProposedDeclaration])? {
        var objects = 0
        var presence = 0
        var value = ShapeTree()
        for tree in trees {
            for path in paths.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                guard let node = tree.node(at: path),
                    let member = tree[node].members.member(mark.key)
                else { continue }
                objects += tree[node].objects
                presence += member.presence
                value.join(tree.subtree(at: member.node))
            }
        }
        guard presence > 0 else { return nil }
        // A map in the schema stays a map.
        if case .dictionary = types.structure(mark.structure)?.properties[mark.key]?.type {
            value.makeMap(0)
        }
        let whole = ShapeTree(objects: objects, key: mark.key, presence: presence, value: value)
        let kind = LearnedBodies(names: [mark.structure + "Change"], count: 1, tree: whole)
        var settings = ProposalSettings(reservedNames: reservedNames, entities: [])
        settings.takenNames = taken.union(types.names)
        settings.naming = naming
        let proposal = SchemaProposer(settings).propose([kind])
        guard case .name(let name)? = proposal.types[0],
            let declared = proposal.schema.declarations.first(where: { $0.name == name }),
            case .value(let structure) = declared.body, var property = structure.properties.first
        else { return nil }
        let named = naming.named(mark.key)
        let others = types.structure(mark.structure)?.properties.values.filter {
            $0.key != mark.key
        }
        var taken = Set((others ?? []).map(\.name))
        property.name = taken.insertNumbered(named.name)
        property.key = property.name == named.name ? named.key : mark.key
        return (property, proposal.schema.declarations.filter { $0.name != name })
    }

    private func remark(_ findings: [BodyFinding]) -> String {
        findings.map { finding in
            switch finding.mark.problem {
            case .null: "null in \(finding.count)"
            case .missing: "missing in \(finding.count)"
            case .unknown, .mismatch: "other in \(finding.count)"
            }
        }.joined(separator: "; ")
    }
}

extension ProposedType {
    /// The type that is nullable at a depth of arrays and maps; nil if there are fewer.
    fileprivate func nullable(at depth: Int) -> ProposedType? {
        if depth <= 0 { return nullable }
        return switch self {
        case .array(let element): element.nullable(at: depth - 1).map { .array($0) }
        case .dictionary(let value): value.nullable(at: depth - 1).map { .dictionary($0) }
        case .optional(let inner): inner.nullable(at: depth).map { .optional($0) }
        case .name, .inline: nil
        }
    }
}

extension CheckedType {
    fileprivate var proposed: ProposedType {
        switch self {
        case .array(let element): .array(element.proposed)
        case .dictionary(let value): .dictionary(value.proposed)
        case .nullable(let inner): .optional(inner.proposed)
        default: .name(schemaText)
        }
    }
}
