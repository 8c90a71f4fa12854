import Diagnostics
import YAMLTree

/// Parses the former forms of a property: a key, a mapping with a key and a type, or a list of
/// these.
enum FormerPropertyParser {
    private static let hint = "write `was: oldKey`, or `was: { key: oldKey, type: Int }`"

    static func parse(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [FormerPropertyDeclaration] {
        guard case .sequence(let elements) = node.content else {
            return one(node, in: &context).map { [$0] } ?? []
        }
        if elements.isEmpty {
            context.reportKind(of: node, what: "was", expected: "a key", hint: hint)
        }
        return elements.compactMap { one($0, in: &context) }
    }

    private static func one(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> FormerPropertyDeclaration? {
        switch node.content {
        case .scalar(let scalar) where scalar.meaning != .null && !scalar.text.isEmpty:
            return FormerPropertyDeclaration(
                key: Located(scalar.text, at: node.range),
                range: node.range
            )
        case .mapping:
            var mapping = MappingReader(declaration: node, what: "was", in: &context)
            let key = mapping.optional("key").flatMap { context.text($0, what: "a former key") }
            let type = mapping.optional("type").map { node in
                TypeParser.short(node, allowsDefault: false, in: &context).type
            }
            let function = mapping.optional("convert").flatMap { node in
                functionName(node, in: &context)
            }
            if key == nil, type == nil, !mapping.hasUnknownKeys, mapping.pairs.isEmpty {
                context.reportKind(of: node, what: "was", expected: "a key or a type", hint: hint)
            }
            mapping.finish(in: &context)
            return FormerPropertyDeclaration(
                key: key,
                type: type,
                function: function,
                range: node.range
            )
        case .scalar, .sequence:
            context.reportKind(of: node, what: "was", expected: "a key", hint: hint)
            return nil
        }
    }

    /// The name of a Swift function.
    private static func functionName(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> Located<String>? {
        guard let name = context.text(node, what: "convert") else { return nil }
        let isName =
            name.value.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
            && !["init", "self", "Self", "Type", "Protocol", "_", "true", "false"].contains(
                name.value
            )
        if isName { return name }
        context.report(
            .invalidName,
            "expected the name of a function in Swift, found '\(name.value.shortened(to: 40))'",
            at: name.range,
            hint: "write `convert: likesFromText`, and declare this static function in the app"
        )
        return nil
    }
}
