import Diagnostics

/// Checks that a path is valid, and that its placeholders match its parameters.
struct PathCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.endpoints.flatMap { endpoint -> [Diagnostic] in
            guard let path = endpoint.path else { return [] }
            let template: PathTemplate
            do throws(PathTemplate.Problem) {
                template = try PathTemplate(path.value)
            } catch {
                return [
                    Diagnostic(
                        rule: SchemaRule.invalidPath,
                        error.message,
                        at: path.range,
                        hint: error.hint
                    )
                ]
            }
            return parameters(of: endpoint, path.value, template)
        }
    }

    private func parameters(
        of endpoint: EndpointDeclaration,
        _ path: String,
        _ template: PathTemplate
    ) -> [Diagnostic] {
        endpoint.pathParameters.filter(\.isWhole).compactMap { parameter in
            let key = parameter.key?.value ?? parameter.name.value
            guard !template.placeholders.contains(key) else { return nil }
            return Diagnostic(
                rule: SchemaRule.pathParameter,
                "the path has no placeholder '{\(key.shortened(to: 60))}'",
                at: parameter.name.range,
                hint: NearestSpelling.hint(for: key, in: template.placeholders)
                    ?? "the path is \(path)"
            )
        }
    }
}

/// Checks that a URL or a header field can contain the types of its parameters.
struct ParameterCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap { document in
            document.endpoints.flatMap { endpoint in
                endpoint.pathParameters.compactMap { pathParameter($0, index) }
                    + headerNames(of: endpoint)
                    + cookieNames(of: endpoint)
                    + endpoint.parts.compactMap { part($0, of: endpoint, document, index) }
            }
        }
    }

    /// A field of a form is a string; a part of a multipart body is a string, a file, or JSON.
    private func part(
        _ part: PartDeclaration,
        of endpoint: EndpointDeclaration,
        _ document: SchemaDocument,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        let property = part.property
        let isForm = endpoint.bodyMedia?.form == .form
        guard let type = index.resolve(property.type)?.withoutNull else { return nil }
        if part.isFile {
            if [.primitive(.data), .array(.primitive(.data))].contains(type) { return nil }
            return Diagnostic(
                rule: SchemaRule.invalidBody,
                "a part is a file or an array of files",
                at: property.type.range,
                hint: "write `file`, `[file]` or `file?`"
            )
        }
        if type.leaf == .primitive(.data) {
            return Diagnostic(
                rule: SchemaRule.invalidBody,
                "the \(isForm ? "field" : "part") '\(property.name.value)' of type Data would be sent "
                    + "as Base64 text",
                at: property.type.range,
                hint: isForm
                    ? "write String for text, or `multipart:` with a part of type `file` for bytes"
                    : "write `file` for bytes with a name and a media type"
            )
        }
        guard !index.isTextual(type) else { return nil }
        if !isForm { return jsonPart(property, type, endpoint.heading, document, index) }
        return Diagnostic(
            rule: SchemaRule.invalidBody,
            "expected a string, a number, a date or an enum, or an array of these, for the field "
                + "'\(property.name.value)'",
            at: property.type.range,
            hint: "for nested fields, declare a value with all of them, and write "
                + "`body: { form: Name }`"
        )
    }

    /// JSON outside of a structure declares no form of its values.
    private func jsonPart(
        _ property: PropertyDeclaration,
        _ type: CheckedType,
        _ heading: DeclarationHeading,
        _ document: SchemaDocument,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        let hasForm: Bool
        switch (type.leaf, index.wire(of: property, type, heading, document)) {
        case (.scalar(let name), _): hasForm = index.hasFormOfItsOwn(scalar: name)
        case (_, .own): hasForm = false
        // The form that is written, of which others are only read.
        case (_, .date(let wire)): hasForm = index.formats(of: .date(wire)).first != .iso8601
        case (_, .text), (_, .numericBool), (_, .url): hasForm = true
        }
        guard hasForm else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidBody,
            "'\(property.name.value)' is sent as JSON, where its values cannot have a form of "
                + "their own",
            at: property.type.range,
            hint: "declare a value with it as a property"
        )
    }

    private func pathParameter(
        _ parameter: PropertyDeclaration,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        if parameter.mayBeAbsent || parameter.type.isOptional {
            return Diagnostic(
                rule: SchemaRule.invalidParameter,
                "the path parameter '\(parameter.name.value)' cannot be optional",
                at: parameter.type.range
            )
        }
        if let transform = parameter.transform, let type = index.resolve(parameter.type),
            !index.isText(type)
        {
            return Diagnostic(
                rule: SchemaRule.invalidParameter,
                "only a string can be \(transform.rawValue)",
                at: parameter.type.range
            )
        }
        return nil
    }

    private func headerNames(of endpoint: EndpointDeclaration) -> [Diagnostic] {
        let names = endpoint.headerParameters.filter(\.isWhole).map { $0.key ?? $0.name }
        return names.compactMap { HeaderField.problem($0) }
            + HeaderField.duplicates(names.filter { HeaderField.problem($0) == nil })
    }

    private func cookieNames(of endpoint: EndpointDeclaration) -> [Diagnostic] {
        endpoint.cookieParameters.filter(\.isWhole).compactMap { cookieName($0.key ?? $0.name) }
    }

    private func cookieName(_ name: Located<String>) -> Diagnostic? {
        // It is a token, like that of a header field.
        guard !HeaderField.isName(name.value) else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidParameter,
            "expected the name of a cookie, found '\(name.value.shortened(to: 40))'",
            at: name.range,
            hint: "write the name that is sent as `key:`; it has no spaces and no `=;,`"
        )
    }
}

