/// Builds unions.
struct UnionBuilder {
    let index: SchemaIndex
    let graph: ContainmentGraph
    let hashability: Hashability

    func build(
        _ union: UnionDeclaration,
        _ document: SchemaDocument
    ) throws(SchemaBuilder.Unresolved) -> CheckedUnion {
        var cases: [CheckedUnion.Case] = []
        for declared in union.cases {
            guard let type = index.resolve(declared.type),
                let mark = index.mark(of: declared, in: union)
            else { throw SchemaBuilder.Unresolved() }
            cases.append(
                CheckedUnion.Case(
                    name: declared.name.value,
                    type: type,
                    doc: declared.doc,
                    mark: mark
                )
            )
        }
        return CheckedUnion(
            head: index.head(union.heading, document),
            discriminator: union.discriminator?.value,
            cases: cases,
            keepsUnknown: union.keepsUnknown,
            traits: index.traits(union.traits, union.heading, hashability),
            isIndirect: graph.isInCycle(union: union)
        )
    }
}
