import SchemaLanguage

/// Translates APIs.
struct APITranslator: Sendable {
    let access: String
    let headers: HeaderTranslator
    let names: DeclarationNames
    let redacted: RedactedKeys

    /// A service, for the template `API`.
    func translate(_ api: CheckedAPI) -> APIModel {
        APIModel(
            header: headers.header(of: api.head, .networking),
            docs: Documentation.block(
                api.head.doc,
                or: "The service \(Documentation.code(api.head.name))."
            ),
            name: names[api.head.name],
            baseURLs: Self.elements(
                api.baseURLs.map {
                    ".\(Self.environment($0.environment)): \(StringLiteral.literal($0.url))"
                }
            ),
            headers: Self.elements(
                api.headers.map {
                    "\(StringLiteral.literal($0.name)): \(StringLiteral.literal($0.value))"
                }
            ),
            query: Self.elements(api.query.map(\.element)),
            dates: TypeTranslator.arguments(api.dates),
            authentication: authentication(api.authentication),
            conventions: conventions(api),
            redactedKeys: Self.elements(redacted.keys(of: api).map(StringLiteral.literal))
        )
    }

    /// The declaration of its conventions, if they differ from plain REST.
    private func conventions(_ api: CheckedAPI) -> Block {
        guard let conventions = api.conventions else { return Block() }
        let statements = ConventionsTranslator.statements(conventions)
        guard !statements.isEmpty else { return Block() }
        return ConventionsTranslator.declaration(
            "/// The conventions that repositories follow in requests to the service.",
            access,
            type: names.foreign("Conventions"),
            start: "\(names.foreign("Conventions"))()",
            statements
        )
    }

    /// The scheme, as an expression: `Authentication.header("X-API-Key")`.
    private func authentication(_ authentication: CheckedAPI.Authentication) -> Block {
        let type = names.foreign("Authentication")
        if case .all(let credentials) = authentication {
            let schemes = credentials.compactMap(Self.scheme).map { ".\($0)" }
            return Block(["\(type).all([\(schemes.joined(separator: ", "))])"])
        }
        return Block(Self.scheme(authentication).map { ["\(type).\($0)"] } ?? [])
    }

    /// The case for one credential; nil for none, and for several.
    private static func scheme(_ authentication: CheckedAPI.Authentication) -> String? {
        switch authentication {
        case .none, .all: nil
        case .bearer: "bearer"
        case .basic: "basic"
        case .header(let name): "header(\(StringLiteral.literal(name)))"
        case .query(let name): "query(\(StringLiteral.literal(name)))"
        case .cookie(let name): "cookie(\(StringLiteral.literal(name)))"
        }
    }

    /// An environment after a dot: `production`, or `init("name")`.
    static func environment(_ name: String) -> String {
        ["production", "staging", "mock"].contains(name)
            ? name : "init(\(StringLiteral.literal(name)))"
    }

    /// The elements of a literal, one per line; the formatter wants a comma after the last of
    /// several.
    private static func elements(_ elements: [String]) -> Block {
        Block(elements.count > 1 ? elements.map { $0 + "," } : elements)
    }
}
