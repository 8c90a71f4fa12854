import Diagnostics
import YAMLTree

/// Parses a domain type under `scalars:`.
enum ScalarParser {
    static func parse(
        _ name: Located<String>,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> ScalarDeclaration? {
        guard
            var mapping = MappingReader(
                node,
                what: "a scalar",
                hint: "write `\(name.value): { swift: Decimal, json: String }`",
                in: &context
            )
        else { return nil }
        let heading = DeclarationHeading(
            name: name,
            doc: context.doc(mapping.optional("doc")),
            api: mapping.optional("api").flatMap { context.text($0, what: "api") }
        )
        let swift = mapping.required(
            "swift",
            at: name.range,
            hint: "say what it is in Swift, as in `swift: Decimal`",
            in: &context
        ).flatMap { context.text($0, what: "the Swift type of a scalar") }
        let module = mapping.optional("import").flatMap { context.text($0, what: "import") }
        var json: Located<PrimitiveType>?
        if let node = mapping.optional("json") {
            json = PropertyParser.wireType(node, in: &context)
            // That it is missing where it is only misspelled would be no news.
            if let swift, PrimitiveType(rawValue: swift.value) == nil {
                json = json ?? Located(.string, at: node.range)
            }
        }
        let formats = mapping.optional("format").map {
            PropertyParser.formats($0, in: &context)
        }
        mapping.finish(in: &context)
        return swift.map {
            ScalarDeclaration(
                heading: heading,
                swift: $0,
                module: module,
                json: json,
                formats: formats ?? []
            )
        }
    }
}
