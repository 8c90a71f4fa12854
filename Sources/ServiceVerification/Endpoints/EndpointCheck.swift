import Foundation
import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel
import Synchronization

/// Checks the response of an endpoint.
struct EndpointCheck {
    let model: ServiceModel
    let endpoint: CheckedEndpoint
    let requests: EndpointRequests
    let connection: ServiceConnection
    private(set) var results: CheckResults

    private let interruption: Interruption

    init(
        _ requests: EndpointRequests,
        _ connection: ServiceConnection,
        _ interruption: Interruption
    ) {
        self.interruption = interruption
        self.requests = requests
        self.connection = connection
        model = requests.model
        endpoint = requests.endpoint
        results = CheckResults(endpoint.head.name)
    }

    private static let mayChange =
        "it may change data, and is called only with '--call'"

    private func place(_ keys: String...) -> SchemaPlace { .endpoint(endpoint.head.name, keys) }

    /// Calls the endpoint.
    ///
    /// - Parameter isAllowed: Whether it may be called even if it may change data.
    mutating func run(isAllowed: Bool) async {
        if let environment = endpoint.environment {
            let reason = "it is always sent to the environment '\(environment)'"
            return results.leave("request", reason)
        }
        guard [.get, .head, .options].contains(endpoint.method) || isAllowed else {
            return results.leave("request", Self.mayChange)
        }
        guard let request = requests.request() else {
            return results.leave(
                "request",
                "no value for its parameters or its body can be made up"
            )
        }
        let answer: Answer
        do throws(NetworkingError) {
            answer = await wholeAnswer(try await connection.send(request), to: request)
        } catch {
            let line = connection.line(of: request)
            return results.leave("request", "\(line) got no response: \(error.message)")
        }
        guard answer.isSuccess else { return reportFailure(answer) }
        if let encoding = answer.response?.header("Content-Encoding"),
            encoding.lowercased() != "identity",
            answer.json == nil, answer.isJSON
        {
            return results.leave("response", "the encoding '\(encoding)' is not supported")
        }
        guard let (type, media) = outcome(of: answer) else { return }
        checkHeaders(answer)
        await checkBody(answer, type, media)
    }

    /// The maximum number of bytes to read from a stream.
    private static let maximumStream = 64 * 1_024

    /// The response with its body, or with the beginning of a stream.
    private func wholeAnswer(
        _ response: NetworkingResponse,
        to request: NetworkingRequest
    ) async -> Answer {
        var whole = response
        var isWhole = true
        if request.streamsResponse { (whole.body, isWhole) = await beginning(of: response) }
        var answer = Answer(request: connection.line(of: request), response: whole)
        answer.isWhole = isWhole
        answer.effectiveStatus = response.status
        return answer
    }

    /// The first bytes of a stream, up to the maximum size or time, and whether these are all.
    private func beginning(of response: NetworkingResponse) async -> (Data, isWhole: Bool) {
        let body = Mutex(Data())
        let reading = Task { () async throws -> Bool in
            for try await chunk in response.chunks {
                let count = body.withLock { body in
                    body.append(chunk)
                    return body.count
                }
                if count >= Self.maximumStream { return false }
            }
            return true
        }
        let ending = Task {
            try await Task.sleep(for: .seconds(3))
            reading.cancel()
        }
        let interruption = interruption
        _ = await interruption.cancelling { () async throws(NetworkingError) in
            await withTaskCancellationHandler {
                _ = await reading.result
            } onCancel: {
                reading.cancel()
            }
        }
        ending.cancel()
        let isWhole = (try? await reading.value) ?? false
        return (body.withLock { $0 }, isWhole && !reading.isCancelled)
    }

    // MARK: - What came

    private mutating func reportFailure(_ answer: Answer) {
        let status = answer.status ?? 0
        if let failure = endpoint.failures.failure(of: status), status >= 400, !failure.isText,
            let body = answer.json
        {
            BodyCheck(
                model: model,
                place: place("errors", failure.status.map { "\($0)" } ?? "default")
            )
            .compare([body], with: failure.type, answer.request, &results)
        }
        let madeUp = requests.madeUp
        if answer.isForbidden {
            results.leave("response", "\(answer.request) needs credentials (\(answer.outcome))")
        } else if (300..<400).contains(status) {
            let target = answer.response?.header("Location") ?? "nowhere"
            results.leave(
                "response",
                "\(answer.request) redirects to \(target), which is not followed"
            )
        } else if !madeUp.isEmpty || endpoint.body != nil {
            let names = madeUp.map { "--set \(endpoint.head.name).\($0)=…" }
            let advice =
                names.isEmpty ? "" : ": set its parameters with \(names.joined(separator: " "))"
            results.leave("response", "\(answer.request) returned \(answer.outcome)\(advice)")
        } else {
            results.differ(
                at: place(endpoint.method.rawValue),
                "\(answer.request) returned \(answer.outcome) instead of success",
                hint: "correct the path, or declare missing parameters",
                answer.request
            )
        }
    }

    /// The declared type and format of the body; nil for no body, or for an undeclared status.
    private mutating func outcome(of answer: Answer) -> (CheckedType, CheckedMedia)? {
        switch endpoint.response {
        case .empty:
            results.confirm()
            return nil
        case .single(let type): return (type, endpoint.responseMedia)
        case .array(let type): return (.array(type), endpoint.responseMedia)
        case .byStatus(let outcomes):
            guard let outcome = outcomes.first(where: { $0.status == answer.status }) else {
                let known = outcomes.map { "\($0.status)" }.joined(separator: ", ")
                results.differ(
                    at: place("responses"),
                    "the schema declares the statuses \(known), but the response has \(answer.outcome)",
                    hint: "add \(answer.status ?? 200) to 'responses'",
                    answer.request
                )
                return nil
            }
            results.confirm()
            return outcome.type.map { ($0, outcome.media) }
        }
    }

