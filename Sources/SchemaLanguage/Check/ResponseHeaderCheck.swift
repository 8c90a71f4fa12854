import Diagnostics

/// Header fields of a response have names of header fields, and types that one can carry.
struct ResponseHeaderCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.endpoints.flatMap { endpoint in
            let fields = endpoint.responseHeaders.filter(\.isWhole)
            return endpoint.responseHeaders.compactMap { type($0, index) }
                + fields.compactMap { HeaderField.problem($0.key ?? $0.name) }
                + HeaderField.duplicates(fields.map { $0.key ?? $0.name }) + names(fields)
        }
    }

    private func type(_ field: PropertyDeclaration, _ index: SchemaIndex) -> Diagnostic? {
        guard let type = index.resolve(field.type)?.withoutNull, !index.isTextual(type) else {
            return nil
        }
        return Diagnostic(
            rule: SchemaRule.invalidResponse,
            "expected text, a number, a date or an enum, or an array of these, for the header field "
                + "'\(field.name.value)'",
            at: field.type.range
        )
    }

    private func names(_ fields: [PropertyDeclaration]) -> [Diagnostic] {
        var seen: [String: PropertyDeclaration] = [:]
        return fields.compactMap { field in
            guard let first = seen.updateValue(field, forKey: field.name.value) else { return nil }
            return Diagnostic(
                rule: SchemaRule.duplicateProperty,
                "two header fields are called '\(field.name.value)'",
                at: field.name.range,
                notes: [Diagnostic.Note("the first is here", at: first.name.range)]
            )
        }
    }
}
