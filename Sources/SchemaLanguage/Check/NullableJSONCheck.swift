import Diagnostics

/// Checks that JSON is not nullable: `JSON?` would have a second null that cannot be distinguished.
struct NullableJSONCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        var types = index.groups.flatMap(\.ownProperties).map(\.type)
        types += index.endpoints.flatMap(\.requestTypes)
        // Other checks report nullable cases and responses.
        let cases = index.documents.flatMap(\.unions).flatMap(\.cases).map(\.type)
        let answers = index.endpoints.flatMap(\.answers)
        types += (cases + answers).filter { !$0.isOptional }
        return types.compactMap(diagnostic)
    }

    private func diagnostic(_ type: TypeExpression) -> Diagnostic? {
        switch type.form {
        case .array(let inner), .dictionary(let inner): diagnostic(inner)
        case .optional(let inner) where inner.form == .name("JSON", member: nil):
            Diagnostic(
                rule: SchemaRule.nullableJSON,
                "JSON already includes null, so 'JSON?' would have two nulls",
                at: type.range,
                hint: "write JSON"
            )
        case .optional(let inner): diagnostic(inner)
        case .name, .unreadable: nil
        }
    }
}
