import RepositoryValues
import SchemaDiagram
import SchemaLanguage
import ServiceModel

/// A request as a shell command.
struct CurlCommand {
    private var words: [String]

    /// Starts a command.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The complete URL.
    init(_ method: String, _ url: String) {
        words = method == "GET" ? ["curl"] : ["curl -X \(method)"]
        if method == "HEAD" { words = ["curl --head"] }
        words[0] += " \(Self.quoted(url))"
    }

    /// Adds a header field.
    mutating func add(header name: String, _ value: String) {
        words.append("-H \(Self.quoted("\(name): \(value)"))")
    }

    /// Adds an option whose value ends with a shell variable.
    ///
    /// - Parameters:
    ///   - option: The option.
    ///   - start: The constant start of the value.
    ///   - variable: The variable, for example `$TOKEN`.
    mutating func add(option: String, _ start: String, filledBy variable: String) {
        words.append("\(option) \(Self.quoted(start))\"\(variable)\"")
    }

    /// Adds an option with a value.
    mutating func add(option: String, _ value: String) {
        words.append("\(option) \(Self.quoted(value))")
    }

    /// The command, one option per line.
    var text: String { words.joined(separator: " \\\n  ") }

    /// A text, quoted for a shell.
    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("'", with: "'\\''"))'"
    }
}

extension CurlCommand {
    /// The request of an endpoint, with an example for each parameter.
    init(_ endpoint: CheckedEndpoint, _ api: CheckedAPI?, _ examples: ExampleJSON) {
        let urls = api?.baseURLs ?? []
        let base = urls.first { $0.environment == endpoint.environment } ?? urls.first
        var path = endpoint.path
        var pairs: [ExamplePairs.Pair] = []
        for parameter in endpoint.parameters {
            let value = examples.value(of: parameter.type, parameter.wire)
            let form = ExamplePairs(arrays: parameter.arrays, objects: parameter.objects)
            switch parameter.location {
            case .path:
                path = path.replacing(
                    "{\(parameter.key)}",
                    with: Self.encoded(form.text(of: value))
                )
            case .query:
                pairs += form.pairs(parameter.key, value)
            default: break
            }
        }
        // The path `/` is the base URL itself.
        let isBase = path == "/" && api?.basePath.isEmpty == false
        let question = Self.query(pairs, below: api?.query ?? [])
        self.init(
            endpoint.method.rawValue.uppercased(),
            (base?.url ?? "https://example.com") + (isBase ? "" : path) + question
        )
        for header in endpoint.constantHeaders(of: api) { add(header: header.name, header.value) }
        if endpoint.authenticates, let api { add(api.authentication) }
        for parameter in endpoint.parameters {
            let value = examples.value(of: parameter.type, parameter.wire)
            let text = ExamplePairs(arrays: parameter.arrays, objects: parameter.objects)
                .text(of: value)
            switch parameter.location {
            case .header: add(header: parameter.key, text)
            case .cookie: add(option: "-b", "\(parameter.key)=\(text)")
            case .field: add(value, of: parameter.key, in: endpoint.bodyMedia)
            case .jsonPart: add(jsonPart: parameter.key, value)
            case .file: add(option: "-F", "\(parameter.key)=@file")
            case .path, .query: break
            }
        }
        guard let body = endpoint.body else { return }
        switch endpoint.bodyMedia.form {
        case .json:
            let media = endpoint.bodyMedia.mediaType ?? api?.conventions?.sentMedia
            add(header: "Content-Type", media ?? "application/json")
            add(option: "-d", examples.value(of: body).wrapped(at: endpoint.wrap).text())
        case .text:
            add(header: "Content-Type", endpoint.bodyMedia.mediaType ?? "text/plain")
            add(option: "-d", "text")
        case .form, .multipart:
            guard case .object(let members) = examples.value(of: body) else { return }
            for (key, value) in members {
                if endpoint.bodyMedia.form == .multipart, value.isJSONPart {
                    add(jsonPart: key, value)
                } else {
                    add(value, of: key, in: endpoint.bodyMedia)
                }
            }
        case let form:
            // Without this, curl would use the content type of a form.
            add(header: "Content-Type", endpoint.bodyMedia.mediaType ?? Self.mediaType(of: form))
            add(option: "--data-binary", "@file")
        }
    }

    /// Adds a part of a multipart body that is JSON.
    private mutating func add(jsonPart key: String, _ value: ExampleJSON.Value) {
        let json = value.text().split(separator: "\n").map { $0.drop { $0 == " " } }
            .joined(separator: " ")
        // Otherwise, curl would end the value at a semicolon.
        let escaped = json.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        add(option: "-F", "\(key)=\"\(escaped)\";type=application/json")
    }

    /// Adds a field of a form, or the parts of a multipart body.
    private mutating func add(_ value: ExampleJSON.Value, of key: String, in media: CheckedMedia) {
        // Unlike -F, this reads no file if a value begins with @ or <.
        let option = media.form == .form ? "--data-urlencode" : "--form-string"
        for (name, value) in ExamplePairs(arrays: media.arrays, objects: media.objects)
            .pairs(key, value)
        {
            add(option: option, "\(name)=\(value)")
        }
    }

    /// Adds the credentials.
    mutating func add(_ authentication: CheckedAPI.Authentication) {
        switch authentication {
        case .none: break
        case .bearer: add(option: "-H", "Authorization: Bearer ", filledBy: "$TOKEN")
        case .basic: words.append("-u \"$USER_NAME:$PASSWORD\"")
        case .header(let name): add(option: "-H", "\(name): ", filledBy: "$API_KEY")
        case .query(let name):
            add(option: "--url-query", "\(Self.encoded(name))=", filledBy: "$API_KEY")
        case .cookie(let name): add(option: "-b", "\(name)=", filledBy: "$API_KEY")
        case .all(let all): for one in all { add(one) }
        }
    }

    private static func mediaType(of form: CheckedMedia.Form) -> String {
        switch form {
        case .jsonLines: "application/x-ndjson"
        case .jsonSequence: "application/json-seq"
        default: "application/octet-stream"
        }
    }

    /// A query with its question mark: constants of the API, except those that the request sets
    /// itself, and its own parameters; empty for none.
    static func query(
        _ own: [ExamplePairs.Pair],
        below constants: [CheckedQueryConstant]
    ) -> String {
        let names = Set(own.map(\.name))
        let others = constants.filter { !names.contains($0.name) }
        let items = (others.map { ($0.name, $0.value) } + own).map { name, value in
            "\(encoded(name))=\(encoded(value))"
        }
        return items.isEmpty ? "" : "?\(items.joined(separator: "&"))"
    }

    /// A text, percent-encoded for a part of a URL.
    static func encoded(_ text: String) -> String {
        text.split(separator: ",", omittingEmptySubsequences: false)
            .map { PercentEncoding.encode(String($0)) }.joined(separator: ",")
    }
}

extension ExampleJSON.Value {
    /// Whether it is a JSON part of a multipart body, and not one or more parts of text.
    fileprivate var isJSONPart: Bool {
        switch self {
        case .raw: false
        case .object: true
        case .array(let elements):
            elements.contains { if case .raw(let text) = $0 { text == "null" } else { true } }
        }
    }
}
