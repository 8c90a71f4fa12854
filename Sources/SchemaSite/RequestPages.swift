import SchemaDiagram
import SchemaLanguage

/// The pages of endpoints, repositories and APIs.
struct RequestPages {
    let page: SitePage

    private var examples: ExampleJSON { page.examples }

    private func api(_ name: String?) -> CheckedAPI? {
        page.schema.apis.first { $0.head.name == name }
    }

    // MARK: - Endpoints

    func text(of endpoint: CheckedEndpoint, _ diagram: HTML) -> String {
        var parts = [HTML.documentation(endpoint.head.doc)]
        if let reason = endpoint.deprecation { parts.append("<p>Deprecated: \(reason)</p>") }
        parts.append("<p class=\"request\"><code>\(endpoint.requestLine)</code></p>")
        parts.append(page.origin(page.source.line(of: .endpoint, endpoint.head)))
        if let api = api(endpoint.head.api) {
            parts.append("<p>API: \(page.link(.api, api.head))</p>")
        }
        let parameters = endpoint.parameters.map { parameter -> [HTML] in
            let value = parameter.defaultValue.map { ", default \($0.text)" } ?? ""
            let presence = parameter.isOptional ? "optional" : "required"
            return [
                "<code>\(parameter.key)</code>", "\(place(of: parameter))",
                page.code(parameter.type), "\(presence)\(value)", HTML.documentation(parameter.doc),
            ]
        }
        parts.append(
            HTML.table("Parameters", ["Parameter", "In", "Type", "Rules", "Meaning"], parameters)
        )
        let command = CurlCommand(endpoint, api(endpoint.head.api), examples)
        parts.append("<h2>Request</h2>\n\(HTML.code("The request, with curl", command.text))")
        if let body = endpoint.body {
            parts.append("<p>Body: \(page.code(body)) as \(endpoint.bodyMedia.words)</p>")
        }
        parts.append(responses(of: endpoint))
        parts.append(failures(endpoint.failures))
        parts.append(diagram)
        return page.text(endpoint.head.name, kind: .endpoint, parts)
    }

    private func place(of parameter: CheckedParameter) -> String {
        switch parameter.location {
        case .path: "path"
        case .query: "query"
        case .header: "header"
        case .cookie: "cookie"
        case .field: "form field"
        case .jsonPart: "JSON part"
        case .file: "file part"
        }
    }

    private func responses(of endpoint: CheckedEndpoint) -> HTML {
        let media = endpoint.responseMedia
        let outcomes: [(status: String, type: CheckedType?, media: CheckedMedia)] =
            switch endpoint.response {
            case .empty: [("2xx", nil, media)]
            case .single(let type): [("2xx", type, media)]
            case .array(let type): [("2xx", .array(type), media)]
            case .byStatus(let all): all.map { ("\($0.status)", $0.type, $0.media) }
            }
        let rows = outcomes.map { outcome -> [HTML] in
            let type: HTML = outcome.type.map { page.code($0) } ?? "no body"
            return [
                "\(outcome.status)", type, "\(outcome.type == nil ? "" : outcome.media.words)",
            ]
        }
        var parts: [HTML] = [
            "<h2>Responses</h2>",
            HTML.table("Responses", ["Status", "Body", "Format"], rows, isTitled: true),
        ]
        let headers = endpoint.responseHeaders.map { header -> [HTML] in
            [
                "<code>\(header.key)</code>", page.code(header.type),
                HTML.documentation(header.doc),
            ]
        }
        parts.append(
            HTML.table("Header fields of the response", ["Field", "Type", "Meaning"], headers)
        )
        for outcome in outcomes where [.json, .events, .jsonLines].contains(outcome.media.form) {
            guard let type = outcome.type else { continue }
            // The example of the schema is for the usual success response.
            let isUsual = outcome.status == "2xx" || outcome.status == "200"
            let own = isUsual ? endpoint.example.map(ExampleJSON.Value.raw) : nil
            let value = own ?? examples.value(of: type)
            let text = value.wrapped(at: endpoint.unwrap).text()
            parts.append("<h3>Example of \(outcome.status)</h3>")
            parts.append(HTML.code("Example of a response with \(outcome.status)", text))
        }
        return HTML.joined(parts)
    }

