import Diagnostics
import YAMLTree

/// Converts operations to endpoints.
struct OperationTranslator {
    let security: SecurityTranslator

    /// The methods that schemas support.
    private static let methods: Set<String> = [
        "get", "put", "post", "delete", "options", "head", "patch",
    ]

    /// The declaration of an operation; nil, with a finding, if a schema cannot express it.
    func declaration(
        of operation: OpenAPIOperation,
        named name: String,
        _ context: inout ImportContext
    ) -> ProposedDeclaration? {
        guard Self.methods.contains(operation.method) else {
            context.report(
                .leftOut,
                "\(operation.method.uppercased()) requests are not supported; \(operation.path.quoted) has one",
                at: operation.methodNode.range
            )
            return nil
        }
        guard operation.node.isMapping else {
            context.report(
                .leftOut,
                "expected an operation object",
                at: operation.node.range
            )
            return nil
        }
        var endpoint = ProposedEndpoint(method: operation.method, path: operation.path)
        var parameters = ParameterTranslator(
            owner: name,
            hasKeyStrategy: context.naming.keys != nil
        )
        let credentials = security.index(of: operation).map { security.credentials[$0] }
        endpoint.isAnonymous =
            credentials == nil && security.credentials.first?.nodes.isEmpty == false
        parameters.add(
            operation,
            to: &endpoint,
            authenticated: credentials?.places ?? [],
            &context
        )
        let bodies = BodyTranslator(owner: name)
        if let body = operation.body {
            if ["get", "head", "options"].contains(operation.method) {
                context.report(
                    .leftOut,
                    "a \(operation.method.uppercased()) request has no body",
                    at: body.node.range
                )
            } else {
                endpoint.body = bodies.body(body, &parameters, &context)
                if body.fields.isEmpty, body.node["required"]?.bool == false {
                    context.reading.findings.addRepeated(
                        .simplified,
                        "a request body is always sent, even if it is optional in the document",
                        at: body.node.range
                    )
                }
            }
        }
        addResponses(operation, to: &endpoint, bodies, &context)
        if operation.isDeprecated { endpoint.deprecated = "The service deprecates it." }
        if let callbacks = operation.node["callbacks"] {
            context.report(
                .leftOut,
                "callbacks are requests to the client, and are left out",
                at: callbacks.range
            )
        }
        return ProposedDeclaration(name, doc: operation.doc(of: name), .endpoint(endpoint))
    }

    private func addResponses(
        _ operation: OpenAPIOperation,
        to endpoint: inout ProposedEndpoint,
        _ bodies: BodyTranslator,
        _ context: inout ImportContext
    ) {
        var successes = operation.responses.filter { response in
            response.statuses.map { (200...299).contains($0.lowerBound) } ?? false
        }
        if successes.isEmpty,
            let other = operation.responses.first(where: { $0.status == "default" })
        {
            successes = [other]
        }
        let isHead = operation.method == "head"
        var results: [(status: String, body: ProposedBody?)] = []
        for response in successes where !isHead {
            let isOnly = successes.count == 1 || results.isEmpty
            let suffix = isOnly ? "response" : "response\(response.status)"
            let isEmpty = ["204", "205"].contains(response.status)
            let body = isEmpty ? nil : bodies.response(response, suffix: suffix, &context)
            results.append((response.status, body))
        }
        addHeaders(successes, to: &endpoint, &context)
        let exact = results.filter { Int($0.status) != nil }
        let others =
            exact.isEmpty ? results.dropFirst() : results.filter { Int($0.status) == nil }[...]
        reportLeftOut(operation.responses, Set(others.map(\.status)), &context)
        if Set(exact.map { $0.body?.node }).count > 1, exact.count > 1 {
            endpoint.responses = exact.map { .init(status: $0.status, body: Self.whole($0.body)) }
        } else {
            endpoint.response = (exact.first ?? results.first)?.body
        }
        for response in operation.responses
        where !successes.contains(where: { $0.status == response.status }) {
            guard let status = Self.failureStatus(response.status) else { continue }
            if response.headers.contains(where: { Self.isForApps($0.name, inError: true) }) {
                context.reading.findings.addRepeated(
                    .simplified,
                    "header fields of error responses have no properties: read them from the error's "
                        + "`response`",
                    at: response.statusNode.range
                )
            }
            if let type = bodies.failure(response, &context) {
                endpoint.errors.append(.init(status: status, type: type))
            }
        }
        endpoint.errors.sort { Self.order($0.status) < Self.order($1.status) }
    }

