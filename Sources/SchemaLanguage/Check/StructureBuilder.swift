/// Builds structures.
struct StructureBuilder {
    let index: SchemaIndex
    let graph: ContainmentGraph
    let hashability: Hashability

    func build(
        value structure: SchemaIndex.Structure
    ) throws(SchemaBuilder.Unresolved) -> CheckedStructure {
        CheckedStructure(
            head: index.head(structure.heading, structure.document),
            properties: try properties(of: structure),
            traits: index.traits(structure.traits, structure.heading, hashability),
            isInline: index.declaration(named: structure.heading.name.value)?.inlineProperty != nil
        )
    }

    func build(
        entity structure: SchemaIndex.Structure,
        origin: CheckedEntity.IdentityOrigin,
        hasTypedIdentity: Bool,
        resourceType: String?,
        remembersProperties: Bool,
        deletionRules: [CheckedEntity.DeletionRule],
        keptBy: String?
    ) throws(SchemaBuilder.Unresolved) -> CheckedEntity {
        guard let identity = structure.identity else { throw SchemaBuilder.Unresolved() }
        return CheckedEntity(
            head: index.head(structure.heading, structure.document),
            identity: try build(identity, of: structure),
            identityOrigin: origin,
            hasTypedIdentity: hasTypedIdentity,
            resourceType: resourceType,
            remembersProperties: remembersProperties,
            properties: try properties(of: structure),
            traits: index.traits(structure.traits, structure.heading, hashability),
            indexes: indexes(of: structure, keptBy: keptBy),
            deletionRules: deletionRules,
            formerNames: (index.entity(named: structure.heading.name.value)?.formerNames ?? [])
                .map(\.value),
            version: structure.document.version
        )
    }

    private func indexes(
        of structure: SchemaIndex.Structure,
        keptBy: String?
    ) -> CheckedIndexes {
        func key(_ name: String) -> String? {
            structure.properties.last { $0.name.value == name }
                .map { index.wireKey(of: $0, in: structure) }
        }
        func keys(_ names: [Located<String>]) -> [String] { names.compactMap { key($0.value) } }
        let indexes = index.entity(named: structure.heading.name.value)?.indexes
        return CheckedIndexes(
            compound: indexes?.compound.map(keys) ?? [],
            unique: indexes?.unique.map(keys) ?? [],
            searched: keys(indexes?.searched ?? []),
            keptBy: keptBy.flatMap(key)
        )
    }

    /// The properties without the identity.
    private func properties(
        of structure: SchemaIndex.Structure
    ) throws(SchemaBuilder.Unresolved) -> [CheckedProperty] {
        var properties: [CheckedProperty] = []
        for property in structure.properties.dropFirst(structure.identity == nil ? 0 : 1) {
            properties.append(try build(property, of: structure))
        }
        return properties
    }

    private func build(
        _ property: PropertyDeclaration,
        of structure: SchemaIndex.Structure
    ) throws(SchemaBuilder.Unresolved) -> CheckedProperty {
        guard let type = index.resolve(property.type) else { throw SchemaBuilder.Unresolved() }
        var literal: CheckedLiteral?
        if let written = property.defaultValue {
            literal = index.literal(written, as: type)
            guard literal != nil else { throw SchemaBuilder.Unresolved() }
        }
        let key = index.wireKey(of: property, in: structure)
        let wire = index.wire(of: property, type, structure.heading, structure.document)
        return CheckedProperty(
            name: property.name.value,
            key: key,
            type: type.withoutNull,
            presence: Presence(
                mayBeAbsent: property.mayBeAbsent,
                mayBeNull: property.type.isOptional
            ),
            defaultValue: literal,
            doc: property.doc,
            direction: property.direction,
            wire: wire,
            constraints: index.constraints(of: property, type, wire),
            onInvalid: property.onInvalid?.value ?? .fail,
            isRedacted: property.isRedacted,
            deprecation: property.deprecation,
            isIndexed: property.isIndexed?.value ?? false,
            queries: queries(of: property, type.withoutNull),
            onDelete: property.onDelete?.value,
            inverse: inverse(of: property, type.withoutNull),
            file: property.file.map {
                CheckedFile(
                    mediaType: $0.mediaType?.value ?? "application/octet-stream",
                    path: $0.path?.value
                )
            },
            isListed: property.isListed?.value ?? true,
            isReturned: property.isReturned?.value ?? true,
            former: try former(of: property, type.withoutNull, wire, key: key),
            example: property.example.map(JSONText.text),
            isIndirect: graph.cycle(through: property, of: structure) != nil
        )
    }