extension SchemaIndex {
    /// Whether values of a type are single values, which a URL or a column can contain.
    func isPlain(_ type: CheckedType) -> Bool {
        switch type {
        case .primitive(let primitive): primitive != .json && primitive != .data
        case .enumeration, .identity: true
        case .scalar(let name): form(ofScalar: name)?.primitive != .data
        default: false
        }
    }

    /// Whether values of a type are single values, or arrays of them.
    func isTextual(_ type: CheckedType) -> Bool {
        switch type {
        case .nullable(let inner): isTextual(inner)
        case .array(let element): isPlain(element)
        default: isPlain(type)
        }
    }

    /// Whether values of a type are strings.
    func isText(_ type: CheckedType) -> Bool {
        switch type {
        case .primitive(.string), .identity(_, .string): true
        case .scalar(let name):
            PrimitiveType(rawValue: scalar(named: name)?.0.swift?.value ?? "") == .string
        default: false
        }
    }
}

/// Checks that only methods with a body have one, and that it is not null.
struct BodyCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        // JSON has an error of its own.
        let bodies = index.endpoints.compactMap(\.body).filter { type in
            type.isOptional && index.resolve(type)?.leaf != .primitive(.json)
        }
        let nullable = bodies.map { type in
            Diagnostic(
                rule: SchemaRule.invalidBody,
                "the body of a request cannot be null",
                at: type.range,
                hint: "write JSON for a body that may be null"
            )
        }
        return nullable
            + index.endpoints.compactMap { endpoint in
                guard let range = endpoint.bodyMedia?.range ?? endpoint.body?.range,
                    let method = endpoint.method, [.get, .head, .options].contains(method)
                else { return nil }
                return Diagnostic(
                    rule: SchemaRule.invalidBody,
                    "\(method == .options ? "an" : "a") \(method.rawValue) request has no body",
                    at: range,
                    hint: "put it into the `query:`, or use post"
                )
            }
    }
}

/// Checks that a response is not null, and that a date in it has a known format.
struct ResponseCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.endpoints.flatMap { endpoint -> [Diagnostic] in
            let answers = endpoint.answers
            return nullable(answers) + formless(answers + [endpoint.body].compactMap(\.self), index)
                + [ofHead(endpoint)].compactMap(\.self)
        } + nullable(failures(index)) + formless(failures(index), index)
    }

    private func failures(_ index: SchemaIndex) -> [TypeExpression] {
        index.repositoryFailures.map(\.type)
    }

    private func nullable(_ types: [TypeExpression]) -> [Diagnostic] {
        types.filter(\.isOptional).map { type in
            Diagnostic(
                rule: SchemaRule.invalidResponse,
                "a response cannot be null",
                at: type.range,
                hint: "write JSON for a body that may be null"
            )
        }
    }

    private func formless(_ types: [TypeExpression], _ index: SchemaIndex) -> [Diagnostic] {
        types.compactMap { type in
            index.resolve(type).flatMap { diagnostic(for: type, $0.leaf, index) }
        }
    }

    /// The response to a HEAD request has only a head.
    private func ofHead(_ endpoint: EndpointDeclaration) -> Diagnostic? {
        let response = endpoint.response ?? endpoint.outcomes.compactMap(\.type).first
        guard endpoint.method == .head, let response else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidResponse,
            "the response to a head request has no body",
            at: response.range,
            hint: "drop `response:`, or use get"
        )
    }

    /// A body cannot declare the form of its values.
    private func diagnostic(
        for type: TypeExpression,
        _ leaf: CheckedType,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        switch leaf {
        case .primitive(.date):
            Diagnostic(
                rule: SchemaRule.invalidResponse,
                "a date in a body must be a property, which declares its format",
                at: type.range,
                hint: "declare a value with the date as a property"
            )
        case .scalar(let name) where index.hasFormOfItsOwn(scalar: name):
            Diagnostic(
                rule: SchemaRule.invalidResponse,
                "'\(name)' has its own form in JSON, so in a body it must be a property",
                at: type.range,
                hint: "declare a value with it as a property"
            )
        default: nil
        }
    }
}
