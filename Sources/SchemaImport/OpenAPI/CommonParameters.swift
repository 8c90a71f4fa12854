import Diagnostics
import SchemaLanguage

/// The query parameters and header fields that all operations of an API require with the same
/// default, so that the API can declare them once, and repositories send them, too.
struct CommonParameters {
    private let schema: ProposedSchema
    private let enumCases: [String: [ProposedEnumeration.Case]]
    private let origins: [String: SourceRange]

    private let places = [
        Place(ofEndpoint: \.query, ofAPI: \.query, noun: "query parameter"),
        Place(ofEndpoint: \.headers, ofAPI: \.headers, noun: "header field"),
    ]

    /// A place of parameters in a request.
    private struct Place {
        let ofEndpoint: WritableKeyPath<ProposedEndpoint, [ProposedProperty]>
        let ofAPI: WritableKeyPath<ProposedAPI, [ProposedAPI.Constant]>
        let noun: String
    }

    init(_ schema: ProposedSchema, _ context: ImportContext) {
        self.schema = schema
        enumCases = context.enumCases
        origins = context.origins
    }

    /// The schema in which APIs declare these parameters, instead of their endpoints.
    ///
    /// - Parameters:
    ///   - keepsUnused: Whether types are kept that only these parameters used.
    ///   - findings: The findings of the import.
    /// - Returns: The schema.
    func moved(keepsUnused: Bool, _ findings: inout Findings) -> ProposedSchema {
        var moved = schema
        for place in places {
            let uses = schema.declarations.map { constants(of: $0, at: place) }
            for index in schema.apis.indices {
                let name = schema.apis[index].name
                let own = uses.indices.filter { api(of: schema.declarations[$0]) == name }
                let shared = (own.first.map { uses[$0] } ?? []).filter { constant in
                    // A single operation is no evidence that all others would require it.
                    own.allSatisfy { uses[$0].contains(constant) }
                        && uses.count { $0.contains(constant) } > 1
                }
                guard !shared.isEmpty else { continue }
                moved.apis[index][keyPath: place.ofAPI] = shared
                for declaration in own { remove(shared, at: place, of: declaration, in: &moved) }
                for constant in shared { report(constant, at: place, of: name, &findings) }
            }
        }
        if !keepsUnused, moved != schema {
            let unused = TypeReach.unused(in: moved).subtracting(TypeReach.unused(in: schema))
            moved.declarations.removeAll { unused.contains($0.name) }
        }
        return moved
    }

    private func report(
        _ constant: ProposedAPI.Constant,
        at place: Place,
        of api: String,
        _ findings: inout Findings
    ) {
        guard let origin = origins[api] else { return }
        findings.add(
            .concluded,
            "all operations require the \(place.noun) \(constant.name.quoted), so every request of "
                + "\(api.quoted) has it, with the default \(constant.value.quoted)",
            at: origin
        )
    }

    // MARK: - Parts

    /// The API of an endpoint; nil for any other declaration.
    private func api(of declaration: ProposedDeclaration) -> String? {
        guard case .endpoint(let endpoint) = declaration.body else { return nil }
        return endpoint.api ?? schema.api ?? schema.apis.first?.name
    }

    /// The parameters that an endpoint requires, and that an API can declare.
    private func constants(
        of declaration: ProposedDeclaration,
        at place: Place
    ) -> [ProposedAPI.Constant] {
        guard case .endpoint(let endpoint) = declaration.body else { return [] }
        return endpoint[keyPath: place.ofEndpoint].compactMap { parameter in
            let name = parameter.key ?? parameter.name
            guard parameter.isRequired, let value = text(of: parameter),
                !Self.isOfSomeRequests(name), HeaderField.isValue(value)
            else { return nil }
            return ProposedAPI.Constant(name: name, value: value)
        }
    }

    /// The text of a default; nil for numbers, which rarely are the same in all requests.
    private func text(of parameter: ProposedProperty) -> String? {
        switch parameter.defaultValue {
        case .text(let text): return text
        case .enumCase(let name):
            let known = enumCases[parameter.type.leafName ?? ""]?.first { $0.name == name }
            if case .text(let text)? = known?.value { return text }
            return nil
        case .literal, .emptyArray, .emptyDictionary, nil: return nil
        }
    }

    /// Whether requests usually have different values, or even must have.
    private static func isOfSomeRequests(_ name: String) -> Bool {
        PagingSketch.selectsPage(name) || ["sort", "order", "filter"].contains(name.bare)
            || HeaderField.isOfOneRequest(name)
    }

    private func remove(
        _ constants: [ProposedAPI.Constant],
        at place: Place,
        of index: Int,
        in schema: inout ProposedSchema
    ) {
        guard case .endpoint(var endpoint) = schema.declarations[index].body else { return }
        endpoint[keyPath: place.ofEndpoint].removeAll { parameter in
            constants.contains { $0.name == parameter.key ?? parameter.name }
        }
        schema.declarations[index].body = .endpoint(endpoint)
    }
}
