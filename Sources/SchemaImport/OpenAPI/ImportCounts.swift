import Diagnostics
import YAMLTree

/// Counts the imported schemas and operations, after removing invalid ones.
enum ImportCounts {
    /// Removes declarations that only removed endpoints used.
    static func withoutUnused(
        _ repaired: ProposedSchema,
        before: ProposedSchema
    ) -> ProposedSchema {
        guard repaired.declarations.count < before.declarations.count else { return repaired }
        var schema = repaired
        let unused = TypeReach.unused(in: repaired).subtracting(TypeReach.unused(in: before))
        schema.declarations.removeAll { unused.contains($0.name) }
        return schema
    }

    /// The endpoints removed by a repair.
    static func lost(in repaired: ProposedSchema, before: ProposedSchema) -> Set<String> {
        func names(_ schema: ProposedSchema) -> Set<String> {
            Set(schema.declarations.filter { $0.section == .endpoints }.map(\.name))
        }
        return names(before).subtracting(names(repaired))
    }

    /// The number of imported named schemas; the others are reported.
    ///
    /// - Parameters:
    ///   - components: The schemas that operations need, or that the user names.
    ///   - before: The schema before it was repaired.
    ///   - repaired: The schema.
    ///   - context: The translation.
    /// - Returns: The total number, and the number of imported ones.
    static func schemas(
        _ components: [(place: DocumentPlace, node: YAMLNode)],
        before: ProposedSchema,
        repaired: ProposedSchema,
        _ context: inout ImportContext
    ) -> ImportResult.Count {
        let lost = Set(before.declarations.map(\.name)).subtracting(
            repaired.declarations.map(\.name)
        )
        var count = ImportResult.Count()
        for (place, node) in components {
            count.total += 1
            // Composed schemas contain their parts.
            let isInOthers =
                context.usage.composed[place] != nil || context.inPlace.contains(place)
            var isDeclared = context.components[place] != nil
            if case .declared(let name) = context.components[place], lost.contains(name) {
                isDeclared = false
            }
            if isDeclared || isInOthers {
                count.imported += 1
            } else {
                context.report(
                    .leftOut,
                    "no imported operation needs the schema \((place.keys.last ?? "").quoted)",
                    at: node.range,
                    hint: "import it with --all"
                )
            }
        }
        return count
    }
}
