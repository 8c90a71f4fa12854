import Diagnostics

/// Checks that pages are those of an array, and that nothing else sets the parameters for them.
struct EndpointPagingCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap { document in
            document.endpoints.flatMap { endpoint -> [Diagnostic] in
                guard let paging = endpoint.paging else { return [] }
                if let problem = problem(of: paging, endpoint, index) { return [problem] }
                let api = index.api(of: endpoint.heading, in: document)
                return parameters(of: endpoint, paging.value, api, index)
            }
        }
    }

    private func problem(
        of paging: Located<CheckedConventions.Paging>,
        _ endpoint: EndpointDeclaration,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        func problem(_ message: String, _ hint: String) -> Diagnostic {
            Diagnostic(rule: SchemaRule.invalidResponse, message, at: paging.range, hint: hint)
        }
        if paging.value.style == .none {
            return problem(
                "without `paging:` a response has no pages, so `none` has no effect",
                "drop it"
            )
        }
        let once: Set<CheckedMedia.Form> = [.chunks, .jsonLines, .jsonSequence]
        if let media = endpoint.bodyMedia, once.contains(media.form) {
            return problem(
                "the request for each page sends the body again, but a stream can only be sent once",
                "send the body as a whole, or drop `paging:`"
            )
        }
        if let size = paging.value.sizeParameter, size == paging.value.pageParameter {
            return problem(
                "the parameter '\(size.shortened(to: 60))' selects a page, so it cannot be the "
                    + "page size",
                "write the parameter for the size, such as `sizeParameter: limit`, or drop the key"
            )
        }
        let array =
            "write `response: \"[Message]\"`, with `unwrap:` if the array is inside an object"
        guard let response = endpoint.response, endpoint.hasJSONResponse else {
            return problem("only a response that is an array in JSON can have pages", array)
        }
        // An unknown type is reported at its place.
        guard let type = index.resolve(response) else { return nil }
        guard case .array(let element) = type, element == element.withoutNull else {
            return problem("only a response that is an array in JSON can have pages", array)
        }
        guard case .lastID = paging.value.style else { return nil }
        if case .entity = element { return nil }
        return problem(
            "`lastID` sends the identity of the last entity, but the response contains no entities",
            "use another way of paging, or declare an entity"
        )
    }

    /// Parameters for a page that are declared elsewhere, too.
    private func parameters(
        of endpoint: EndpointDeclaration,
        _ paging: CheckedConventions.Paging,
        _ api: APIDeclaration?,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        let names = paging.parameters
        // The properties of an object may be separate parameters.
        let own = endpoint.queryParameters.flatMap { parameter in
            let place = (parameter.key ?? parameter.name).range
            return index.queryNames(of: parameter).map { Located($0, at: place) }
        }
        let constants = api?.query.map(\.name) ?? []
        let clashes = (own + constants).filter { names.contains($0.value) }.map { name in
            Diagnostic(
                rule: SchemaRule.invalidParameter,
                "`paging:` already sets the parameter '\(name.value.shortened(to: 60))'",
                at: name.range,
                hint: "drop it; callers receive one page after the other"
            )
        }
        guard endpoint.authenticates, let place = endpoint.paging?.range else { return clashes }
        return clashes
            + (api?.queryKeys ?? []).filter(names.contains).map { key in
                Diagnostic(
                    rule: SchemaRule.invalidAuthentication,
                    "the authentication sets the parameter '\(key.shortened(to: 60))', which "
                        + "selects a page",
                    at: place,
                    hint: "use the parameters that the service documents"
                )
            }
    }
}

extension CheckedConventions.Paging {
    /// The query parameters for the page and its size.
    fileprivate var parameters: Set<String> {
        // A caller can choose the size if the schema does not.
        Set([pageParameter, sizeParameter].compactMap(\.self))
    }
}
