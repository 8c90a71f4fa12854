import Diagnostics
import YAMLTree

/// Parses how changes are requested from a service.
enum ChangesParser {
    private typealias Changes = CheckedConventions.Changes

    private static let example = "{ parameter: since, cursor: { header: ETag } }"

    /// The hints for header fields of conditions (RFC 9110, section 13), which are not parameters.
    private static let conditions = [
        "if-modified-since":
            "write `changes: { header: If-Modified-Since, cursor: { header: Last-Modified } }`",
        "if-none-match":
            "the cache of a session already checks for changes; write `changes: none`",
    ]

    /// Parses `none`, or a mapping with the locations of the cursor in the request and the
    /// response.
    static func parse(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> CheckedConventions.Changes? {
        if node.scalarText == "none" { return Changes.none }
        let hint = "write `changes: \(example)` and a `tombstone:`, or `changes: none`"
        guard var mapping = MappingReader(node, what: "changes", hint: hint, in: &context) else {
            return nil
        }
        let cursor = mapping.required("cursor", hint: "write `changes: \(example)`").flatMap {
            self.cursor($0, in: &context)
        }
        let question = question(&mapping, at: node, in: &context)
        mapping.finish(in: &context, whole: hint)
        guard let question, let cursor else { return nil }
        return .since(question, cursor)
    }

    /// `parameter: since` or `header: If-Modified-Since`.
    private static func question(
        _ mapping: inout MappingReader,
        at node: YAMLNode,
        in context: inout ParseContext
    ) -> CheckedConventions.Changes.Question? {
        let parameter = mapping.optional("parameter")
        let header = mapping.optional("header")
        switch (parameter, header) {
        case (nil, let header?):
            return context.headerName(header).map { .header($0) }
        case (let parameter?, nil):
            guard let name = context.parameterName(parameter, what: "parameter") else { return nil }
            guard let hint = conditions[name.lowercased()] else { return .parameter(name) }
            context.report(
                .invalidValue,
                "\(name) is a header field, not a query parameter",
                at: parameter.range,
                hint: hint
            )
        case (nil, nil) where mapping.hasUnknownKeys: break
        default:
            context.report(
                header == nil ? .missingKey : .invalidValue,
                "changes are requested with a query parameter or a header field"
                    + (header == nil ? "" : ", not with both"),
                at: node.range,
                hint: "write `changes: \(example)`, or `{ header: If-Modified-Since, … }`"
            )
        }
        return nil
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
                "a cursor is in a header field or in a property, not in both",
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
