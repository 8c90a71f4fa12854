import Diagnostics

/// A path is a path, and its placeholders and its parameters are the same.
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

/// Parameters are of types that a URL or a header field can carry.
struct ParameterCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.endpoints.flatMap { endpoint in
            endpoint.pathParameters.compactMap { pathParameter($0, index) }
                + endpoint.headerParameters.compactMap { type($0, index) }
                + headerNames(of: endpoint)
                + cookies(of: endpoint, index)
                + endpoint.parts.compactMap { part($0, of: endpoint, index) }
        }
    }

    /// A field of a form is text; a part of a multipart body is text, a file, or JSON.
    private func part(
        _ part: PartDeclaration,
        of endpoint: EndpointDeclaration,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        let property = part.property
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
                "the part '\(property.name.value)' of Data would be text in Base64",
                at: property.type.range,
                hint: "write `file` for bytes with a name and a media type"
            )
        }
        guard endpoint.bodyMedia?.form == .form, !index.isTextual(type) else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidBody,
            "expected text, a number, a date or an enum, or an array of these, for the field "
                + "'\(property.name.value)'",
            at: property.type.range,
            hint: "for nested fields, declare a value with all of them, and write "
                + "`body: { form: Name }`"
        )
    }

    private func pathParameter(
        _ parameter: PropertyDeclaration,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        if parameter.mayBeAbsent || parameter.type.isOptional {
            return Diagnostic(
                rule: SchemaRule.invalidParameter,
                "the path parameter '\(parameter.name.value)' cannot be left out",
                at: parameter.type.range
            )
        }
        if let transform = parameter.transform, let type = index.resolve(parameter.type),
            !index.isText(type)
        {
            return Diagnostic(
                rule: SchemaRule.invalidParameter,
                "only a text can be \(transform.rawValue)",
                at: parameter.type.range
            )
        }
        return type(parameter, index)
    }

    private func type(_ parameter: PropertyDeclaration, _ index: SchemaIndex) -> Diagnostic? {
        guard let type = index.resolve(parameter.type)?.withoutNull, !index.isPlain(type) else {
            return nil
        }
        return Diagnostic(
            rule: SchemaRule.invalidParameter,
            "expected text, a number, a date or an enum for the parameter '\(parameter.name.value)'",
            at: parameter.type.range,
            hint: "what has structure goes into the `body:`"
        )
    }

    private func headerNames(of endpoint: EndpointDeclaration) -> [Diagnostic] {
        let parameters = endpoint.headerParameters.filter(\.isWhole)
        return parameters.compactMap(headerName)
            + HeaderField.duplicates(parameters.map { $0.key ?? $0.name })
    }

    private func cookies(
        of endpoint: EndpointDeclaration,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        endpoint.cookieParameters.compactMap { parameter in
            let isNamed = parameter.isWhole
            let name = isNamed ? cookieName(parameter.key ?? parameter.name) : nil
            return type(parameter, index) ?? name
        }
    }

    private func cookieName(_ name: Located<String>) -> Diagnostic? {
        // It is a token, as that of a header field is.
        guard !HeaderField.isName(name.value) else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidParameter,
            "expected the name of a cookie, found '\(name.value.shortened(to: 40))'",
            at: name.range,
            hint: "write the name on the wire behind `key:`; it has no spaces and no `=;,`"
        )
    }

    private func headerName(_ parameter: PropertyDeclaration) -> Diagnostic? {
        HeaderField.problem(parameter.key ?? parameter.name)
    }
}

extension SchemaIndex {
    /// Whether values of a type are of one piece, such as a URL can carry and a column can hold.
    func isPlain(_ type: CheckedType) -> Bool {
        switch type {
        case .primitive(let primitive): primitive != .json && primitive != .data
        case .enumeration, .identity: true
        case .scalar(let name): form(ofScalar: name)?.primitive != .data
        default: false
        }
    }

    /// Whether values of a type are each, or in an array, of one piece.
    func isTextual(_ type: CheckedType) -> Bool {
        switch type {
        case .nullable(let inner): isTextual(inner)
        case .array(let element): isPlain(element)
        default: isPlain(type)
        }
    }

    /// Whether values of a type are text.
    func isText(_ type: CheckedType) -> Bool {
        switch type {
        case .primitive(.string), .identity(_, .string): true
        case .scalar(let name):
            PrimitiveType(rawValue: scalar(named: name)?.0.swift?.value ?? "") == .string
        default: false
        }
    }
}

/// A body goes only where the method has one.
struct BodyCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.endpoints.compactMap { endpoint in
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

/// What comes back is there, and a date in it stands where its format is known.
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

    /// Of what a head request asks for, only the head comes back.
    private func ofHead(_ endpoint: EndpointDeclaration) -> Diagnostic? {
        let response = endpoint.response ?? endpoint.outcomes.compactMap(\.type).first
        guard endpoint.method == .head, let response else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidResponse,
            "the answer to a head request has no body",
            at: response.range,
            hint: "drop `response:`, or use get"
        )
    }

    /// A body has no place to say in which form its values are written.
    private func diagnostic(
        for type: TypeExpression,
        _ leaf: CheckedType,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        switch leaf {
        case .primitive(.date):
            Diagnostic(
                rule: SchemaRule.invalidResponse,
                "a date in a body stands in a property, where its format is known",
                at: type.range,
                hint: "declare a value with the date as its property"
            )
        case .scalar(let name) where index.hasFormOfItsOwn(scalar: name):
            Diagnostic(
                rule: SchemaRule.invalidResponse,
                "'\(name)' has a form of its own in JSON, so in a body it stands in a property",
                at: type.range,
                hint: "declare a value with it as its property"
            )
        default: nil
        }
    }
}

extension EndpointDeclaration {
    /// The types of all that can come back.
    var answers: [TypeExpression] {
        [response].compactMap(\.self) + outcomes.compactMap(\.type) + failures.map(\.type)
    }
}
