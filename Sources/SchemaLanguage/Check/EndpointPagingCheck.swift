import Diagnostics

/// Pages are those of an array, and nothing else writes the parameters that ask for them.
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
                "without `paging:` a response has no pages, so `none` says nothing",
                "drop it"
            )
        }
        let once: Set<CheckedMedia.Form> = [.chunks, .jsonLines, .jsonSequence]
        if let media = endpoint.bodyMedia, once.contains(media.form) {
            return problem(
                "each page sends the body again, and a stream can be sent once",
                "send the body whole, or drop `paging:`"
            )
        }
        if let size = paging.value.sizeParameter, size == paging.value.pageParameter {
            return problem(
                "the parameter '\(size.shortened(to: 60))' selects a page, and cannot be its size, too",
                "name the parameter for the size, such as `sizeParameter: limit`, or drop the key"
            )
        }
        let array =
            "write `response: \"[Message]\"`, with `unwrap:` where the array stands in an object"
        guard let response = endpoint.response, endpoint.hasJSONResponse else {
            return problem("only a response that is an array in JSON has pages", array)
        }
        // What is unknown is reported where it stands.
        guard let type = index.resolve(response) else { return nil }
        guard case .array(let element) = type, element == element.withoutNull else {
            return problem("only a response that is an array in JSON has pages", array)
        }
        guard case .lastID = paging.value.style else { return nil }
        if case .entity = element { return nil }
        return problem(
            "`lastID` sends the identity of the last entity, and the response has no entities",
            "ask for pages in another way, or declare an entity"
        )
    }

    /// Parameters that ask for a page, and are said elsewhere, too.
    private func parameters(
        of endpoint: EndpointDeclaration,
        _ paging: CheckedConventions.Paging,
        _ api: APIDeclaration?,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        let names = paging.parameters
        // The properties of an object may be parameters, each by itself.
        let own = endpoint.queryParameters.flatMap { parameter in
            let place = (parameter.key ?? parameter.name).range
            return index.queryNames(of: parameter).map { Located($0, at: place) }
        }
        let constants = api?.query.map(\.name) ?? []
        let clashes = (own + constants).filter { names.contains($0.value) }.map { name in
            Diagnostic(
                rule: SchemaRule.invalidParameter,
                "the parameter '\(name.value.shortened(to: 60))' asks for a page, which `paging:` does",
                at: name.range,
                hint: "drop it; callers get one page after the other"
            )
        }
        guard endpoint.authenticates, let place = endpoint.paging?.range else { return clashes }
        return clashes
            + (api?.queryKeys ?? []).filter(names.contains).map { key in
                Diagnostic(
                    rule: SchemaRule.invalidAuthentication,
                    "the authentication writes the parameter '\(key.shortened(to: 60))', "
                        + "which also asks for a page",
                    at: place,
                    hint: "name the parameter that the service documents for each"
                )
            }
    }
}

extension CheckedConventions.Paging {
    /// The query parameters that say which page it is, and of which size.
    fileprivate var parameters: Set<String> {
        // A caller may choose the size where the schema does not.
        Set([pageParameter, sizeParameter].compactMap(\.self))
    }
}
