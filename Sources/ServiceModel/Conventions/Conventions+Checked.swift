package import RepositoryNetworking
import RepositoryValues
package import SchemaLanguage

extension Conventions {
    /// The conventions of a schema, as a runtime value.
    ///
    /// - Parameter checked: The conventions in effect; missing keys default to plain REST.
    package init(_ checked: CheckedConventions) {
        self.init()
        media.sent = checked.sentMedia ?? media.sent
        media.accepted = checked.acceptedMedia ?? media.accepted
        media.patch = checked.patchMedia
        for request in checked.requests { add(request) }
        envelope.one = Self.path(checked.one)
        envelope.list = Self.path(checked.list)
        envelope.sent = Self.path(checked.sent)
        if let paging = checked.paging { self.paging = Paging(paging) }
        query = QueryDialect(checked.query)
        if let versions = checked.versions { self.versions = Versions(versions) }
        tombstone = checked.tombstone.flatMap(Tombstone.init)
        changes = checked.changes.flatMap(Changes.init)
        if checked.patches == .jsonPatch { patches = .jsonPatch }
        errors = ErrorForm(checked.errors)
        backoff = checked.backoff.flatMap { $0.isEmpty ? nil : $0 }
        if let creation = checked.creation { creationCheck = CreationCheck(creation) }
        batch = Batch(
            path: checked.batch.path.flatMap { $0.isEmpty ? nil : $0 },
            limit: checked.batch.limit
        )
    }

    private mutating func add(_ request: CheckedConventions.Request) {
        let operation = ServiceOperation(request.operation)
        if let form = request.form {
            requests[operation] = RequestForm(HTTPMethod(form.method), form.path)
        }
        if !request.query.isEmpty {
            parameters[operation] = Dictionary(request.query.map { ($0.name, $0.value) }) { $1 }
        }
        envelope.exceptions[operation] = request.sent.map { JSONKeyPath(text: $0) }
        if !request.constants.isEmpty {
            envelope.constants[operation] = Dictionary(
                request.constants.map { ($0.key, JSON($0.value)) }
            ) { $1 }
        }
    }

    private static func path(_ text: String?) -> JSONKeyPath {
        text.map { JSONKeyPath(text: $0) } ?? []
    }
}

extension HTTPMethod {
    /// The method of a schema.
    package init(_ method: CheckedEndpoint.Method) {
        self =
            switch method {
            case .get: .get
            case .post: .post
            case .put: .put
            case .patch: .patch
            case .delete: .delete
            case .head: .head
            case .options: .options
            }
    }
}

extension ServiceOperation {
    fileprivate init(_ operation: CheckedConventions.Operation) {
        self =
            switch operation {
            case .list: .list
            case .read: .read
            case .create: .create
            case .update: .update
            case .patch: .patch
            case .delete: .delete
            case .synchronize: .createAll
            }
    }
}

extension JSON {
    fileprivate init(_ literal: CheckedConventions.Literal) {
        switch literal {
        case .string(let text): self = .string(text)
        case .boolean(let value): self = .bool(value)
        case .number(let digits): self = Number(digits).map { .number($0) } ?? .null
        }
    }
}

extension Conventions.Paging {
    /// The paging of a schema.
    package init(_ checked: CheckedConventions.Paging) {
        let total: Total? =
            switch checked.total {
            case .header(let name): .header(name)
            case .head(let name): .head(name)
            case .member(let path): .member(JSONKeyPath(text: path))
            // By default, only links have a total, as in plain REST.
            case nil: .header("X-Total-Count")
            }
        self.init(
            Style(checked.style),
            size: checked.size,
            sizeParameter: checked.sizeParameter,
            more: checked.more.map { JSONKeyPath(text: $0) },
            total: total
        )
    }
}

extension Conventions.Paging.Style {
    fileprivate init(_ style: CheckedConventions.Paging.Style) {
        self =
            switch style {
            case .none: .none
            case .link: .link
            case .header(let name): .header(name)
            case .next(let path): .next(JSONKeyPath(text: path))
            case .page(let parameter, let first): .page(parameter: parameter, first: first)
            case .offset(let parameter): .offset(parameter: parameter)
            case .token(let path, let parameter):
                .token(JSONKeyPath(text: path), parameter: parameter)
            case .headerToken(let name, let parameter): .headerToken(name, parameter: parameter)
            case .lastID(let parameter): .lastID(parameter: parameter)
            }
    }
}

extension Conventions.QueryDialect {
    fileprivate init(_ query: CheckedConventions.Query) {
        self.init()
        switch query.filter {
        case .parameters(let templates):
            filter = .parameters(
                Dictionary(templates.map { (Comparison.Operator($0.operator), $0.text) }) { $1 }
            )
        case .document(let parameter): filter = .document(parameter: parameter)
        case .objects(let parameter): filter = .objects(parameter: parameter)
        case nil: break
        }
        if let sort = query.sort { self.sort = sort.isEmpty ? nil : sort }
        if let limit = query.limit { self.limit = limit.isEmpty ? nil : limit }
        if let offset = query.offset { self.offset = offset.isEmpty ? nil : offset }
        ascending = query.ascending ?? ascending
        descending = query.descending ?? descending
    }
}

extension Comparison.Operator {
    fileprivate init(_ comparison: CheckedConventions.Filter.Operator) {
        self =
            switch comparison {
            case .equal: .equal
            case .less: .less
            case .lessOrEqual: .lessOrEqual
            case .greater: .greater
            case .greaterOrEqual: .greaterOrEqual
            case .contains: .contains
            case .hasPrefix: .hasPrefix
            case .isOneOf: .isOneOf
            case .isNull: .isNull
            }
    }
}

extension Conventions.Versions {
    fileprivate init(_ versions: CheckedConventions.Versions) {
        self =
            switch versions {
            case .none: .none
            case .entityTag: .entityTag
            case .member(let path, let isQuoted):
                .member(JSONKeyPath(text: path), isQuoted: isQuoted)
            }
    }
}

extension Conventions.Tombstone {
    fileprivate init?(_ tombstone: CheckedConventions.Tombstone) {
        guard !tombstone.path.isEmpty else { return nil }
        self.init(JSONKeyPath(text: tombstone.path), is: tombstone.value.map { JSON($0) })
    }
}

extension Conventions.Changes {
    fileprivate init?(_ changes: CheckedConventions.Changes) {
        guard case .since(let question, let place) = changes else { return nil }
        let cursor: Cursor =
            switch place {
            case .header(let name): .header(name)
            case .member(let path): .member(JSONKeyPath(text: path))
            }
        switch question {
        case .parameter(let name): self.init(parameter: name, cursor: cursor)
        case .header(let name): self.init(header: name, cursor: cursor)
        }
    }
}

extension Conventions.ErrorForm {
    fileprivate init(_ errors: CheckedConventions.Errors) {
        func path(_ text: String?) -> JSONKeyPath? { text.map { JSONKeyPath(text: $0) } }
        self.init(
            message: path(errors.messages?.first),
            code: path(errors.code),
            fields: path(errors.fields),
            fieldKey: path(errors.fieldKey),
            fieldMessage: path(errors.fieldMessage),
            current: path(errors.current)
        )
        otherMessages = (errors.messages ?? []).dropFirst().map { JSONKeyPath(text: $0) }
    }
}

extension Conventions.CreationCheck {
    fileprivate init(_ check: CheckedConventions.CreationCheck) {
        self =
            switch check {
            case .comparison: .comparison
            case .identity: .identity
            case .idempotencyKey(let header, let lifetime):
                .idempotencyKey(header: header, lifetime: .seconds(lifetime ?? 86_400))
            }
    }
}
