import Diagnostics
import YAMLTree

/// Parses a service under `apis:`.
enum APIParser {
    static func parse(
        _ name: Located<String>,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> APIDeclaration {
        var mapping = MappingReader(declaration: node, what: "an API", in: &context)
        let doc = context.doc(mapping.optional("doc"))
        var api = APIDeclaration(heading: DeclarationHeading(name: name, doc: doc))
        var mistakes = context.diagnostics.count
        if let node = mapping.optional("baseURL") {
            api.baseURLs = baseURLs(node, in: &context)
        }
        api.hasUnreadableURLs = context.diagnostics.count > mistakes
        mistakes = context.diagnostics.count
        if let node = mapping.optional("keys") {
            api.keys = context.word(node, what: "keys", foreign: KeyStrategy.foreign) ?? .exact
        }
        if let node = mapping.optional("dates") {
            let formats = PropertyParser.formats(node, in: &context).map(\.value)
            if !formats.isEmpty { api.dates = formats }
        }
        api.hasUnreadableForm = context.diagnostics.count > mistakes
        if let node = mapping.optional("headers") {
            api.headers = headers(node, in: &context)
        }
        if let node = mapping.optional("query") {
            let refusal = "a parameter of every request cannot contain {id}"
            api.query = context.constantParameters(node, withoutIdentity: refusal)
        }
        if let node = mapping.optional("authentication") {
            api.authentication = AuthenticationParser.api(node, in: &context)
        }
        api.conventions = mapping.optional("conventions").map {
            ConventionsParser.parse($0, in: &context)
        }
        let baseURL = "write `baseURL: https://api.example.com/v1`"
        let hasFailures = mapping.pairs.contains {
            $0.key.scalarText == "errors" && $0.value.hasStatuses
        }
        api.heading.finish(
            mapping,
            in: &context,
            foreign: ["url": baseURL, "servers": baseURL, "host": baseURL, "base_url": baseURL]
                .merging(ConventionsParser.keysBeside) { $1 }
                .merging(hasFailures ? ["errors": EndpointParser.placeOfFailures] : [:]) { $1 }
        )
        if !api.heading.isWhole {
            api.hasUnreadableURLs = api.hasUnreadableURLs || api.baseURLs.isEmpty
            api.hasUnreadableForm =
                api.hasUnreadableForm || !mapping.isMapping || mapping.isMisspelled("keys")
                || mapping.isMisspelled("dates")
        }
        return api
    }

    /// One URL, or one for each environment.
    private static func baseURLs(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [APIDeclaration.BaseURL] {
        guard case .mapping(let pairs) = node.content else {
            guard let url = context.text(node, what: "baseURL") else { return [] }
            let environment = Located("production", at: node.range)
            return [APIDeclaration.BaseURL(environment: environment, url: url)]
        }
        if pairs.isEmpty {
            context.report(
                .invalidBaseURL,
                "an API needs at least one base URL",
                at: node.range,
                hint: "write one, or leave the key out if only the app knows it"
            )
        }
        return pairs.compactMap { pair in
            guard let environment = context.text(pair.key, what: "an environment"),
                let url = context.text(pair.value, what: "a base URL")
            else { return nil }
            return APIDeclaration.BaseURL(environment: environment, url: url)
        }
    }

    private static func headers(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [APIDeclaration.Header] {
        guard case .mapping(let pairs) = node.content else {
            context.reportKind(
                of: node,
                what: "headers",
                expected: "a mapping of field names to values"
            )
            return []
        }
        return pairs.compactMap { pair in
            guard let name = context.text(pair.key, what: "the name of a header field"),
                let value = context.text(pair.value, what: "the value of a header field")
            else { return nil }
            if let placeholder = value.value.firstMatch(of: /\{[A-Za-z_]+\}/) {
                let isLogin = name.value.lowercased() == "authorization"
                context.report(
                    .invalidValue,
                    "a header field of an API is constant, found "
                        + "'\(placeholder.output.shortened(to: 60))'",
                    at: value.range,
                    hint: isLogin
                        ? "write `authentication: bearer`: the session gets the token at run time"
                        : "for a value that differs between requests, use `headers:` of an "
                            + "endpoint, or a middleware"
                )
            }
            return APIDeclaration.Header(name: name, value: value)
        }
    }
}
