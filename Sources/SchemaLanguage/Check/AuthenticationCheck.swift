import Diagnostics

/// Checks that the name of a key for authentication can be sent, and that nothing else sets it.
struct AuthenticationCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let apis = index.documents.flatMap(\.apis).flatMap { api in
            api.authentication.compactMap { name($0) ?? header($0, of: api) } + clashes(of: api)
        }
        let endpoints = index.documents.flatMap { document in
            document.endpoints.flatMap { endpoint -> [Diagnostic] in
                guard endpoint.authenticates,
                    let api = index.api(of: endpoint.heading, in: document)
                else { return [] }
                return api.authentication.flatMap { parameters(of: endpoint, $0.value, api, index) }
            }
        }
        return apis + endpoints
    }

    private func name(_ authentication: Located<CheckedAPI.Authentication>) -> Diagnostic? {
        let given = "pass the key itself to the session at run time"
        let problem: (message: String, hint: String)? =
            switch authentication.value {
            case .header(let name) where !HeaderField.isName(name):
                (
                    "expected the name of a header field for the key, "
                        + "found '\(name.shortened(to: 40))'",
                    given
                )
            case .header(let name) where HeaderField.isOfTransport(name):
                (
                    "the header field '\(name)' is set by the transport, so it cannot be a key",
                    "use another one, such as X-API-Key"
                )
            case .header(let name) where name.lowercased() == "cookie":
                (
                    "the header field '\(name)' contains all cookies, so it cannot be a key",
                    "write `cookie: session`, with the name of the cookie that contains the key"
                )
            case .header(let name) where HeaderField.isOfRuntime(name):
                (
                    "the header field '\(name)' is set by the runtime, so it cannot be a key",
                    "use another one, such as X-API-Key"
                )
            case .cookie(let name) where !HeaderField.isName(name):
                (
                    "expected the name of a cookie for the key, found '\(name.shortened(to: 40))'",
                    given
                )
            case .query(let name) where name.allSatisfy(\.isWhitespace):
                (
                    "expected the name of a query parameter for the key, found "
                        + (name.isEmpty ? "an empty string" : "blanks"),
                    given
                )
            default: nil
            }
        return problem.map {
            Diagnostic(
                rule: SchemaRule.invalidAuthentication,
                $0.message,
                at: authentication.range,
                hint: $0.hint
            )
        }
    }

    /// A header field of the API that the authentication sets, too.
    private func header(
        _ authentication: Located<CheckedAPI.Authentication>,
        of api: APIDeclaration
    ) -> Diagnostic? {
        guard let name = authentication.value.headerName,
            let header = api.headers.first(where: {
                $0.name.value.lowercased() == name.lowercased()
            })
        else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidAuthentication,
            "the authentication already sets the header field '\(header.name.value)'",
            at: header.name.range,
            hint: "drop it here; a schema must not contain secrets"
        )
    }

    /// Credentials of one request with the same location.
    private func clashes(of api: APIDeclaration) -> [Diagnostic] {
        api.authentication.indices.compactMap { second in
            let later = api.authentication[second]
            let earlier = api.authentication[..<second].first {
                later.value.clashes(with: $0.value)
            }
            guard let earlier, let place = later.value.place else { return nil }
            return Diagnostic(
                rule: SchemaRule.invalidAuthentication,
                "two credentials of one request use \(place)",
                at: later.range,
                notes: [Diagnostic.Note("the other is here", at: earlier.range)],
                hint:
                    "a request carries all credentials of the list; if the service accepts any of "
                    + "them, keep the one that your app has"
            )
        }
    }

    /// The parameters of an endpoint that the authentication sets, too.
    private func parameters(
        of endpoint: EndpointDeclaration,
        _ authentication: CheckedAPI.Authentication,
        _ api: APIDeclaration,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        let taken: [(name: String, parameter: PropertyDeclaration)]
        if let name = authentication.headerName {
            // Another check reports names that differ only in case.
            taken = endpoint.headerParameters
                .filter { $0.wireName.lowercased() == name.lowercased() }.prefix(1)
                .map { ($0.wireName, $0) }
        } else if case .query(let name) = authentication {
            taken = endpoint.queryParameters.filter { index.queryNames(of: $0).contains(name) }
                .map { (name, $0) }
        } else if case .cookie(let name) = authentication {
            taken = endpoint.cookieParameters.filter { $0.wireName == name }.map { (name, $0) }
        } else {
            taken = []
        }
        return taken.map { name, parameter in
            Diagnostic(
                rule: SchemaRule.invalidAuthentication,
                "the authentication of \(api.heading.name.value) already sets '\(name)'",
                at: (parameter.key ?? parameter.name).range,
                hint: "drop it, or write `authentication: none` on the endpoint"
            )
        }
    }
}

extension CheckedAPI.Authentication {
    /// The header field that it sets.
    var headerName: String? {
        switch self {
        case .bearer, .basic: "Authorization"
        case .header(let name): name
        case .none, .query, .cookie, .all: nil
        }
    }

    /// Its location in the request, for a message.
    fileprivate var place: String? {
        switch self {
        case .query(let name): "the query parameter '\(name.shortened(to: 60))'"
        case .cookie(let name): "the cookie '\(name.shortened(to: 60))'"
        default: headerName.map { "the header field '\($0.shortened(to: 60))'" }
        }
    }

    /// Whether one would overwrite the other.
    fileprivate func clashes(with other: CheckedAPI.Authentication) -> Bool {
        if let name = headerName?.lowercased(), let otherName = other.headerName?.lowercased() {
            return name == otherName
        }
        return self == other
    }
}

extension APIDeclaration {
    /// The query parameters that its authentication sets.
    var queryKeys: [String] {
        authentication.compactMap { credential in
            if case .query(let name) = credential.value { name } else { nil }
        }
    }
}

extension PropertyDeclaration {
    /// The name of a parameter in the request.
    fileprivate var wireName: String { (self.key ?? self.name).value }
}
