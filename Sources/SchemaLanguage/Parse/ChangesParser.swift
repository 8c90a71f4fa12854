import Diagnostics
import YAMLTree

/// Parses how a service is asked for what has changed.
enum ChangesParser {
    private typealias Changes = CheckedConventions.Changes

    private static let example = "{ parameter: since, cursor: { header: ETag } }"

    /// Parses `none`, or a mapping with the parameter and the cursor.
    static func parse(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> CheckedConventions.Changes? {
        if node.scalarText == "none" { return Changes.none }
        let hint = "write `changes: \(example)`, which goes with a `tombstone:`, or `changes: none`"
        guard var mapping = MappingReader(node, what: "changes", hint: hint, in: &context) else {
            return nil
        }
        let parameter = mapping.required("parameter", hint: "write `changes: \(example)`").flatMap {
            context.parameterName($0, what: "parameter")
        }
        let cursor = mapping.required("cursor", hint: "write `changes: \(example)`").flatMap {
            self.cursor($0, in: &context)
        }
        mapping.finish(in: &context, whole: hint)
        guard let parameter, let cursor else { return nil }
        return .since(parameter: parameter, cursor)
    }

    /// `{ header: ETag }` or `{ property: updatedAt }`.
    private static func cursor(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> CheckedConventions.Changes.Cursor? {
        let hint = "write `cursor: { header: ETag }` or `cursor: { property: updatedAt }`"
        guard var mapping = MappingReader(node, what: "a cursor", hint: hint, in: &context) else {
            return nil
        }
        let header = mapping.optional("header")
        let property = mapping.optional("property")
        if (header == nil) == (property == nil), !mapping.hasUnknownKeys {
            context.report(
                .invalidValue,
                "a cursor is in one place: in a header field, or in a property",
                at: node.range,
                hint: hint
            )
        }
        mapping.finish(in: &context)
        switch (header, property) {
        case (let header?, nil): return context.headerName(header).map { .header($0) }
        case (nil, let property?):
            return context.keyPath(property, what: "property").map { .member($0) }
        default: return nil
        }
    }
}
