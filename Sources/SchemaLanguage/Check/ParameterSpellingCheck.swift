import Diagnostics

/// Warns about a parameter in camel case in an API whose `keys` are spelled differently.
///
/// The key strategy applies to the keys of JSON objects. Parameters of endpoints are sent under
/// their names, and a service may spell them differently from its JSON, so this is a warning.
struct ParameterSpellingCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap { document in
            document.endpoints.flatMap { endpoint -> [Diagnostic] in
                guard index.isAPIKnown(of: endpoint.heading, in: document),
                    let api = index.api(of: endpoint.heading, in: document), !api.hasUnreadableForm
                else { return [] }
                return diagnostics(for: endpoint, api.keys, index)
            }
        }
    }

    private func diagnostics(
        for endpoint: EndpointDeclaration,
        _ keys: KeyStrategy,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        guard keys != .exact else { return [] }
        // An exploded object is not sent under its own name.
        let query = endpoint.queryParameters.filter {
            !($0.isExploded && index.isValue($0.type))
        }
        let part = endpoint.bodyMedia?.form == .form ? "field" : "part"
        return query.compactMap { diagnostic(for: $0, "query parameter", keys) }
            + endpoint.cookieParameters.compactMap { diagnostic(for: $0, "cookie", keys) }
            + endpoint.parts.compactMap { diagnostic(for: $0.property, part, keys) }
    }

    private func diagnostic(
        for parameter: PropertyDeclaration,
        _ what: String,
        _ keys: KeyStrategy
    ) -> Diagnostic? {
        let name = parameter.name.value
        guard parameter.isWhole, parameter.key == nil, name.isCamelCase else { return nil }
        return Diagnostic(
            .warning,
            rule: SchemaRule.parameterSpelling,
            "the \(what) '\(name)' is sent as '\(name)': `keys: \(keys.rawValue)` applies to "
                + "properties, not to parameters",
            at: parameter.name.range,
            hint: "write `key: \(keys.key(for: name))`, or `key: \(name)` if the service uses that "
                + "name"
        )
    }
}

extension SchemaIndex {
    /// Whether a type is a declared value, nullable or not.
    fileprivate func isValue(_ type: TypeExpression) -> Bool {
        if case .value = resolve(type)?.withoutNull { true } else { false }
    }
}

extension String {
    /// Whether it consists of words separated only by capitals: `upTo`.
    fileprivate var isCamelCase: Bool {
        first?.isLowercase == true && contains(where: \.isUppercase)
            && allSatisfy { $0.isLetter || $0.isNumber }
    }
}
