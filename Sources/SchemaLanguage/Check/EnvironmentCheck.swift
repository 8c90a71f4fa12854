import Diagnostics

/// Checks that the API of an endpoint has a URL for its environment, unless that is `mock`.
struct EnvironmentCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap { document in
            document.endpoints.compactMap { diagnostic(for: $0, in: document, index) }
        }
    }

    private func diagnostic(
        for endpoint: EndpointDeclaration,
        in document: SchemaDocument,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        guard let environment = endpoint.environment,
            index.isAPIKnown(of: endpoint.heading, in: document)
        else { return nil }
        let api = index.api(of: endpoint.heading, in: document)
        guard api?.hasUnreadableURLs != true else { return nil }
        let declared = api?.baseURLs ?? []
        let known = declared.map(\.environment.value) + ["mock"]
        guard !known.contains(environment.value) else { return nil }
        return Diagnostic(
            rule: SchemaRule.unknownEnvironment,
            "unknown environment '\(environment.value.shortened(to: 40))'",
            at: environment.range,
            hint: NearestSpelling.hint(for: environment.value, in: known)
                ?? (declared.isEmpty
                    ? "the only environment is mock"
                    : "the environments are \(known.listed(by: "and"))")
        )
    }
}
