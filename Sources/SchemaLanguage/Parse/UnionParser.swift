import Diagnostics
import YAMLTree

/// Parses a value of one of several types under `unions:`.
enum UnionParser {
    static func parse(
        _ name: Located<String>,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> UnionDeclaration? {
        guard
            var mapping = MappingReader(
                node,
                what: "a union",
                hint: "write `\(name.value): { cases: { number: Int, name: String } }`",
                in: &context
            )
        else { return nil }
        let heading = DeclarationHeading(
            name: name,
            doc: context.doc(mapping.optional("doc")),
            api: mapping.optional("api").flatMap { context.text($0, what: "api") }
        )
        var declaration = UnionDeclaration(heading: heading)
        declaration.discriminator = mapping.optional("discriminator").flatMap {
            context.text($0, what: "the discriminator of a union")
        }
        if let node = mapping.optional("unknown") {
            declaration.keepsUnknown =
                context.word(node, what: "unknown", as: UnknownCase.self) != .fail
        }
        declaration.traits = TraitsParser.parse(["conforms", "hashable"], &mapping, in: &context)
        if let node = mapping.required(
            "cases",
            at: name.range,
            hint: "write `cases: { image: Image, file: File }`",
            in: &context
        ) {
            declaration.cases = cases(node, in: &context)
        }
        mapping.finish(in: &context)
        return declaration
    }

    private static func cases(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [UnionDeclaration.Case] {
        guard case .mapping(let pairs) = node.content else {
            context.reportKind(
                of: node,
                what: "the cases of a union",
                expected: "a mapping of names to types",
                hint: "write `cases: { image: Image, file: File }`"
            )
            return []
        }
        if pairs.isEmpty {
            context.report(.invalidValue, "a union has at least one case", at: node.range)
        }
        return pairs.compactMap { pair in
            guard let name = CaseName.parse(pair.key, in: &context) else { return nil }
            return parse(name, pair.value, in: &context)
        }
    }

    /// A type, or `{ type: …, tag: …, doc: … }`.
    private static func parse(
        _ name: Located<String>,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> UnionDeclaration.Case? {
        guard case .mapping(let pairs) = node.content,
            pairs.count != 1 || pairs[0].key.scalarText != "String"
        else {
            return TypeParser.type(node, in: &context)
                .map { UnionDeclaration.Case(name: name, type: $0) }
        }
        guard var mapping = MappingReader(node, what: "a case of a union", in: &context) else {
            return nil
        }
        let type = mapping.required(
            "type",
            at: name.range,
            hint:
                "write `\(name.value): Type`; what the type has in it is declared under `values:`",
            in: &context
        ).flatMap { TypeParser.type($0, in: &context) }
        let tag = mapping.optional("tag").flatMap { context.text($0, what: "a tag") }
        let doc = context.doc(mapping.optional("doc"))
        mapping.finish(in: &context)
        return type.map { UnionDeclaration.Case(name: name, type: $0, tag: tag, doc: doc) }
    }
}

/// What becomes of a value that the schema does not know.
enum UnknownCase: String, CaseIterable {
    case keep, fail
}

/// The names that a schema may give to cases.
enum CaseName {
    /// Parses a name, which is any text: `200`, `true` and `null` are too.
    static func parse(
        _ node: YAMLNode,
        in context: inout ParseContext,
        hint: String? = nil
    ) -> Located<String>? {
        guard let text = node.scalarText else {
            context.reportKind(of: node, what: "a case", expected: "a name")
            return nil
        }
        guard text.count <= 200, !text.isEmpty else {
            context.report(
                .invalidName,
                text.isEmpty ? "a case needs a name" : "a name has at most 200 characters",
                at: node.range,
                hint: text.isEmpty ? hint : nil
            )
            return nil
        }
        return Located(text, at: node.range)
    }
}