    private func failures(_ failures: [CheckedEndpoint.Failure]) -> HTML {
        guard !failures.isEmpty else { return "" }
        let rows = failures.map { failure -> [HTML] in
            let status = failure.statusText == "default" ? "any other" : failure.statusText
            return ["\(status)", page.code(failure.type), "\(failure.isText ? "text" : "JSON")"]
        }
        return
            "<h2>Errors</h2>\n\(HTML.table("Errors", ["Status", "Body", "Format"], rows, isTitled: true))"
    }

    // MARK: - Repositories

    func text(of repository: CheckedRepository, _ diagram: HTML) -> String {
        var parts = [
            HTML.documentation(repository.head.doc),
            page.origin(page.source.line(of: .repository, repository.head)),
        ]
        switch repository.kind {
        case .endpoints(let operations):
            let rows = operations.map { operation -> [HTML] in
                let endpoint = page.schema.endpoints.first { $0.head.name == operation.endpoint }
                let link = endpoint.map { page.link(.endpoint, $0.head) } ?? "\(operation.endpoint)"
                return [
                    "<code>\(operation.name)</code>", link,
                    "<code>\(endpoint?.requestLine ?? "")</code>",
                    HTML.documentation(operation.doc),
                ]
            }
            parts.append(
                HTML.table("Operations", ["Operation", "Endpoint", "Request", "Meaning"], rows)
            )
        case .entity(let operations): parts += self.parts(of: operations, repository.head)
        }
        parts.append(diagram)
        return page.text(repository.head.name, kind: .repository, parts)
    }

    private func parts(
        of operations: CheckedRepository.EntityOperations,
        _ head: DeclarationHead
    ) -> [HTML] {
        var facts: [[HTML]] = []
        if let entity = page.schema.entities.first(where: { $0.head.name == operations.entity }) {
            facts.append(["Entity", page.link(.entity, entity.head)])
        }
        let store =
            switch operations.local {
            case .sqlite: "SQLite, in a file"
            case .memory: "memory"
            case .nowhere: "none"
            }
        facts += [
            ["Path", "<code>/\(operations.path)</code>"], ["Local store", "\(store)"],
        ]
        if let name = operations.strategy?.name { facts.append(["Strategy", "\(name.rawValue)"]) }
        if let policy = operations.conflicts { facts.append(["Conflicts", "\(policy.rawValue)"]) }
        var parts = [HTML.table("Repository", ["Fact", "Value"], facts)]
        let api = api(head.api)
        let requests = EntityRequests(operations, api)
        parts.append("<h2>Requests</h2>")
        for request in requests.all {
            let command = requests.command(request, examples)
            parts.append(
                """
                <h3>\(request.name)</h3>
                <p class="request"><code>\(request.line)</code></p>
                \(HTML.code("\(request.name), with curl", command.text))
                """
            )
        }
        parts.append(failures(operations.failures))
        return parts
    }

    // MARK: - APIs

    func text(of api: CheckedAPI) -> String {
        let urls = api.baseURLs.map { url -> [HTML] in
            ["\(url.environment)", "<code>\(url.url)</code>"]
        }
        let headers = api.headers.map { header -> [HTML] in
            ["<code>\(header.name)</code>", "<code>\(header.value)</code>"]
        }
        var parts = [
            HTML.documentation(api.head.doc), page.origin(page.source.line(of: .api, api.head)),
            HTML.table("Base URLs", ["Environment", "URL"], urls),
            HTML.table("Header fields of every request", ["Field", "Value"], headers),
        ]
        let endpoints = page.schema.endpoints.filter { $0.head.api == api.head.name }
        if !endpoints.isEmpty {
            let rows = endpoints.map { endpoint -> [HTML] in
                [page.link(.endpoint, endpoint.head), "<code>\(endpoint.requestLine)</code>"]
            }
            parts.append(
                "<h2>Requests</h2>\n\(HTML.table("Endpoints", ["Endpoint", "Request"], rows))"
            )
        }
        return page.text(api.head.name, kind: .api, parts)
    }
}

extension CheckedMedia {
    /// The format of a body, as text.
    fileprivate var words: String {
        if let mediaType { return mediaType }
        switch form {
        case .json: return "JSON"
        case .form: return "a form"
        case .multipart: return "multipart"
        case .text: return "text"
        case .bytes: return "bytes"
        case .file: return "a file"
        case .chunks: return "chunks"
        case .events: return "server-sent events"
        case .jsonLines: return "JSON lines"
        case .jsonSequence: return "a JSON sequence"
        }
    }
}
