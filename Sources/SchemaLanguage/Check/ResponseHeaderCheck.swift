import Diagnostics

/// Checks that header fields of a response have valid names and types, and that only one key sets
/// each field of a request.
struct ResponseHeaderCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.endpoints.flatMap { endpoint -> [Diagnostic] in
            let fields = endpoint.responseHeaders.filter(\.isWhole)
            let names = fields.map { $0.key ?? $0.name }
            var found = endpoint.responseHeaders.compactMap { type($0, index) }
            found += options(of: endpoint)
            found += names.compactMap(HeaderField.nameProblem)
            found += HeaderField.duplicates(names.filter { HeaderField.isName($0.value) })
            return found + duplicates(fields)
        }
    }

    private func type(_ field: PropertyDeclaration, _ index: SchemaIndex) -> Diagnostic? {
        guard let type = index.resolve(field.type)?.withoutNull, !index.isTextual(type) else {
            return nil
        }
        return Diagnostic(
            rule: SchemaRule.invalidResponse,
            "expected a string, a number, a date or an enum, or an array of these, for the header "
                + "field '\(field.name.value)'",
            at: field.type.range
        )
    }

    /// The fields that `priority:` or `cache:` sets, and a parameter, too.
    private func options(of endpoint: EndpointDeclaration) -> [Diagnostic] {
        endpoint.headerParameters.compactMap { parameter -> Diagnostic? in
            let name = parameter.key ?? parameter.name
            let option: String
            switch name.value.lowercased() {
            case "priority" where endpoint.options.priority != nil: option = "priority"
            case "cache-control" where endpoint.options.cachePolicy != nil: option = "cache"
            default: return nil
            }
            return Diagnostic(
                rule: SchemaRule.invalidHeader,
                "`\(option):` already sets this header field",
                at: name.range,
                hint: "drop one of them"
            )
        }
    }

    private func duplicates(_ fields: [PropertyDeclaration]) -> [Diagnostic] {
        var seen: [String: PropertyDeclaration] = [:]
        return fields.compactMap { field in
            guard let first = seen.updateValue(field, forKey: field.name.value) else { return nil }
            return Diagnostic(
                rule: SchemaRule.duplicateProperty,
                "two header fields are named '\(field.name.value)'",
                at: field.name.range,
                notes: [Diagnostic.Note("the first is here", at: first.name.range)]
            )
        }
    }
}
