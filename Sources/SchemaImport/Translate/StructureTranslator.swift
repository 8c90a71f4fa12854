import YAMLTree

/// Converts objects to structures.
enum StructureTranslator {
    /// The structure of an object.
    ///
    /// Objects and enums in it are named after the declaration. In requests, it has no defaults, as
    /// they would be sent. A union writes the dropped key.
    static func structure(
        of node: YAMLNode,
        name: String,
        isSent: Bool,
        dropping key: String?,
        _ context: inout ImportContext
    ) -> ProposedStructure {
        let (merged, mixins) =
            key == nil
            ? MixinTranslator.parts(of: node, &context) : (MergedObject(node, &context), [])
        merged.reportUndescribed(node, &context)
        let members = merged.members.filter { $0.key != key }
        let names = context.naming.named(members.map(\.key))
        var structure = ProposedStructure(
            include: mixins,
            keepsUnknownKeys: merged.allowsAdditional && key == nil && !members.isEmpty
        )
        structure.forbidsUnknownKeys = merged.forbidsAdditional
        for (member, named) in zip(members, names) {
            let property = property(
                member,
                named,
                of: name,
                isRequired: merged.required.contains(member.key),
                isSent: isSent,
                &context
            )
            structure.properties.append(property)
        }
        return structure
    }

    private static func property(
        _ member: MergedObject.Member,
        _ named: PropertyNaming.Named,
        of owner: String,
        isRequired: Bool,
        isSent: Bool,
        _ context: inout ImportContext
    ) -> ProposedProperty {
        let place = TypePlace(
            owner: owner,
            property: named.name,
            key: member.key,
            allowsInline: true,
            isSent: isSent
        )
        let use = TypeTranslator.use(of: member.schema, at: place, &context)
        let object = SchemaObject(member.schema)
        var property = ProposedProperty(named.name, isOptional: !isRequired, use.type)
        property.key = named.key
        property.apply(use)
        property.describe(object)
        // A property that only the server sets is missing in requests, and one that only the client
        // sets is missing in responses. In an entity, `readOnly` and `writeOnly` express that.
        if object.isReadOnly && isSent || object.isWriteOnly {
            property.isOptional = true
            property.isMissingByDirection = isRequired
        }
        property.isReadOnly = object.isReadOnly
        property.isWriteOnly = object.isWriteOnly
        if let constant = use.constant, isRequired, !property.isOptional {
            property.defaultValue = .text(constant)
        } else if isSent {
            DefaultTranslator.reportUnsent(
                object,
                isShared: context.shared.contains(owner),
                &context
            )
        } else if let value = DefaultTranslator.value(of: object, use, &context) {
            property.defaultValue = value
            property.isOptional = false
        }
        if use.constant != nil, property.defaultValue == nil {
            EnumerationTranslator.reportUnchecked(object, &context)
        }
        property.example = ExampleTranslator.example(of: object, use, context)
        property.restrict(by: use, &context.reading.findings)
        return property
    }
}

extension ProposedProperty {
    /// Takes the keywords of a schema next to its type.
    mutating func apply(_ use: TypeUse) {
        json = use.json
        formats = use.formats
        properties = use.properties
    }

    /// Takes the documentation of a schema.
    mutating func describe(_ object: SchemaObject) {
        doc = object.doc(of: key ?? name)
        if object.isDeprecated { deprecated = "The service deprecates it." }
    }
}
