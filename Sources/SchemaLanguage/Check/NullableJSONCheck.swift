import Diagnostics

/// Checks that JSON is not nullable: `JSON?` would have a second null that cannot be distinguished.
struct NullableJSONCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let structures = index.groups.flatMap(\.ownProperties).map(\.type)
        // Another check reports a nullable case.
        let cases = index.documents.flatMap(\.unions).flatMap(\.cases).map(\.type)
            .filter { !$0.isOptional }
        let endpoints = index.endpoints.flatMap { endpoint in
            // Another check reports a nullable response.
            (endpoint.parameters + endpoint.responseHeaders).map(\.type)
                + [endpoint.body].compactMap(\.self)
                + endpoint.answers.filter { !$0.isOptional }
        }
        return (structures + cases + endpoints).compactMap(diagnostic(for:))
    }

    private func diagnostic(for type: TypeExpression) -> Diagnostic? {
        switch type.form {
        case .array(let inner), .dictionary(let inner): diagnostic(for: inner)
        case .optional(let inner) where inner.form == .name("JSON", member: nil):
            Diagnostic(
                rule: SchemaRule.nullableJSON,
                "JSON already includes null, so 'JSON?' would have two nulls",
                at: type.range,
                hint: "write JSON"
            )
        case .optional(let inner): diagnostic(for: inner)
        case .name, .unreadable: nil
        }
    }
}
