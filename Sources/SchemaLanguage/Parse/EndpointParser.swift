import Diagnostics
import YAMLTree

/// Parses a request under `endpoints:`.
enum EndpointParser {
    static func parse(
        _ name: Located<String>,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> EndpointDeclaration {
        var mapping = MappingReader(
            declaration: node,
            what: "an endpoint",
            hint: "write its method and path: `get: /messages`",
            in: &context
        )
        var endpoint = EndpointDeclaration.Contents(
            heading: DeclarationHeading(name, &mapping, in: &context)
        )
        let isPathMisplaced = misplacedPath(&mapping, in: &context)
        (endpoint.method, endpoint.path) = methodAndPath(
            of: name,
            isMissing: isPathMisplaced,
            &mapping,
            in: &context
        )
        let parameters = PropertyParser.parameter
        endpoint.pathParameters = PropertyParser.pathParameter.parse(
            isPathMisplaced ? nil : mapping.optional("path"),
            whole: "the path parameters",
            in: &context
        )
        let owner = InlineOwner(name: name.value, api: endpoint.heading.api)
        endpoint.queryParameters = PropertyParser.query(of: owner).parse(
            mapping.optional("query"),
            whole: "the query",
            in: &context
        )
        endpoint.headerParameters = parameters.parse(
            mapping.optional("headers"),
            whole: "the headers",
            in: &context
        )
        endpoint.cookieParameters = parameters.parse(
            mapping.optional("cookies"),
            whole: "the cookies",
            in: &context
        )
        if let node = mapping.optional("body") {
            let body = BodyParser.body.parse(node, in: &context)
            (endpoint.body, endpoint.bodyMedia, endpoint.parts) = (
                body.type, body.media, body.parts
            )
        }
        if let node = mapping.optional("response") {
            let response = BodyParser.response.parse(node, in: &context)
            (endpoint.response, endpoint.responseMedia) = (response.type, response.media)
        }
        let outcomes = mapping.pair("responses")
        endpoint.outcomes = outcomes.map { Self.outcomes($0.value, in: &context) } ?? []
        if let outcomes, mapping.optional("response") != nil {
            context.report(
                .invalidResponse,
                "an endpoint has one response, or one per status code",
                at: outcomes.key.range,
                hint: "drop `response:` or `responses:`"
            )
        }
        endpoint.paging = mapping.optional("paging").flatMap { node in
            PagingParser.parse(node, in: &context).map { Located($0, at: node.range) }
        }
        endpoint.wrap = mapping.optional("wrap").flatMap { node in
            context.keyPath(node, what: "wrap", isOfKeys: true).map { Located($0, at: node.range) }
        }
        endpoint.unwrap = mapping.optional("unwrap").flatMap { node in
            context.keyPath(node, what: "unwrap").map { Located($0, at: node.range) }
        }
        endpoint.failures = failures(mapping.optional("errors"), in: &context)
        endpoint.responseHeaders = PropertyParser.field.parse(
            mapping.optional("responseHeaders"),
            whole: "the header fields of the response",
            in: &context
        )
        endpoint.options = options(&mapping, in: &context)
        endpoint.deprecation = mapping.optional("deprecated").flatMap { context.deprecation($0) }
        endpoint.environment = mapping.optional("environment").flatMap {
            context.text($0, what: "environment")
        }
        if let node = mapping.optional("authentication") {
            endpoint.authenticates = AuthenticationParser.endpoint(node, in: &context)
        }
        endpoint.example = mapping.optional("example")
        endpoint.heading.finish(mapping, in: &context, foreign: Self.foreignKeys)
        return EndpointDeclaration(endpoint)
    }

    /// Names of keys in other languages.
    private static let foreignKeys = {
        let response = "write `response:` with the type of the body"
        let parameters =
            #"write `query: { "limit?": Int }`; path parameters are under `path:`, header fields "#
            + "under `headers:`"
        let method = "the method is a key, with its path: `get: /messages`"
        return [
            "returns": response, "result": response,
            "params": parameters, "parameters": parameters,
            "method": method, "url": method, "uri": method,
        ]
    }()

    /// Reports a path in place of the path parameters.
    ///
    /// - Returns: Whether there is one.
    private static func misplacedPath(
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> Bool {
        guard let node = mapping.optional("path"), let path = node.scalarText, path.hasPrefix("/")
        else { return false }
        let written = mapping.pairs.first { $0.key.scalarText == "method" }?.value.scalarText
        let method = written.flatMap { CheckedEndpoint.Method(rawValue: $0.lowercased()) } ?? .get
        context.report(
            .wrongKind,
            "expected the types of path parameters, found the path itself",
            at: node.range,
            hint: "write `\(method.rawValue): \(path.shortened(to: 60))`"
        )
        return true
    }

    /// The only key that is a method, with its path; each is nil if it could not be read.
    private static func methodAndPath(
        of name: Located<String>,
        isMissing: Bool,
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> (method: CheckedEndpoint.Method?, path: Located<String>?) {
        let found = CheckedEndpoint.Method.allCases.compactMap { method in
            mapping.pair(method.rawValue).map { (method, $0) }
        }
        guard mapping.isMapping else { return (nil, nil) }
        guard let (method, pair) = found.first else {
            // A misplaced path is reported.
            guard !isMissing else { return (nil, nil) }
            let methods = CheckedEndpoint.Method.allCases.map(\.rawValue)
            mapping.miss(
                methods,
                .methodCount,
                "an endpoint needs a method with its path",
                at: name.range,
                hint: "write one of \(methods.listed(by: "or")), as in `get: /messages`"
            )
            return (nil, nil)
        }
        guard found.count == 1 else {
            context.report(
                .methodCount,
                "an endpoint has one method, found \(found.count)",
                at: found.map(\.1.key.range).max { $0.start < $1.start } ?? name.range
            )
            return (nil, nil)
        }
        return (method, context.text(pair.value, what: "the path of an endpoint"))
    }

    /// Parses `responses: { 200: User, 204: none }`.
    private static func outcomes(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [EndpointDeclaration.Outcome] {
        guard case .mapping(let pairs) = node.content, !pairs.isEmpty else {
            context.reportKind(
                of: node,
                what: "responses",
                expected: "a mapping of status codes to types",
                hint: "write `responses: { 200: User, 204: none }`"
            )
            return []
        }
        return pairs.compactMap { pair in
            let isNone = pair.value.scalarText == "none"
            let parser = BodyParser.response(status: pair.key)
            let body = isNone ? nil : parser.parse(pair.value, in: &context)
            return context.text(pair.key, what: "a status").map {
                EndpointDeclaration.Outcome(status: $0, type: body?.type, media: body?.media)
            }
        }
    }

    private static func options(
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> CheckedEndpoint.Options {
        CheckedEndpoint.Options(
            timeout: mapping.optional("timeout").flatMap {
                context.seconds($0, what: "the timeout", example: "10 s")
            },
            priority: mapping.optional("priority").flatMap {
                context.word($0, what: "priority", foreign: ["normal": "drop the key"])
            },
            cachePolicy: mapping.optional("cache").flatMap {
                context.word($0, what: "cache", foreign: cachePolicies)
            }
        )
    }

    /// The words of other languages for the use of stored responses.
    private static let cachePolicies = [
        "fresh": "drop the key", "default": "drop the key",
        "no-store": "write none", "noStore": "write none", "false": "write none",
        "no-cache": "write revalidated", "noCache": "write revalidated",
        "reload": "write revalidated", "revalidate": "write revalidated",
        "max-stale": "write stale", "force-cache": "write stale",
        "returnCacheDataElseLoad": "write stale",
        "reloadIgnoringLocalCacheData": "write revalidated",
    ]

    /// The hint for failures by status where they cannot be declared.
    static let placeOfFailures =
        "the bodies of failures by status are declared by an endpoint, or by the repository of an "
        + "entity, as `errors: { 404: Problem }`"

    /// Parses `errors: { 404: Problem, 409: text, default: Failure }`.
    static func failures(
        _ node: YAMLNode?,
        in context: inout ParseContext
    ) -> [EndpointDeclaration.Failure] {
        guard let node, !node.isNull else { return [] }
        guard case .mapping(let pairs) = node.content else {
            context.reportKind(
                of: node,
                what: "errors",
                expected: "a mapping of status codes to types",
                hint: "write `errors: { 404: Problem }`"
            )
            return []
        }
        return pairs.compactMap { pair in
            let body = BodyParser.failure(status: pair.key).parse(pair.value, in: &context)
            guard let status = context.text(pair.key, what: "a status"), let type = body.type
            else { return nil }
            return EndpointDeclaration.Failure(
                status: status,
                type: type,
                isText: body.media?.form == .text
            )
        }
    }
}
