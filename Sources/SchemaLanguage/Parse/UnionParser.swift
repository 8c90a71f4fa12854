import Diagnostics
import YAMLTree

/// Parses a value of one of several types under `unions:`.
enum UnionParser {
    static func parse(
        _ name: Located<String>,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> UnionDeclaration {
        var mapping = MappingReader(
            declaration: node,
            what: "a union",
            hint: "write `\(name.value): { cases: { number: Int, name: String } }`",
            in: &context
        )
        var declaration = UnionDeclaration(
            heading: DeclarationHeading(name, &mapping, in: &context)
        )
        let discriminator = mapping.optional("discriminator")
        declaration.discriminator = discriminator.flatMap {
            context.text($0, what: "the discriminator of a union")
        }
        if let node = mapping.optional("unknown") {
            declaration.keepsUnknown =
                context.word(node, what: "unknown", as: UnknownCase.self) != .fail
        }
        declaration.traits = TraitsParser.parse(["conforms", "hashable"], &mapping, in: &context)
        let list = mapping.required(
            "cases",
            at: name.range,
            hint: "write `cases: { image: Image, file: File }`"
        )
        if let list {
            declaration.cases = cases(list, in: &context)
        }
        declaration.lacksCases =
            declaration.cases.isEmpty || declaration.cases.count < (list?.count ?? 0)
            || declaration.cases.contains { !$0.isWhole }
        declaration.heading.finish(mapping, in: &context)
        declaration.hasUnreadableDiscriminator =
            declaration.discriminator == nil
            && (discriminator != nil || !declaration.heading.isWhole)
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
            context.report(.invalidValue, "a union needs at least one case", at: node.range)
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
    ) -> UnionDeclaration.Case {
        guard case .mapping(let pairs) = node.content,
            pairs.count != 1 || pairs[0].key.scalarText != "String"
        else {
            return UnionDeclaration.Case(name: name, type: TypeParser.type(node, in: &context))
        }
        var mapping = MappingReader(declaration: node, what: "a case of a union", in: &context)
        let type = mapping.required(
            "type",
            at: name.range,
            hint:
                "write `\(name.value): Type`; declare the properties of the type under `values:`"
        )
        var declared = UnionDeclaration.Case(
            name: name,
            type: type.map { TypeParser.type($0, in: &context) } ?? .unreadable(at: name.range)
        )
        let mistakes = context.diagnostics.count
        declared.tag = mapping.optional("tag").flatMap { context.text($0, what: "a tag") }
        declared.doc = context.doc(mapping.optional("doc"))
        mapping.finish(in: &context)
        declared.isWhole = context.diagnostics.count == mistakes
        return declared
    }
}

/// How a value that the schema does not declare is handled.
enum UnknownCase: String, CaseIterable {
    case keep, fail
}

/// The names of cases in a schema.
enum CaseName {
    /// Parses a name, which is any string: `200`, `true` and `null` are valid, too.
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
