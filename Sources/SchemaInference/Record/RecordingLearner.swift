import Diagnostics

/// Learns from recordings.
package struct RecordingLearner {
    /// A host with its requests.
    struct Host {
        var operations: [RecordedOperation] = []
        /// The credentials of the requests: `bearer`, `basic`, or the header field or query
        /// parameter of a key.
        var credentials: [Set<Credential>: Int] = [:]
        var count = 0

        /// The most common credentials of the requests that have any.
        var commonCredentials: [Credential] {
            let found = credentials.filter { !$0.key.isEmpty }
                .map { (all: $0.key.sorted { $0.text < $1.text }, count: $0.value) }
                .sorted { one, other in
                    let texts = [one, other].map { $0.all.map(\.text).joined(separator: " ") }
                    return one.count == other.count ? texts[0] < texts[1] : one.count > other.count
                }
            return found.first?.all ?? []
        }
    }

    /// The place of a credential.
    enum Credential: Hashable {
        case bearer, basic
        case header(String)
        case query(String)

        /// The sort key.
        fileprivate var text: String {
            switch self {
            case .bearer: "0"
            case .basic: "1"
            case .header(let name): "2" + name
            case .query(let name): "3" + name
            }
        }
    }

    /// The findings.
    private(set) var diagnostics: [Diagnostic] = []
    /// The hosts, by their origin.
    private(set) var hosts: [String: Host] = [:]
    /// The number of bodies read.
    private(set) var count = 0
    private var number = 0
    /// The requests without a JSON body, by their origin.
    private var skipped: [String: Set<String>] = [:]

    init() {}

    /// The host with the most requests; of several, the first by name.
    var mainHost: (origin: String, host: Host)? {
        let found = hosts.sorted { $0.key < $1.key }
            .max { $0.value.count < $1.value.count }
        return found.map { (origin: $0.key, host: $0.value) }
    }

    /// Whether a file starts like a recording.
    package static func isRecording(_ start: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let json = start.starts(with: mark) ? start.dropFirst(mark.count) : start[...]
        let text = String(decoding: json.prefix(512).filter { $0 > 0x20 }, as: UTF8.self)
        return text.hasPrefix(#"{"log":{"#)
    }

    /// Learns from a recording.
    ///
    /// - Throws: if the file cannot be read.
    mutating func learn(_ source: BodySource) throws {
        var reader = JSONEventReader(
            try source.open(),
            handler: RecordingReader(),
            longestText: .max
        )
        do throws(JSONFault) {
            // Exchanges are processed while reading, so a recording may be larger than memory.
            while try reader.readDocument(pause: { handler in
                for exchange in handler.take() { learn(exchange, of: source) }
            }) {}
        } catch .syntax(let mistake) {
            diagnostics.append(mistake.diagnostic(in: source.path))
        } catch {
            throw error.cause
        }
    }

    /// Reports requests that are left out: those to other hosts, and those without a JSON body.
    mutating func reportOthers(in sources: [BodySource]) {
        guard let source = sources.first else { return }
        let first = SourcePosition(line: 1, column: 1)
        let range = SourceRange(path: source.path, start: first, end: first)
        guard let main = mainHost else {
            diagnostics.append(
                Diagnostic(
                    rule: InferenceRule.unusableRecording,
                    "the recording has no HTTP request with a JSON body",
                    at: range
                )
            )
            return
        }
        if let skipped = skipped[main.origin] {
            diagnostics.append(
                Diagnostic(
                    .warning,
                    rule: InferenceRule.unusableRecording,
                    "requests without a JSON body are left out: \(Self.list(skipped.sorted()))",
                    at: range,
                    hint: "declare an endpoint for each that the app needs"
                )
            )
        }
        let others = hosts.keys.filter { $0 != main.origin }.sorted()
        guard !others.isEmpty else { return }
        diagnostics.append(
            Diagnostic(
                .warning,
                rule: InferenceRule.unusableRecording,
                "the schema is for \(main.origin), which has the most requests; left out: "
                    + Self.list(others),
                at: range,
                hint: "record the others separately for a schema of each"
            )
        )
    }

    /// The first names of a list, and the number of the others.
    private static func list(_ names: [String]) -> String {
        names.prefix(5).joined(separator: ", ")
            + (names.count > 5 ? " and \(names.count - 5) more" : "")
    }

    private mutating func learn(_ exchange: RecordedExchange, of source: BodySource) {
        let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
        guard methods.contains(exchange.method), let url = RecordedURL(exchange.url) else { return }
        let form = RecordedForm(exchange.sent)
        guard
            exchange.received.isJSON || exchange.sent.isJSON || form != nil
                || exchange.status == 204
        else {
            // Values in a path may be personal.
            let path = PathNames.parts(url.path).map { "/" + ($0 ?? "{…}") }.joined()
            let name = "\(exchange.method) \(path.isEmpty ? "/" : path)"
            skipped[url.origin, default: []].insert(name)
            return
        }
        var host = hosts[url.origin] ?? Host()
        host.count += 1
        number += 1
        var operation = RecordedOperation(
            method: exchange.method,
            path: PathNames.parts(url.path)
        )
        operation.count = 1
        operation.endsWithSlash = url.endsWithSlash
        for (position, value) in url.path.enumerated() where operation.path[position] == nil {
            operation.addPathValue(value, at: position)
        }
        operation.query.add(
            url.query.filter {
                !Secrecy.isCredential(key: $0.name)
                    && PathNames.isParameter($0.name, value: $0.value)
            }
        )
        if let form {
            var fields = RecordedParameters()
            fields.add(form.fields)
            operation.form = RecordedOperation.Form(word: form.word, count: 1, fields: fields)
            count += 1
        }
        operation.credentials = credentials(of: exchange, url)
        host.credentials[operation.credentials, default: 0] += 1
        if form == nil, !exchange.sent.isJSON, !exchange.sent.media.isEmpty,
            exchange.method != "GET"
        {
            operation.otherMedia = exchange.sent.media
        }
        if exchange.sent.isJSON {
            operation.sent = bodies(exchange.sent, "the body of a request", exchange, source)
        }
        let isJSON = exchange.received.isJSON && !exchange.received.text.isEmpty
        let received =
            isJSON
            ? bodies(exchange.received, "the body of a response", exchange, source) : nil
        if exchange.status > 0 { operation.received[exchange.status] = .some(received) }
        if let index = host.operations.firstIndex(where: {
            $0.method == operation.method && $0.path == operation.path
        }) {
            host.operations[index].join(operation)
        } else {
            host.operations.append(operation)
        }
        hosts[url.origin] = host
    }

    private func credentials(
        of exchange: RecordedExchange,
        _ url: RecordedURL
    ) -> Set<Credential> {
        var found: Set<Credential> = []
        for name in url.query.map(\.name) where Secrecy.isCredential(parameter: name) {
            found.insert(.query(name))
        }
        for (name, scheme) in exchange.headers {
            switch (name, scheme) {
            case ("authorization", "bearer"): found.insert(.bearer)
            case ("authorization", "basic"): found.insert(.basic)
            default:
                if Secrecy.isCredential(parameter: name) { found.insert(.header(name)) }
            }
        }
        return found
    }

    private mutating func bodies(
        _ body: RecordedExchange.Body,
        _ what: String,
        _ exchange: RecordedExchange,
        _ source: BodySource
    ) -> RecordedOperation.Bodies? {
        var reader = JSONEventReader(
            MemoryStream(body.bytes),
            handler: ShapeLearner(body: number)
        )
        do throws(JSONFault) {
            var documents = 0
            while try reader.readDocument() { documents += 1 }
            guard documents > 0 else { return nil }
            count += documents
            return RecordedOperation.Bodies(tree: reader.handler.tree, count: documents)
        } catch {
            diagnostics.append(
                Diagnostic(
                    .warning,
                    rule: InferenceRule.unusableRecording,
                    "\(what) is declared as JSON, but is not; it is left out",
                    at: SourceRange(path: source.path, start: exchange.place, end: exchange.place)
                )
            )
            return nil
        }
    }
}