    /// Reports what endpoints do not support: responses without a status, or next to one with a
    /// status, redirects with header fields or a body, and links.
    private func reportLeftOut(
        _ responses: [OpenAPIOperation.Response],
        _ others: Set<String>,
        _ context: inout ImportContext
    ) {
        for response in responses {
            reportGrouped(response, &context)
            if response.statuses == nil, response.status != "default" {
                context.report(
                    .leftOut,
                    "\(response.status.quoted) is not a status, so its response is left out",
                    at: response.statusNode.range
                )
            } else if others.contains(response.status) {
                context.report(
                    .leftOut,
                    "an endpoint with exact statuses has no response for \(response.status.quoted), which is "
                        + "left out",
                    at: response.statusNode.range
                )
            }
        }
    }

    private func reportGrouped(
        _ response: OpenAPIOperation.Response,
        _ context: inout ImportContext
    ) {
        if let links = response.node["links"], !links.pairs.isEmpty {
            context.reading.findings.addRepeated(
                .leftOut,
                "links of responses are left out",
                at: links.range
            )
        }
        // A client that caches gets 304, not the app.
        guard let status = response.statuses?.lowerBound, status != 304,
            (300...399).contains(status),
            !response.headers.isEmpty || !response.contents.isEmpty
        else { return }
        context.reading.findings.addRepeated(
            .leftOut,
            "the header fields and the body of a redirect are left out",
            at: response.statusNode.range
        )
    }

    /// Responses by status are read as a whole.
    private static func whole(_ body: ProposedBody?) -> ProposedBody? {
        switch body {
        case .any("file"): .any("bytes")
        case .media("file", let media): .media("bytes", media)
        case .typed("jsonLines", _, _), .typed("jsonSequence", _, _), .typed("events", _, _):
            .any("text")
        case .media("events", _): .any("text")
        default: body
        }
    }

    private static func failureStatus(_ status: String) -> String? {
        let lowered = status.lowercased()
        if ["4xx", "5xx", "default"].contains(lowered) { return lowered }
        return Int(status).flatMap { (400...599).contains($0) ? status : nil }
    }

    private static func order(_ status: String) -> String {
        status == "default" ? "z" : status.hasSuffix("xx") ? "y" + status : status
    }

    /// Whether apps read a header field, which the transport and the runtime do not handle.
    private static func isForApps(_ header: String, inError: Bool = false) -> Bool {
        let name = header.lowercased()
        if inError, ["retry-after", "www-authenticate"].contains(name) { return false }
        return !ParameterTranslator.ofMessages.contains(name)
    }

    private func addHeaders(
        _ responses: [OpenAPIOperation.Response],
        to endpoint: inout ProposedEndpoint,
        _ context: inout ImportContext
    ) {
        var seen: Set<String> = []
        var found: [(name: String, node: YAMLNode, isInAll: Bool)] = []
        for response in responses {
            for (name, node) in response.headers
            where Self.isForApps(name) && seen.insert(name.lowercased()).inserted {
                let isInAll = responses.allSatisfy { other in
                    other.headers.contains { $0.name.lowercased() == name.lowercased() }
                }
                found.append((name, node, isInAll))
            }
        }
        let names = PropertyNaming.parameters.named(headers: found.map(\.name))
        for (named, header) in zip(names, found) {
            guard header.name.isHeaderToken else { continue }
            let schema = header.node["schema"] ?? header.node
            let place = TypePlace(owner: "", property: named.name, key: header.name)
            var use = TypeUse("String")
            if ShapeSketch.kind(of: schema, &context) != .object, header.node["content"] == nil {
                use = TypeTranslator.use(of: schema, at: place, &context).withoutNull
            }
            if !context.isPlain(use.type), !context.isPlainArray(use.type) {
                use = TypeUse("String")
            }
            let isRequired = header.node["required"]?.bool == true && header.isInAll
            var property = ProposedProperty(named.name, isOptional: !isRequired, use.type)
            property.key = named.key
            property.json = use.json
            property.formats = use.formats
            property.doc = header.node["description"]?.sentence
            endpoint.responseHeaders.append(property)
        }
    }
}
