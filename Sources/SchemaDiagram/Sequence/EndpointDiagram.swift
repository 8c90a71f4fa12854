package import SchemaLanguage

/// The request of an endpoint and its responses, as messages between the app and the server.
package struct EndpointDiagram: Sendable {
    private let endpoint: CheckedEndpoint
    private let api: CheckedAPI?
    private let source: DiagramSource

    /// Creates the picture of an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - source: The schema that declares it.
    package init(of endpoint: CheckedEndpoint, in source: DiagramSource) {
        self.endpoint = endpoint
        self.source = source
        api = source.schema.apis.first { $0.head.name == endpoint.head.api }
    }

    /// The diagram.
    package var diagram: Diagram {
        let app = DiagramSequence.Participant(kind: .app, name: "App")
        let server = DiagramSequence.Participant(
            kind: .server,
            name: api?.head.name ?? "Server",
            detail: baseURL,
            line: api.map { source.line(of: .api, $0.head) }
        )
        var steps: [DiagramSequence.Step] = []
        if let deprecation = endpoint.deprecation {
            steps.append(note(["deprecated: \(deprecation)"]))
        }
        steps.append(.message(request))
        if isRepeated {
            steps.append(note(["repeated until the last page"]))
        }
        steps.append(.choice(courses))
        return Diagram(
            title: "Endpoint \(endpoint.head.name)",
            description: endpoint.head.doc ?? endpoint.requestLine,
            content: .sequence(DiagramSequence(participants: [app, server], steps: steps))
        )
    }

    private var baseURL: String? {
        let urls = api?.baseURLs ?? []
        return (urls.first { $0.environment == endpoint.environment } ?? urls.first)?.url
    }

    private func note(_ lines: [String]) -> DiagramSequence.Step {
        .note(DiagramSequence.Note(participants: 0...1, lines: lines))
    }

    private var isRepeated: Bool {
        guard let paging = endpoint.paging else { return false }
        return paging.style != .none
    }

    // MARK: - The request

    private var request: DiagramSequence.Message {
        var details: [String] = []
        for parameter in endpoint.parameters {
            let type = parameter.type.schemaText + (parameter.isOptional ? "?" : "")
            details.append("\(parameter.location.noun) \(parameter.key): \(type)")
        }
        for constant in endpoint.constantQuery(of: api) {
            details.append("query \(constant.name)=\(constant.value)")
        }
        for header in endpoint.constantHeaders(of: api) {
            details.append("header \(header.name): \(header.value)")
        }
        if endpoint.authenticates, let api { details += api.authentication.lines }
        if let body = endpoint.body {
            details.append("body \(body.schemaText)\(endpoint.bodyMedia.suffix)")
        } else if endpoint.bodyMedia.form != .json {
            details.append("body\(endpoint.bodyMedia.suffix)")
        }
        if let timeout = endpoint.options.timeout { details.append("timeout \(timeout) s") }
        return DiagramSequence.Message(
            source: 0,
            target: 1,
            text: endpoint.requestLine,
            details: details
        )
    }

    // MARK: - What comes back

    private var courses: [DiagramSequence.Course] {
        var courses: [DiagramSequence.Course] = []
        switch endpoint.response {
        case .empty: courses.append(course("2xx: success", "no body"))
        case .single(let type):
            courses.append(course("2xx: success", type.schemaText + endpoint.responseMedia.suffix))
        case .array(let type):
            let text = "[\(type.schemaText)]\(endpoint.responseMedia.suffix)"
            courses.append(course("2xx: success", text))
        case .byStatus(let outcomes):
            courses += outcomes.map { one in
                let text = one.type.map { $0.schemaText + one.media.suffix } ?? "no body"
                return course("\(one.status): success", text)
            }
        }
        let headers = endpoint.responseHeaders.map { header in
            "header \(header.key): \(header.type.schemaText)\(header.isOptional ? "?" : "")"
        }
        if !headers.isEmpty, case .message(var message)? = courses.first?.steps.first {
            message.details = headers
            courses[0] = DiagramSequence.Course(
                condition: courses[0].condition,
                steps: [.message(message)]
            )
        }
        courses += endpoint.failures.map { failure in
            let text = failure.type.schemaText + (failure.isText ? " as text" : "")
            let status = failure.statusText == "default" ? "any other status" : failure.statusText
            return course("\(status): error", text)
        }
        if !endpoint.failures.contains(where: { $0.status == nil }) {
            courses.append(
                course(
                    endpoint.failures.isEmpty ? "4xx, 5xx: error" : "any other status: error",
                    "an error without a declared body"
                )
            )
        }
        return courses
    }

    private func course(_ condition: String, _ text: String) -> DiagramSequence.Course {
        let reply = DiagramSequence.Message(source: 1, target: 0, text: text, isReply: true)
        return DiagramSequence.Course(condition: condition, steps: [.message(reply)])
    }
}

extension CheckedParameter.Location {
    /// The position as text.
    fileprivate var noun: String {
        switch self {
        case .path: "path"
        case .query: "query"
        case .header: "header"
        case .cookie: "cookie"
        case .field: "field"
        case .jsonPart: "JSON part"
        case .file: "file"
        }
    }
}

extension CheckedMedia {
    /// The format of a body, after its type; empty for JSON.
    fileprivate var suffix: String {
        if let mediaType { return " as \(mediaType)" }
        switch form {
        case .json: return ""
        case .form: return " as a form"
        case .multipart: return " as multipart"
        case .text: return " as text"
        case .bytes: return " as bytes"
        case .file: return " as a file"
        case .chunks: return " as a stream of chunks"
        case .events: return " as server-sent events"
        case .jsonLines: return " as JSON lines"
        case .jsonSequence: return " as a JSON sequence"
        }
    }
}

extension CheckedAPI.Authentication {
    /// The credentials of requests, one line each.
    fileprivate var lines: [String] {
        switch self {
        case .none: []
        case .bearer: ["header Authorization: Bearer …"]
        case .basic: ["header Authorization: Basic …"]
        case .header(let name): ["header \(name): the API key"]
        case .query(let name): ["query \(name)=the API key"]
        case .cookie(let name): ["cookie \(name)=the API key"]
        case .all(let all): all.flatMap(\.lines)
        }
    }
}
