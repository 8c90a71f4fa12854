import SchemaLanguage
import ServiceModel

/// The requests of a repository of an entity.
struct EntityRequests {
    /// A request.
    struct Request {
        /// The purpose.
        let name: String
        let method: String
        /// The path, with `{id}`.
        let path: String
        let operation: CheckedConventions.Operation
        /// The body; nil for none.
        let body: BodyPurpose?

        /// The method and the path.
        var line: String { "\(method) \(path)" }
    }

    private let operations: CheckedRepository.EntityOperations
    private let api: CheckedAPI?
    private let conventions: CheckedConventions

    init(_ operations: CheckedRepository.EntityOperations, _ api: CheckedAPI?) {
        self.operations = operations
        self.api = api
        conventions = operations.conventions(over: api)
    }

    /// The requests that the server supports.
    var all: [Request] {
        operations.remote.flatMap { operation -> [Request] in
            switch operation {
            case .create: [request("Create", .create, "POST", "{path}", .draft)]
            case .read:
                [
                    request("List", .list, "GET", "{path}", nil),
                    request("Read one", .read, "GET", "{path}/{id}", nil),
                ]
            case .update: [request("Update", .update, "PUT", "{path}/{id}", .draft)]
            case .patch: [request("Patch", .patch, "PATCH", "{path}/{id}", .patch)]
            case .delete: [request("Delete", .delete, "DELETE", "{path}/{id}", nil)]
            case .synchronize: []
            }
        }
    }

    private func request(
        _ name: String,
        _ operation: CheckedConventions.Operation,
        _ method: String,
        _ path: String,
        _ body: BodyPurpose?
    ) -> Request {
        let form = conventions.requests.first { $0.operation == operation }?.form
        let text = (form?.path ?? path).replacing("{path}", with: operations.path)
        return Request(
            name: name,
            method: form?.method.rawValue.uppercased() ?? method,
            path: text.hasPrefix("/") ? text : "/\(text)",
            operation: operation,
            body: body
        )
    }

    /// The request as a command.
    func command(_ request: Request, _ examples: ExampleJSON) -> CurlCommand {
        let base = api?.baseURLs.first?.url ?? "https://example.com"
        let id = identity(examples)
        let path = request.path.replacing("{id}", with: CurlCommand.encoded(id))
        let own = conventions.requests.first { $0.operation == request.operation }
        let pairs = (own?.query ?? []).map { constant in
            (name: constant.name, value: constant.value.replacing("{id}", with: id))
        }
        let question = CurlCommand.query(pairs, below: api?.query ?? [])
        var command = CurlCommand(request.method, base + path + question)
        for header in api?.headers ?? [] { command.add(header: header.name, header.value) }
        if let api { command.add(api.authentication) }
        if request.operation == .create, case .idempotencyKey(let header, _)? = conventions.creation
        {
            command.add(option: "-H", "\(header): ", filledBy: "$(uuidgen)")
        }
        guard let purpose = request.body else { return command }
        let isPatch = request.operation == .patch
        let isList = isPatch && conventions.patches == .jsonPatch
        let media =
            (isPatch ? conventions.patchMedia : nil)
            ?? (isList ? "application/json-patch+json" : conventions.sentMedia)
            ?? "application/json"
        command.add(header: "Content-Type", media)
        let isForm = media.hasPrefix("application/x-www-form-urlencoded")
        guard !isForm, !isList, conventions.isJSONAPI != true else {
            // The page of the entity shows the properties of the body; the conventions show its
            // format.
            command.add(option: "--data-binary", "@body")
            return command
        }
        let value = examples.value(ofStructure: operations.entity, for: purpose)
            .wrapped(at: own?.sent ?? conventions.sent)
        guard case .object(let members) = value else { return command }
        let others = (own?.constants ?? []).map { (key: $0.key, value: Self.value(of: $0.value)) }
        command.add(option: "-d", ExampleJSON.Value.object(members + others).text())
        return command
    }

    private static func value(of literal: CheckedConventions.Literal) -> ExampleJSON.Value {
        switch literal {
        case .string(let text): .raw(ExampleJSON.literal(text))
        case .boolean(let flag): .raw("\(flag)")
        case .number(let text): .raw(text)
        }
    }

    /// An example of an identity, in a path.
    private func identity(_ examples: ExampleJSON) -> String {
        let text = examples.identity(of: operations.entity)
        return text.filter { $0 != "\"" }
    }
}
