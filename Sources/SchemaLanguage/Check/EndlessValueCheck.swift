import Diagnostics

/// Checks that no structure requires a value of itself.
struct EndlessValueCheck: SchemaCheck {
    /// The number of members of a component from which a shortest cycle is searched.
    private static let searchLimit = 100

    /// A cycle of properties that are all required.
    private struct Cycle {
        let owner: String
        /// The property of the owner that starts the cycle.
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
            "'\(cycle.owner)' contains itself through '\(name)', so its values never end",
            at: cycle.property.type.range,
            hint: "make it optional (`\(name)?: …`), nullable, or an array"
        )
    }
}
