import Diagnostics

/// No structure needs itself to be there before it can be there.
struct EndlessValueCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let graph = ContainmentGraph(index, endless: EndlessTypes(index))
        var reported: Set<Int> = []
        return index.structures.flatMap { structure -> [Diagnostic] in
            structure.properties.compactMap { property in
                guard let component = graph.cycle(through: property, of: structure),
                    reported.insert(component).inserted
                else { return nil }
                return Diagnostic(
                    rule: SchemaRule.endlessValue,
                    "'\(structure.heading.name.value)' contains itself through "
                        + "'\(property.name.value)' without an end",
                    at: property.type.range,
                    hint: "let it be absent (`\(property.name.value)?: …`), null, or an array"
                )
            }
        }
    }
}