    private func queries(
        of property: PropertyDeclaration,
        _ type: CheckedType
    ) -> CheckedValueQueries? {
        guard let names = property.indexedMembers?.value, type.queriedValue != nil else {
            return nil
        }
        return CheckedValueQueries(
            columns: names.compactMap { name in
                guard case .success(let path) = index.path(name.value, in: type) else { return nil }
                return CheckedValueQueries.Column(
                    name: name.value,
                    steps: path.steps.map { step in
                        CheckedValueQueries.Step(
                            key: index.wireKey(of: step.property, in: step.structure),
                            type: step.type,
                            wire: index.wire(
                                of: step.property,
                                step.type,
                                step.structure.heading,
                                step.structure.document
                            )
                        )
                    }
                )
            }
        )
    }

    private func inverse(
        of property: PropertyDeclaration,
        _ type: CheckedType
    ) -> CheckedInverse? {
        guard let name = property.inverse?.value, let target = type.referencedEntity else {
            return nil
        }
        let isList = if case .array = type { true } else { false }
        return CheckedInverse(name: name, target: target, isList: isList)
    }

    private func former(
        of property: PropertyDeclaration,
        _ type: CheckedType,
        _ wire: WireForm,
        key: String
    ) throws(SchemaBuilder.Unresolved) -> [CheckedFormerProperty] {
        let renaming = renaming(of: property)
        var found: [CheckedFormerProperty] = []
        for former in property.former {
            guard let steps = index.conversion(of: property, from: former) else {
                throw SchemaBuilder.Unresolved()
            }
            found.append(
                CheckedFormerProperty(
                    key: former.key?.value ?? key,
                    type: former.type.flatMap { index.resolve($0)?.withoutNull } ?? type,
                    wire: former.type == nil ? wire : .own,
                    // A function returns a current value.
                    steps: steps.contains(where: \.isFunction) ? steps : steps + renaming
                )
            )
        }
        let isRenamed = found.contains { $0.key == key && !$0.steps.contains(where: \.isFunction) }
        if !renaming.isEmpty, !isRenamed {
            found.append(CheckedFormerProperty(key: key, type: type, wire: wire, steps: renaming))
        }
        return found
    }

    /// The step that renames the cases of an enumeration; none if no case has another raw value.
    private func renaming(of property: PropertyDeclaration) -> [CheckedFormerProperty.Step] {
        guard case .enumeration(let name)? = index.resolve(property.type)?.leaf,
            let enumeration = index.enumeration(named: name),
            let rawType = enumeration.checkedRawType
        else { return [] }
        let renamings = enumeration.cases.flatMap { declared in
            guard let new = declared.rawValue(of: rawType) else {
                return [CheckedFormerProperty.Renaming]()
            }
            return declared.formerValues(of: rawType).map {
                CheckedFormerProperty.Renaming(old: $0, new: new)
            }
        }
        return renamings.isEmpty ? [] : [.renamed(renamings)]
    }
}

extension Presence {
    init(mayBeAbsent: Bool, mayBeNull: Bool) {
        self =
            switch (mayBeAbsent, mayBeNull) {
            case (false, false): .required
            case (false, true): .nullable
            case (true, false): .optional
            case (true, true): .optionalNullable
            }
    }
}
