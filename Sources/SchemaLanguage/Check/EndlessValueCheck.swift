import Diagnostics

/// No structure needs itself to be there before it can be there.
struct EndlessValueCheck: SchemaCheck {
    /// From how many members of those that need one another a shortest cycle is searched.
    private static let searchLimit = 100

    /// A cycle of properties that are all required.
    private struct Cycle {
        let owner: String
        /// The property of the owner with which it begins.
        let property: PropertyDeclaration
        let count: Int
    }

    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let graph = ContainmentGraph(index, endless: EndlessTypes(index))
        var shortest: [Int: Cycle] = [:]
        var searches: [Int: Int] = [:]
        for structure in index.structures {
            let name = structure.heading.name.value
            guard let component = graph.component(of: name) else { continue }
            searches[component, default: 0] += 1
            let limit = shortest[component]?.count ?? .max
            guard searches[component, default: 0] <= Self.searchLimit,
                let (next, count) = graph.cycle(from: name, shorterThan: limit),
                let property = structure.properties.first(where: { property in
                    guard let type = index.resolve(property.type) else { return false }
                    return type.containedName == next && property.isRequired(as: type)
                        && !index.isIdentity(property, of: structure)
                })
            else { continue }
            shortest[component] = Cycle(owner: name, property: property, count: count)
        }
        return shortest.sorted { $0.key < $1.key }.map { diagnostic(for: $0.value) }
    }

    private func diagnostic(for cycle: Cycle) -> Diagnostic {
        let name = cycle.property.name.value
        return Diagnostic(
            rule: SchemaRule.endlessValue,
            "'\(cycle.owner)' contains itself through '\(name)' without an end",
            at: cycle.property.type.range,
            hint: "let it be absent (`\(name)?: …`), null, or an array"
        )
    }
}
