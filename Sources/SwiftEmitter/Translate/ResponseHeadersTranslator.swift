import SchemaLanguage

/// Translates the header fields of a response into a structure.
///
/// ```swift
/// public struct ResponseHeaders: ResponseHeadersDefinition {
///     public let remaining: Int
/// ```
struct ResponseHeadersTranslator: Sendable {
    let access: String
    let types: TypeTranslator

    func translate(_ fields: [CheckedParameter]) -> Block {
        guard !fields.isEmpty else { return Block() }
        var scope = NameScope(.property)
        let names = scope.identifiers(for: fields.map(\.name))
        var block = Block(capacity: fields.count * 3 + 6)
        block.line("/// The header fields of the response.")
        let conformance = types.names.foreign("ResponseHeadersDefinition")
        block.line(access, "struct ResponseHeaders: ", conformance, " {")
        for (field, name) in zip(fields, names) {
            let docs = Documentation.block(
                field.doc,
                or: "The header field \(Documentation.code(field.key))."
            )
            for line in docs.lines { block.line("    ", line) }
            let question = field.isOptional ? "?" : ""
            block.line("    ", access, "let \(name.name): \(types.type(field.type))\(question)")
        }
        block.line("")
        block.line("    /// Reads the header fields.")
        let reader = types.names.foreign("HeaderReader")
        block.line(
            "    ",
            access,
            "init(from reader: \(reader)) throws(RepositoryError) {"
        )
        for (field, name) in zip(fields, names) {
            block.line("        self.\(name.text) = \(value(of: field))")
        }
        block.line("    }")
        block.line("}")
        return block
    }

    /// Such as `try reader.read("ETag")`.
    private func value(of field: CheckedParameter) -> String {
        let isArray = if case .array = field.type { true } else { false }
        let key = StringLiteral.literal(field.key)
        let codec = types.codec(field.wire, for: field.type.single).map { ", using: \($0)" } ?? ""
        let read = "reader.\(isArray ? "readArray" : "read")(\(key)\(codec))"
        if let value = field.defaultValue {
            return "try \(read) ?? \(types.literal(value, as: field.type))"
        }
        return field.isOptional ? "try \(read)" : "try reader.require(\(read), \(key))"
    }
}
