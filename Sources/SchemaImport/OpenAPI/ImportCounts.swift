import Diagnostics
import YAMLTree

/// Counts what has come of the schemas and operations of documents, after everything that was taken out again.
enum ImportCounts {
    /// Takes out what only endpoints used that the language refuses.
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

    /// The endpoints that a repair took out.
    static func lost(in repaired: ProposedSchema, before: ProposedSchema) -> Set<String> {
        func names(_ schema: ProposedSchema) -> Set<String> {
            Set(schema.declarations.filter { $0.section == .endpoints }.map(\.name))
        }
        return names(before).subtracting(names(repaired))
    }

    /// How many of the schemas with a name are imported; each other one is reported.
    ///
    /// - Parameters:
    ///   - components: The schemas that operations need, or that the user names.
    ///   - before: The schema before it was repaired.
    ///   - repaired: The schema.
    ///   - context: What was translated.
    /// - Returns: How many there are, and how many of them are in the schema.
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
            // What others are composed of is in them.
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
                    "nothing that is imported needs the schema \((place.keys.last ?? "").quoted)",
                    at: node.range,
                    hint: "declare it with --all"
                )
            }
        }
        return count
    }
}
