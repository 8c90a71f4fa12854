import Diagnostics
import YAMLTree

/// Parses what a property was in earlier versions: a key, a mapping with a key and a type, or a list of these.
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
            if key == nil, type == nil, !mapping.hasUnknownKeys, mapping.pairs.isEmpty {
                context.reportKind(of: node, what: "was", expected: "a key or a type", hint: hint)
            }
            mapping.finish(in: &context)
            return FormerPropertyDeclaration(key: key, type: type, range: node.range)
        case .scalar, .sequence:
            context.reportKind(of: node, what: "was", expected: "a key", hint: hint)
            return nil
        }
    }
}
