import Diagnostics
import YAMLTree

/// Parses how criteria are written in a query.
enum QueryDialectParser {
    private typealias Filter = CheckedConventions.Filter

    static func parse(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> CheckedConventions.Query {
        var query = CheckedConventions.Query()
        guard
            var mapping = MappingReader(
                node,
                what: "a query dialect",
                hint: #"write `query: { sort: order, filter: { less: "{key}__lt" } }`"#,
                in: &context
            )
        else { return query }
        query.filter = mapping.optional("filter").flatMap { filter($0, in: &context) }
        query.sort = mapping.optional("sort").flatMap { parameter($0, "sort", in: &context) }
        query.ascending = mapping.optional("ascending").flatMap {
            template($0, what: "ascending", in: &context)
        }
        query.descending = mapping.optional("descending").flatMap {
            template($0, what: "descending", in: &context)
        }
        query.limit = mapping.optional("limit").flatMap { parameter($0, "limit", in: &context) }
        query.offset = mapping.optional("offset").flatMap { parameter($0, "offset", in: &context) }
        mapping.finish(in: &context)
        return query
    }

    /// The name of a parameter; `none` where there is none.
    private static func parameter(
        _ node: YAMLNode,
        _ what: String,
        in context: inout ParseContext
    ) -> String? {
        node.scalarText == "none" ? "" : context.parameterName(node, what: what)
    }

    /// A text with `{key}` in it.
    private static func template(
        _ node: YAMLNode,
        what: String,
        in context: inout ParseContext
    ) -> String? {
        guard let text = context.text(node, what: what) else { return nil }
        if text.value.contains("{key}") { return text.value }
        context.report(
            .invalidValue,
            "\(what) has {key} where the key of the property stands, "
                + "found '\(text.value.shortened(to: 60))'",
            at: text.range,
            hint: text.value.contains { "{}".contains($0) }
                ? nil : #"write "{key}\#(text.value.shortened(to: 20))" in quotes"#
        )
        return nil
    }

    /// Operators with their parameters, `{ document: where }` or `{ objects: filter }`.
    private static func filter(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> CheckedConventions.Filter? {
        guard
            var mapping = MappingReader(
                node,
                what: "a filter",
                hint: #"write `filter: { equal: "{key}", less: "{key}__lt" }`"#,
                in: &context
            )
        else { return nil }
        let document = mapping.optional("document").flatMap {
            context.parameterName($0, what: "document")
        }
        let objects = mapping.optional("objects").flatMap {
            context.parameterName($0, what: "objects")
        }
        let templates = Filter.Operator.allCases.compactMap { name in
            mapping.optional(name.rawValue).flatMap {
                template($0, what: name.rawValue, in: &context)
            }
            .map { Filter.Template(operator: name, text: $0) }
        }
        mapping.finish(in: &context)
        switch (document, objects) {
        case (let parameter?, nil) where templates.isEmpty: return .document(parameter: parameter)
        case (nil, let parameter?) where templates.isEmpty: return .objects(parameter: parameter)
        case (nil, nil): return .parameters(templates)
        default:
            context.report(
                .invalidValue,
                "a filter is written in one way: by operators, as a document, or as objects",
                at: node.range
            )
            return nil
        }
    }
}
