import YAMLTree

/// Converts schemas that several others include, and nothing else uses, to mixins.
enum MixinTranslator {
    /// An object without the properties of mixins, and the names of these.
    static func parts(
        of node: YAMLNode,
        _ context: inout ImportContext
    ) -> (object: MergedObject, mixins: [String]) {
        var mixins: [(place: DocumentPlace, node: YAMLNode)] = []
        for part in SchemaObject(node).allOf {
            guard let reference = part.reference, part.pairs.count == 1,
                let found = context.reading.target(of: reference),
                isMixin(found.place, found.node),
                !mixins.contains(where: { $0.place == found.place })
            else { continue }
            mixins.append(found)
        }
        guard !mixins.isEmpty else { return (MergedObject(node, &context), []) }
        let object = MergedObject(node, excluding: Set(mixins.map(\.place)), &context)
        // Only the object can override a property of a mixin.
        var keys = Set(object.members.map(\.key)).union(object.required)
        for mixin in mixins {
            let members = SchemaObject(mixin.node).properties.map(\.key)
            guard keys.isDisjoint(with: members) else { return (MergedObject(node, &context), []) }
            keys.formUnion(members)
        }
        return (object, mixins.map { declared($0.place, $0.node, &context) })

        func isMixin(_ place: DocumentPlace, _ node: YAMLNode) -> Bool {
            let usage = context.usage
            let object = SchemaObject(node)
            let keys = object.properties.map(\.key)
            return usage.composed[place, default: 0] > 1 && usage.plainUses[place] == nil
                && usage.alternativeUses[place] == nil && !usage.tagged.contains(place)
                && context.components[place] == nil && object.kinds == [.object]
                && object.allOf.isEmpty && object.oneOf.isEmpty && object.discriminator == nil
                && !object.allowsAdditional && !keys.isEmpty
                // An identity belongs to its entity, and paging metadata to its envelope.
                && !keys.contains { ["id", "_id", "uuid"].contains($0.lowercased()) }
                && !keys.allSatisfy(ListingEnvelope.marks.contains)
        }
    }

    /// The name of a mixin, which is declared once.
    private static func declared(
        _ place: DocumentPlace,
        _ node: YAMLNode,
        _ context: inout ImportContext
    ) -> String {
        let name = context.name(ofComponent: place, node)
        guard context.mixins.insert(place).inserted else { return name }
        var structure = StructureTranslator.structure(
            of: node,
            name: name,
            isSent: context.usage.sent.contains(place),
            dropping: nil,
            &context
        )
        // A value includes it, which is read and sent as a whole.
        for index in structure.properties.indices {
            structure.properties[index].isWriteOnly = false
        }
        context.origins[name] = node.range
        context.declarations.append(
            ProposedDeclaration(
                name,
                doc: SchemaObject(node).doc(of: name),
                .mixin(structure)
            )
        )
        return name
    }
}
