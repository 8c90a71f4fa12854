import Diagnostics

/// A parameter in camel case is not the spelling of an API whose `keys` are another.
///
/// The strategy is one for the keys of JSON objects. Parameters of endpoints are sent under their names,
/// and a service may well spell them otherwise than its JSON, so this is a warning.
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
        // An object that is exploded has no name of its own on the wire.
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
            "the \(what) '\(name)' is sent as '\(name)': `keys: \(keys.rawValue)` is for "
                + "properties, and not for parameters",
            at: parameter.name.range,
            hint: "write `key: \(keys.key(for: name))`, or `key: \(name)` where the service has it "
                + "so"
        )
    }
}

extension SchemaIndex {
    /// Whether a type is a declared value, or may be none.
    fileprivate func isValue(_ type: TypeExpression) -> Bool {
        if case .value = resolve(type)?.withoutNull { true } else { false }
    }
}

extension String {
    /// Whether it is made of words with capitals between them, and of nothing else: `upTo`.
    fileprivate var isCamelCase: Bool {
        first?.isLowercase == true && contains(where: \.isUppercase)
            && allSatisfy { $0.isLetter || $0.isNumber }
    }
}
