import Diagnostics
import YAMLTree

/// Parses the authentication of requests.
enum AuthenticationParser {
    private static let words: [(String, CheckedAPI.Authentication)] = [
        ("none", .none), ("bearer", .bearer), ("basic", .basic),
    ]

    /// The hints for words of other languages.
    private static let foreign = [
        "apikey": "{ header: X-API-Key }", "header": "{ header: X-API-Key }",
        "cookie": "{ cookie: session }", "jwt": "bearer",
        "key": "{ header: X-API-Key }", "oauth": "bearer", "oauth2": "bearer",
        "password": "basic", "query": "{ query: api_key }", "token": "bearer",
    ]

    /// Parses the authentication of an API: one credential, or a list of those that each request
    /// carries.
    ///
    /// - Returns: The credentials; none if requests carry none, or nothing could be read.
    static func api(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [Located<CheckedAPI.Authentication>] {
        guard case .sequence(let elements) = node.content else {
            let found = credential(node, in: &context)
            return found.map { $0.value == .none ? [] : [$0] } ?? []
        }
        if elements.isEmpty {
            report(node, in: &context, hint: "drop it, or write `authentication: none`")
        }
        return elements.compactMap { element in
            guard let found = credential(element, isListed: true, in: &context) else { return nil }
            guard found.value == .none else { return found }
            context.report(
                .invalidAuthentication,
                "`none` cannot be combined with credentials",
                at: element.range,
                hint: "list only the credentials that every request carries"
            )
            return nil
        }
    }

    /// Parses a credential: a word, `{ header: X-API-Key }`, `{ query: api_key }` or
    /// `{ cookie: session }`.
    private static func credential(
        _ node: YAMLNode,
        isListed: Bool = false,
        in context: inout ParseContext
    ) -> Located<CheckedAPI.Authentication>? {
        switch node.content {
        case .scalar(let scalar) where scalar.meaning != .null:
            if let (_, found) = words.first(where: { $0.0 == scalar.text }) {
                return Located(found, at: node.range)
            }
            let word = scalar.text.lowercased().filter { $0 != "_" && $0 != "-" }
            let hint =
                foreign[word].map { "write `\(isListed ? "" : "authentication: ")\($0)`" }
                ?? NearestSpelling.hint(for: scalar.text, in: words.map(\.0))
            report(node, isListed: isListed, in: &context, hint: hint)
            return nil
        case .mapping:
            return key(node, isListed: isListed, in: &context)
        case .sequence, .scalar:
            report(node, isListed: isListed, in: &context, hint: nil)
            return nil
        }
    }

    /// Parses the location of a key: one of `header`, `query` and `cookie`.
    private static func key(
        _ node: YAMLNode,
        isListed: Bool,
        in context: inout ParseContext
    ) -> Located<CheckedAPI.Authentication>? {
        guard case .mapping(let pairs) = node.content,
            var mapping = MappingReader(node, what: "an authentication", in: &context)
        else { return nil }
        if pairs.contains(where: { ["bearer", "basic"].contains($0.key.scalarText) }) {
            report(
                node,
                isListed: isListed,
                in: &context,
                hint:
                    "write only the word: the session gets the token or the password at run time"
            )
            return nil
        }
        let header = mapping.optional("header")
        let query = mapping.optional("query")
        let cookie = mapping.optional("cookie")
        mapping.finish(in: &context)
        switch (header, query, cookie) {
        case (let name?, nil, nil):
            return context.name(name, expected: "the name of a header field for the key")
                .map { Located(.header($0.value), at: $0.range) }
        case (nil, let name?, nil):
            return context.name(name, expected: "the name of a query parameter for the key")
                .map { Located(.query($0.value), at: $0.range) }
        case (nil, nil, let name?):
            return context.name(name, expected: "the name of a cookie for the key")
                .map { Located(.cookie($0.value), at: $0.range) }
        case (_, _, _) where header != nil || query != nil || cookie != nil:
            report(
                node,
                isListed: isListed,
                in: &context,
                hint:
                    "name one place: the header, the query or the cookie; for several keys, write "
                    + "a list such as `[{ header: X-API-Key }, { query: app }]`"
            )
        default:
            // An unknown key has been reported.
            if pairs.isEmpty { report(node, isListed: isListed, in: &context, hint: nil) }
        }
        return nil
    }

    private static func report(
        _ node: YAMLNode,
        isListed: Bool = false,
        in context: inout ParseContext,
        hint: String?
    ) {
        let places = "{ header: … }, { query: … }"
        let expected =
            isListed
            ? "bearer, basic, \(places) or { cookie: … } in a list of credentials"
            : "none, bearer, basic, \(places), { cookie: … } or a list of them for authentication"
        context.report(
            .invalidAuthentication,
            "expected \(expected), found \(node.kindDescription)",
            at: node.range,
            hint: hint
        )
    }

    /// Parses the authentication of an endpoint, which can only turn it off.
    ///
    /// - Returns: Whether its requests are authenticated.
    static func endpoint(_ node: YAMLNode, in context: inout ParseContext) -> Bool {
        guard node.scalarText != "none" else { return false }
        context.report(
            .invalidAuthentication,
            "an endpoint can only turn authentication off: expected none, found "
                + node.kindDescription,
            at: node.range,
            hint: "configure authentication in the API, for all of its endpoints"
        )
        return true
    }
}
