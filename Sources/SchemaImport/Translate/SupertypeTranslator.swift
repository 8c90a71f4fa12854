import YAMLTree

/// Converts a schema with a discriminator, which others include, to a union of these.
enum SupertypeTranslator {
    /// The union of the schemas that include one with a discriminator; nil if it has none.
    static func use(
        of object: SchemaObject,
        _ place: DocumentPlace,
        name: String,
        _ context: inout ImportContext
    ) -> TypeUse? {
        guard let discriminator = object.discriminator,
            let subtypes = context.usage.subtypes[place], !subtypes.isEmpty,
            object.oneOf.isEmpty || object.oneOf.count == subtypes.count
        else { return nil }
        context.components[place] = .declared(name)
        DiscriminatorTags.check(discriminator, alternatives: subtypes, &context)
        var alternatives: [(tag: String, node: YAMLNode)] = []
        for subtype in subtypes {
            guard let node = context.reading.node(at: subtype), let key = subtype.keys.last else {
                continue
            }
            let tag = DiscriminatorTags.tag(of: node, at: subtype, discriminator, &context)
            alternatives.append((tag ?? key, node))
            if context.usage.plainUses[subtype, default: 0] == 0,
                context.components[subtype] == nil
            {
                let subtypeName = context.name(ofComponent: subtype, node)
                context.components[subtype] = .declared(subtypeName)
                context.variantNames[node.range] = subtypeName
            }
        }
        let isSent = context.usage.sent.contains(place)
        let names = NameTable.caseNames(for: alternatives.map(\.tag))
        let cases = zip(names, alternatives).map { caseName, found in
            let type =
                context.variantNames[found.node.range]
                ?? context.names.take(name + (NameTable.typeName(found.tag) ?? "Case"), or: "Case")
            UnionTranslator.declareVariant(found.node, type, discriminator.key, isSent, &context)
            return ProposedUnion.Case(name: caseName, type: .name(type), tag: found.tag)
        }
        let union = ProposedUnion(discriminator: discriminator.key, cases: cases)
        context.declarations.append(
            ProposedDeclaration(name, doc: object.doc(of: name), .union(union))
        )
        return TypeUse(name)
    }
}
