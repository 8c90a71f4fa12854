import Diagnostics
import YAMLTree

/// Parses the requests of repositories.
enum ConventionalRequestParser {
    private typealias Request = CheckedConventions.Request

    static func parse(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [CheckedConventions.Request] {
        guard
            var mapping = MappingReader(
                node,
                what: "the requests",
                hint: #"write `requests: { update: { post: "{path}/{id}" } }`"#,
                in: &context
            )
        else { return [] }
        let requests = CheckedConventions.Operation.allCases.compactMap { operation in
            mapping.pair(operation.rawValue).flatMap { request(operation, $0, in: &context) }
        }
        mapping.finish(in: &context)
        return requests
    }

    /// The methods that a request can have.
    static let methods: [CheckedEndpoint.Method] = [.get, .post, .put, .patch, .delete]

    /// The methods that an operation can use.
    static func methods(
        of operation: CheckedConventions.Operation
    ) -> [CheckedEndpoint.Method] {
        switch operation {
        case .list: [.get]
        case .read: [.get, .post]
        case .create, .update, .patch, .synchronize: [.post, .put, .patch]
        case .delete: [.delete, .post]
        }
    }

    /// The usual method of an operation, for hints.
    private static func usualMethod(
        of operation: CheckedConventions.Operation
    ) -> CheckedEndpoint.Method {
        switch operation {
        case .list, .read: .get
        case .create, .synchronize: .post
        case .update: .put
        case .patch: .patch
        case .delete: .delete
        }
    }

    /// Whether an operation acts on one entity, which its path names.
    static func isOfOne(_ operation: CheckedConventions.Operation) -> Bool {
        ![.list, .create, .synchronize].contains(operation)
    }

    /// Whether an operation sends an entity, or its changes.
    static func sends(_ operation: CheckedConventions.Operation) -> Bool {
        ![.list, .read, .delete].contains(operation)
    }

    private static func request(
        _ operation: CheckedConventions.Operation,
        _ pair: YAMLPair,
        in context: inout ParseContext
    ) -> CheckedConventions.Request? {
        let usualPath = isOfOne(operation) ? "{path}/{id}" : "{path}"
        let usualForm = "\(usualMethod(of: operation).rawValue): \"\(usualPath)\""
        let hint = "write `\(operation.rawValue): { \(usualForm) }`, the method with the path"
        guard var mapping = MappingReader(pair.value, what: "a request", hint: hint, in: &context)
        else { return nil }
        var request = CheckedConventions.Request(operation: operation)
        let forms = methods.compactMap { method in
            mapping.pair(method.rawValue).map { (method, $0) }
        }
        if forms.count > 1 {
            context.report(
                .methodCount,
                "a request has one method, found \(forms.map(\.0.rawValue).listed(by: "and"))",
                at: forms[1].1.key.range
            )
        } else if let (method, pair) = forms.first, !self.methods(of: operation).contains(method) {
            let methods = self.methods(of: operation).map(\.rawValue).listed(by: "or")
            context.report(
                .invalidValue,
                "\(operation.rawValue) cannot be requested with \(method.rawValue)",
                at: pair.key.range,
                hint: operation == .list && method == .post
                    ? "write get; for a search with criteria in the body, declare an "
                        + "endpoint with `post:` and `body:`" : "write \(methods)"
            )
        }
        if let node = mapping.optional("query") {
            let refusal = "\(operation.rawValue) is not for a single entity, so it has no {id}"
            request.query =
                context.constantParameters(
                    node,
                    withoutIdentity: isOfOne(operation) ? nil : refusal
                ).map(\.checked)
        }
        let isInQuery = request.query.contains { $0.value.contains("{id}") }
        if forms.count == 1, let (method, path) = forms.first,
            methods(of: operation).contains(method)
        {
            request.form = form(method, path.value, of: operation, isInQuery, in: &context)
        }
        if sends(operation) {
            request.sent = mapping.optional("sent").flatMap {
                $0.scalarText == "none"
                    ? "" : context.keyPath($0, what: "sent", isOfKeys: true, mayBeNone: true)
            }
            if let node = mapping.optional("with") {
                request.constants = constants(node, in: &context)
            }
        }
        mapping.finish(
            in: &context,
            foreign: ["path": hint, "method": hint, "url": hint, "verb": hint],
            misplaced: { pair in
                ["sent", "with"].contains(pair.key.scalarText)
                    ? "\(operation.rawValue) sends no entity" : nil
            }
        )
        return request
    }

    private static func form(
        _ method: CheckedEndpoint.Method,
        _ node: YAMLNode,
        of operation: CheckedConventions.Operation,
        _ isInQuery: Bool,
        in context: inout ParseContext
    ) -> CheckedConventions.Request.Form? {
        guard let path = context.text(node, what: "the path of a request") else { return nil }
        // A new entity has its own path if PUT creates it, under the identity that its client
        // assigns.
        let isCreationAtIdentity = operation == .create && path.value.contains("{id}")
        let isOfOne = isCreationAtIdentity || isOfOne(operation)
        do throws(PathTemplate.Problem) {
            if let mark = path.value.firstIndex(of: "?") {
                throw PathTemplate.Problem(
                    message: "the path of a request cannot contain a query",
                    hint: queryHint(path.value[mark...].dropFirst())
                )
            }
            guard path.value.hasPrefix("{path}") else {
                throw PathTemplate.Problem(
                    message: "the path of a request starts with the path of the collection",
                    hint: "write `{path}\(isOfOne ? "/{id}" : "")`, and what follows it"
                )
            }
            guard !path.value.contains("//"), path.value.ranges(of: "{path}").count < 2 else {
                throw PathTemplate.Problem(
                    message: "the path of a request contains {path} once, and no empty parts"
                )
            }
            let template = try PathTemplate("/" + path.value.replacing("{path}", with: "path"))
            guard !isCreationAtIdentity || method == .put else {
                throw PathTemplate.Problem(
                    message: "only put can create an entity at a path with its identity",
                    hint: "write `create: { put: \"{path}/{id}\" }`, or a path without {id}"
                )
            }
            guard template.placeholders.allSatisfy({ $0 == "id" }) else {
                throw PathTemplate.Problem(
                    message: "the path of a request contains {path} and {id}, and no other "
                        + "parameters"
                )
            }
            guard isOfOne || template.placeholders.isEmpty else {
                throw PathTemplate.Problem(
                    message: "\(operation.rawValue) is not for a single entity, so it has no {id}"
                )
            }
            guard !isOfOne || isInQuery || template.placeholders == ["id"] else {
                throw PathTemplate.Problem(
                    message:
                        "\(operation.rawValue) is for a single entity, so it needs {id} in its "
                        + "path or query",
                    hint: path.value == "{path}"
                        ? "write `{path}/{id}`, or set it next to the path, as in `query: { "
                            + "id: \"{id}\" }`" : nil
                )
            }
        } catch {
            context.report(.invalidPath, error.message, at: path.range, hint: error.hint)
            return nil
        }
        return CheckedConventions.Request.Form(method: method, path: path.value)
    }

    /// The notation of a query in a path as a separate key.
    private static func queryHint(_ query: Substring) -> String {
        typealias Item = (name: Substring, value: Substring)
        let items = query.split(separator: "&").map { item -> Item in
            let name = item.prefix { $0 != "=" }
            return (name: name, value: item.dropFirst(name.count + 1))
        }
        let isPlain = items.allSatisfy { name, value in
            !name.isEmpty && !value.isEmpty
                && (name + value).wholeMatch(of: /(?:[A-Za-z0-9_.-]|\{id\})+/) != nil
        }
        guard isPlain, !items.isEmpty, query.count <= 60 else {
            return "write constant parameters next to it, as in `query: { force: true }`"
        }
        let pairs = items.map { name, value in
            "\(name): \(value.contains("{") ? "\"\(value)\"" : value)"
        }
        return "write `query: { \(pairs.joined(separator: ", ")) }` next to it"
    }

    private static func constants(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [CheckedConventions.Request.Constant] {
        guard case .mapping(let pairs) = node.content else {
            context.reportKind(of: node, what: "with", expected: "a mapping of keys to values")
            return []
        }
        return pairs.compactMap { pair in
            guard let key = context.text(pair.key, what: "a key"),
                let value = context.literal(pair.value, what: "a constant")
            else { return nil }
            return CheckedConventions.Request.Constant(key: key.value, value: value)
        }
    }
}
