import SchemaLanguage

/// Translates the conventions of services into a statement for each difference from plain REST.
enum ConventionsTranslator {
    /// The declaration of conventions.
    ///
    /// ```swift
    /// /// The conventions that repositories follow in requests to the service.
    /// public static let conventions: Conventions = {
    ///     var conventions = Conventions()
    ///     conventions.envelope.one = "data"
    ///     return conventions
    /// }()
    /// ```
    static func declaration(
        _ docs: String,
        _ access: String,
        type: String,
        start: String,
        _ statements: [String]
    ) -> Block {
        var block = Block(capacity: statements.count + 5)
        block.line(docs)
        block.line(access, "static let conventions: ", type, " = {")
        block.line("    var conventions = ", start)
        for statement in statements { block.line("    ", statement) }
        block.line("    return conventions")
        block.line("}()")
        return block
    }

    /// The statements that change plain conventions to these.
    static func statements(_ conventions: CheckedConventions) -> [String] {
        var lines: [String] = []
        func set(_ member: String, _ value: String?) {
            if let value { lines.append("conventions.\(member) = \(value)") }
        }
        func text(_ member: String, _ value: String?) {
            set(member, value.map(StringLiteral.literal))
        }
        text("media.sent", conventions.sentMedia)
        text("media.accepted", conventions.acceptedMedia)
        text("media.patch", conventions.patchMedia)
        for request in conventions.requests {
            let name = ".\(name(of: request.operation))"
            set(
                "requests[\(name)]",
                request.form.map {
                    ".init(.\($0.method.rawValue), \(StringLiteral.literal($0.path)))"
                }
            )
            let parameters = request.query.map(\.element)
            if !parameters.isEmpty {
                set("parameters[\(name)]", "[\(parameters.joined(separator: ", "))]")
            }
            set("envelope.exceptions[\(name)]", request.sent.map(path))
            let constants = request.constants.map {
                "\(StringLiteral.literal($0.key)): \(literal($0.value))"
            }
            if !constants.isEmpty {
                set("envelope.constants[\(name)]", "[\(constants.joined(separator: ", "))]")
            }
        }
        set("envelope.one", conventions.one.map(path))
        set("envelope.list", conventions.list.map(path))
        set("envelope.sent", conventions.sent.map(path))
        set("paging", conventions.paging.map(paging))
        lines += query(conventions.query)
        set("versions", conventions.versions.map(versions))
        set("tombstone", conventions.tombstone.map(tombstone))
        set("changes", conventions.changes.map(changes))
        set("patches", conventions.patches.map { ".\($0.rawValue)" })
        let errors = conventions.errors
        text("errors.message", errors.messages?.first)
        let others = (errors.messages ?? []).dropFirst().map(StringLiteral.literal)
        if !others.isEmpty {
            set("errors.otherMessages", "[\(others.joined(separator: ", "))]")
        }
        text("errors.code", errors.code)
        text("errors.fields", errors.fields)
        text("errors.fieldKey", errors.fieldKey)
        text("errors.fieldMessage", errors.fieldMessage)
        text("errors.current", errors.current)
        set("backoff", conventions.backoff.map(optional))
        set("creationCheck", conventions.creation.map(creation))
        set("batch.path", conventions.batch.path.map(optional))
        set("batch.limit", conventions.batch.limit.map { "\($0)" })
        return lines
    }

    private static func name(of operation: CheckedConventions.Operation) -> String {
        operation == .synchronize ? "createAll" : operation.rawValue
    }

    private static func literal(_ value: CheckedConventions.Literal) -> String {
        switch value {
        case .string(let text): StringLiteral.literal(text)
        case .boolean(let value): "\(value)"
        case .number(let digits): digits
        }
    }

    /// Such as `.init(.page(parameter: "page", first: 1), size: 50)`.
    static func paging(_ paging: CheckedConventions.Paging) -> String {
        var arguments = [".\(style(paging.style))"]
        if let size = paging.size { arguments.append("size: \(size)") }
        if let parameter = paging.sizeParameter {
            arguments.append("sizeParameter: \(StringLiteral.literal(parameter))")
        }
        if let path = paging.more { arguments.append("more: \(StringLiteral.literal(path))") }
        switch paging.total {
        case .header(let name): arguments.append("total: .header(\(StringLiteral.literal(name)))")
        case .head(let name): arguments.append("total: .head(\(StringLiteral.literal(name)))")
        case .member(let path): arguments.append("total: .member(\(StringLiteral.literal(path)))")
        case nil: break
        }
        return ".init(\(arguments.joined(separator: ", ")))"
    }