    private mutating func checkHeaders(_ answer: Answer) {
        for field in endpoint.responseHeaders where !field.isOptional && field.defaultValue == nil {
            let here = place("responseHeaders", field.name)
            guard let text = answer.response?.header(field.key) else {
                results.differ(
                    .body,
                    at: here,
                    "the schema requires the header field '\(field.key)', but the response lacks it",
                    hint: "write '\(field.name)?' if it may be missing",
                    answer.request
                )
                continue
            }
            guard !field.type.isList else { continue }
            let value = model.value(of: text, as: field.type, field.wire)
            let found = JSONCheck(model).findings(
                in: value,
                as: field.type,
                field.wire,
                for: .response
            )
            guard case .mismatch(let expected, _)? = found.first?.problem else {
                results.confirm()
                continue
            }
            results.differ(
                .body,
                at: here,
                "the schema declares the header field '\(field.key)' as \(expected), but it is \(value.words)",
                answer.request
            )
        }
    }

    // MARK: - Bodies

    /// The key of the declaration of the body.
    private var responseKey: String {
        if case .byStatus = endpoint.response { "responses" } else { "response" }
    }

    private mutating func checkBody(_ answer: Answer, _ type: CheckedType, _ media: CheckedMedia)
        async
    {
        let body = answer.response?.body ?? Data()
        checkMediaType(answer, media)
        let check = BodyCheck(model: model, place: place(responseKey))
        switch media.form {
        case .json: await checkJSON(answer, type, check)
        case .events, .jsonLines, .jsonSequence:
            let isText = type == .primitive(.string) && media.form == .events
            let elements = StreamedElements(body, media, isText: isText, isWhole: answer.isWhole)
            if let problem = elements.problem {
                results.differ(.body, at: place(responseKey), problem, answer.request)
            }
            check.compare(elements.all, with: type, answer.request, &results)
        case .form, .multipart, .text, .bytes, .file, .chunks: results.confirm()
        }
    }

    private mutating func checkMediaType(_ answer: Answer, _ media: CheckedMedia) {
        let found = answer.mediaType ?? "none"
        let expected: String
        switch media.form {
        case .json: expected = media.mediaType ?? "application/json"
        case .form: expected = "application/x-www-form-urlencoded"
        case .events: expected = "text/event-stream"
        case .multipart, .text, .bytes, .file, .chunks, .jsonLines, .jsonSequence:
            guard let type = media.mediaType else { return }
            expected = type
        }
        let isRight =
            media.form == .json && media.mediaType == nil
            ? answer.isJSON
            : expected.hasSuffix("/*")
                ? found.hasPrefix(expected.dropLast())
                : found == expected.lowercased().prefix { $0 != ";" }
        guard !isRight else { return results.confirm() }
        results.differ(
            .body,
            at: place(responseKey),
            "the schema declares the media type \(expected), but the response has \(found)",
            hint: "correct '\(responseKey)'" + (media.form == .json ? ", or its 'media'" : ""),
            answer.request
        )
    }

    private mutating func checkJSON(_ answer: Answer, _ type: CheckedType, _ check: BodyCheck) async
    {
        guard let body = answer.json else {
            let message = "the response is not JSON"
            results.differ(.body, at: place(responseKey), message, answer.request)
            return
        }
        let path = endpoint.unwrap.map { JSONKeyPath(text: $0) } ?? JSONKeyPath()
        guard let value = body.value(at: path) else {
            results.differ(
                .body,
                at: place("unwrap"),
                "the schema declares the response at '\(path)', but there is nothing",
                hint: "correct 'unwrap', or remove it",
                answer.request
            )
            return
        }
        if case .array(let element) = type, let elements = value.array {
            check.compare(elements, with: element, answer.request, &results)
            await checkPages(known: elements.count, element)
        } else {
            check.compare([value], with: type, answer.request, &results)
        }
    }

    private mutating func checkPages(known: Int, _ element: CheckedType) async {
        guard let declared = endpoint.paging else { return }
        let requests = requests
        let (name, connection) = (endpoint.head.name, connection)
        let path = endpoint.unwrap.map { JSONKeyPath(text: $0) } ?? JSONKeyPath()
        let fallback = NetworkingRequest(method: .get, path: endpoint.path)
        var key: String?
        if case .entity(let entity) = element { key = model.entity(entity)?.identity.key }
        let listing = PagedListing(
            paging: Conventions.Paging(declared),
            connection: connection,
            request: { requests.request(query: $0) ?? fallback },
            read: { (try? JSON(jsonData: $0.body))?.value(at: path)?.array ?? [] },
            identityKey: key,
            tombstone: nil,
            place: { .endpoint(name, ["paging"] + $0) }
        )
        var pages = PagingCheck(listing, declared, of: name)
        await pages.run(known: known)
        results.add(pages.results)
    }
}

extension CheckedType {
    /// Whether it is an array, possibly a nullable one.
    fileprivate var isList: Bool {
        switch self {
        case .array: true
        case .nullable(let inner): inner.isList
        default: false
        }
    }
}
