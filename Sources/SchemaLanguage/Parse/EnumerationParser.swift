import Diagnostics
import YAMLTree

/// Parses an enumeration under `enums:`.
enum EnumerationParser {
    static func parse(
        _ name: Located<String>,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> EnumerationDeclaration {
        var mapping = MappingReader(
            declaration: node,
            what: "an enum",
            hint: "write `\(name.value): { cases: [first, second] }`",
            in: &context
        )
        var declaration = EnumerationDeclaration(
            heading: DeclarationHeading(name, &mapping, in: &context)
        )
        if let node = mapping.optional("type") {
            declaration.rawType = context.text(node, what: "the type of an enum")
            declaration.hasUnreadableType = declaration.rawType == nil
        }
        if let node = mapping.optional("unknown") {
            declaration.keepsUnknown =
                context.word(node, what: "unknown", as: UnknownCase.self) != .fail
        }
        let list = mapping.required(
            "cases",
            at: name.range,
            hint: "write `cases: [first, second]`"
        )
        if let node = list {
            declaration.cases = cases(node, of: name, in: &context)
        }
        declaration.lacksCases =
            declaration.cases.isEmpty || declaration.cases.count < (list?.count ?? 0)
        declaration.traits = TraitsParser.parse(["conforms"], &mapping, in: &context)
        declaration.heading.finish(
            mapping,
            in: &context,
            foreign: ["values": "write `cases: [first, second]`", "enum": "write `cases:`"]
        )
        return declaration
    }

    private static func cases(
        _ node: YAMLNode,
        of name: Located<String>,
        in context: inout ParseContext
    ) -> [EnumerationDeclaration.Case] {
        let cases: [EnumerationDeclaration.Case]
        switch node.content {
        case .sequence(let elements):
            cases = elements.compactMap { element in
                caseName(element, in: &context).map { name in
                    var declared = EnumerationDeclaration.Case(name: name)
                    if case .integer = LiteralExpression.Form(element) { declared.isNumber = true }
                    return declared
                }
            }
            if cases.count < elements.count { return cases }
        case .mapping(let pairs):
            cases = pairs.compactMap { pair in
                guard let name = caseName(pair.key, in: &context) else { return nil }
                return parse(name, pair.value, in: &context)
            }
            if cases.count < pairs.count { return cases }
        case .scalar:
            context.reportKind(
                of: node,
                what: "the cases of an enum",
                expected: "a list or a mapping",
                hint: "write `cases: [first, second]` or `cases: { first: 1, second: 2 }`"
            )
            return []
        }
        if cases.isEmpty {
            context.report(.invalidValue, "an enum needs at least one case", at: node.range)
        }
        return cases
    }

    private static func caseName(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> Located<String>? {
        CaseName.parse(
            node,
            in: &context,
            hint: "for an empty raw value write `cases: { empty: \"\" }`"
        )
    }

    /// A raw value, or `{ value: …, doc: … }`.
    private static func parse(
        _ name: Located<String>,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> EnumerationDeclaration.Case? {
        var declared = EnumerationDeclaration.Case(name: name)
        if node.isNull { return declared }
        guard case .mapping = node.content else {
            declared.raw = LiteralExpression(form: .init(node), range: node.range)
            return declared
        }
        guard var mapping = MappingReader(node, what: "a case", in: &context) else { return nil }
        declared.doc = context.doc(mapping.optional("doc"))
        declared.raw = mapping.optional("value").map {
            LiteralExpression(form: .init($0), range: $0.range)
        }
        if let node = mapping.optional("was") {
            declared.former = formerValues(node, in: &context)
        }
        mapping.finish(in: &context)
        return declared
    }

    /// A raw value, or a list of at least one.
    private static func formerValues(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [LiteralExpression] {
        var nodes = [node]
        if case .sequence(let elements) = node.content { nodes = elements }
        guard !nodes.isEmpty, !nodes.contains(where: \.isNull) else {
            context.reportKind(
                of: node,
                what: "was",
                expected: "a raw value",
                hint: "write `was: oldValue`"
            )
            return []
        }
        return nodes.map { LiteralExpression(form: .init($0), range: $0.range) }
    }
}
