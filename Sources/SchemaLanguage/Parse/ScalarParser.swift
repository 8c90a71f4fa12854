import Diagnostics
import YAMLTree

/// Parses a domain type under `scalars:`.
enum ScalarParser {
    static func parse(
        _ name: Located<String>,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> ScalarDeclaration {
        var mapping = MappingReader(
            declaration: node,
            what: "a scalar",
            hint: "write `\(name.value): { swift: Decimal, json: String }`",
            in: &context
        )
        var scalar = ScalarDeclaration(heading: DeclarationHeading(name, &mapping, in: &context))
        scalar.swift = mapping.required(
            "swift",
            at: name.range,
            hint: "set its type in Swift, as in `swift: Decimal`"
        ).flatMap { context.text($0, what: "the Swift type of a scalar") }
        scalar.module = mapping.optional("import").flatMap { context.text($0, what: "import") }
        let mistakes = context.diagnostics.count
        if let node = mapping.optional("json") {
            scalar.json = PropertyParser.wireType(node, in: &context)
        }
        if let node = mapping.optional("format") {
            scalar.formats = PropertyParser.formats(node, in: &context)
        }
        scalar.heading.finish(mapping, in: &context)
        scalar.hasUnreadableForm = context.diagnostics.count > mistakes
        return scalar
    }
}
