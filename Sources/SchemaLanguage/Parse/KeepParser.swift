import Diagnostics
import YAMLTree

/// Parses the entities of a repository that the local store keeps.
enum KeepParser {
    static func parse(_ pair: YAMLPair, in context: inout ParseContext) -> KeepDeclaration? {
        guard
            var mapping = MappingReader(
                pair.value,
                what: "keep",
                hint:
                    "write `keep: { where: { isRead: false } }` or `keep: { newest: 1000, by: sentAt }`",
                in: &context
            )
        else { return nil }
        var keep = KeepDeclaration(place: Located("keep", at: pair.key.range))
        if let node = mapping.optional("where") { keep.conditions = conditions(node, in: &context) }
        keep.newest = number("newest", &mapping, in: &context)
        keep.bytes = number("bytes", &mapping, in: &context)
        keep.age = mapping.optional("age").flatMap { node in
            context.seconds(node, what: "age", example: "90 d", usual: "d")
                .map { Located($0, at: node.range) }
        }
        keep.property = mapping.optional("by").flatMap { context.text($0, what: "by") }
        // Unreadable parts have been reported.
        let read = [keep.newest, keep.bytes, keep.age].compactMap(\.self).count
        let written = ["newest", "bytes", "age"].compactMap { mapping.optional($0) }.count
        keep.isWhole = !mapping.hasUnknownKeys && read == written
        mapping.finish(in: &context)
        if keep.isWhole, keep.bound == nil, mapping.optional("where") == nil {
            context.report(
                .invalidKeep,
                "'keep' does not specify which entities are kept",
                at: pair.key.range,
                hint:
                    "write a condition, `where: { isRead: false }`, or a limit, `newest: 1000`; without "
                    + "the key, everything is kept"
            )
        }
        return keep
    }

    private static func number(
        _ key: String,
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> Located<Int>? {
        mapping.optional(key).flatMap { node in
            context.number(node, what: key, from: 1).map { Located($0, at: node.range) }
        }
    }

    /// Properties with the required value of each, or a list of allowed values.
    private static func conditions(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [KeepDeclaration.Condition] {
        guard case .mapping(let pairs) = node.content, !pairs.isEmpty else {
            context.reportKind(
                of: node,
                what: "where",
                expected: "properties with their values",
                hint: "write `where: { isRead: false, kind: [text, image] }`"
            )
            return []
        }
        return pairs.compactMap { pair in
            guard let property = context.text(pair.key, what: "a property in where") else {
                return nil
            }
            var nodes = [pair.value]
            if case .sequence(let elements) = pair.value.content, !elements.isEmpty {
                nodes = elements
            }
            return KeepDeclaration.Condition(
                property: property,
                values: nodes.map { LiteralExpression(form: .init($0), range: $0.range) }
            )
        }
    }
}
