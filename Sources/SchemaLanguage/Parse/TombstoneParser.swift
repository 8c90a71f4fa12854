import Diagnostics
import YAMLTree

/// Parses the mark that distinguishes deleted entities in listings.
enum TombstoneParser {
    private static let example = "`tombstone: deleted` or `tombstone: { status: cancelled }`"

    /// Parses `none`, a key path, or a key path with its value.
    static func parse(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> CheckedConventions.Tombstone? {
        if node.scalarText == "none" { return CheckedConventions.Tombstone(path: "") }
        guard case .mapping(let pairs) = node.content else {
            return context.keyPath(node, what: "tombstone", mayBeNone: true).map {
                CheckedConventions.Tombstone(path: $0)
            }
        }
        guard let pair = pairs.first, pairs.count == 1 else {
            context.report(
                .invalidValue,
                "a tombstone is one key path, found \(pairs.isEmpty ? "none" : "\(pairs.count) keys")",
                at: node.range,
                hint: "write \(spelled(pairs) ?? example)"
            )
            return nil
        }
        guard let path = context.keyPath(pair.key, what: "tombstone"),
            let value = context.literal(pair.value, what: "the value for a deleted entity")
        else { return nil }
        return CheckedConventions.Tombstone(path: path, value: value)
    }

    /// The meaning of `{ property: status, value: cancelled }`.
    private static func spelled(_ pairs: [YAMLPair]) -> String? {
        func text(_ names: [String]) -> String? {
            pairs.first { names.contains($0.key.scalarText ?? "") }?.value.scalarText
        }
        guard pairs.count == 2,
            let path = text(["property", "key", "path", "field", "member", "name"]),
            let value = text(["value", "is", "equals", "equal"])
        else { return nil }
        return "`tombstone: { \(path.shortened(to: 40)): \(value.shortened(to: 40)) }`"
    }
}