    private static func style(_ style: CheckedConventions.Paging.Style) -> String {
        func quoted(_ text: String) -> String { StringLiteral.literal(text) }
        return switch style {
        case .none: "none"
        case .link: "link"
        case .header(let name): "header(\(quoted(name)))"
        case .next(let path): "next(\(quoted(path)))"
        case .page(let parameter, let first):
            "page(parameter: \(quoted(parameter)), first: \(first))"
        case .offset(let parameter): "offset(parameter: \(quoted(parameter)))"
        case .token(let path, let parameter):
            "token(\(quoted(path)), parameter: \(quoted(parameter)))"
        case .headerToken(let name, let parameter):
            "headerToken(\(quoted(name)), parameter: \(quoted(parameter)))"
        case .lastID(let parameter): "lastID(parameter: \(quoted(parameter)))"
        }
    }

    private static func query(_ query: CheckedConventions.Query) -> [String] {
        var lines: [String] = []
        switch query.filter {
        case .document(let parameter):
            let literal = StringLiteral.literal(parameter)
            lines.append("conventions.query.filter = .document(parameter: \(literal))")
        case .objects(let parameter):
            let literal = StringLiteral.literal(parameter)
            lines.append("conventions.query.filter = .objects(parameter: \(literal))")
        case .parameters(let templates):
            let elements = templates.map {
                ".\($0.operator.rawValue): \(StringLiteral.literal($0.text))"
            }
            if elements.count > 1 {
                lines.append("conventions.query.filter = .parameters([")
                lines += elements.map { "    \($0)," } + ["])"]
            } else {
                let element = elements.first ?? ":"
                lines.append("conventions.query.filter = .parameters([\(element)])")
            }
        case nil: break
        }
        let parameters = [("sort", query.sort), ("limit", query.limit), ("offset", query.offset)]
        for (member, value) in parameters {
            guard let value else { continue }
            let literal = value.isEmpty ? "nil" : StringLiteral.literal(value)
            lines.append("conventions.query.\(member) = \(literal)")
        }
        for (member, value) in [("ascending", query.ascending), ("descending", query.descending)] {
            guard let value else { continue }
            lines.append("conventions.query.\(member) = \(StringLiteral.literal(value))")
        }
        return lines
    }

    private static func versions(_ versions: CheckedConventions.Versions) -> String {
        switch versions {
        case .none: ".none"
        case .entityTag: ".entityTag"
        case .member(let path, let isQuoted):
            ".member(\(StringLiteral.literal(path)), isQuoted: \(isQuoted))"
        }
    }

    /// A key path, which may be empty.
    private static func path(_ text: String) -> String {
        text.isEmpty ? "[]" : StringLiteral.literal(text)
    }

    /// A string; nil if it is empty.
    private static func optional(_ text: String) -> String {
        text.isEmpty ? "nil" : StringLiteral.literal(text)
    }

    private static func tombstone(_ tombstone: CheckedConventions.Tombstone) -> String {
        let path = optional(tombstone.path)
        return tombstone.value.map { ".init(\(path), is: \(literal($0)))" } ?? path
    }

    private static func changes(_ changes: CheckedConventions.Changes) -> String {
        guard case .since(let question, let place) = changes else { return "nil" }
        let cursor =
            switch place {
            case .header(let name): ".header(\(StringLiteral.literal(name)))"
            case .member(let path): ".member(\(StringLiteral.literal(path)))"
            }
        let asked =
            switch question {
            case .parameter(let name): "parameter: \(StringLiteral.literal(name))"
            case .header(let name): "header: \(StringLiteral.literal(name))"
            }
        return ".init(\(asked), cursor: \(cursor))"
    }

    private static func creation(_ check: CheckedConventions.CreationCheck) -> String {
        switch check {
        case .comparison: ".comparison"
        case .identity: ".identity"
        case .idempotencyKey(let header, let lifetime):
            ".idempotencyKey(header: \(StringLiteral.literal(header))"
                + (lifetime.map { ", lifetime: .seconds(\(NumberLiteral.integer("\($0)")))" } ?? "")
                + ")"
        }
    }
}

extension CheckedQueryConstant {
    /// The element of a dictionary: `"force": "true"`.
    var element: String {
        "\(StringLiteral.literal(name)): \(StringLiteral.literal(value))"
    }
}
