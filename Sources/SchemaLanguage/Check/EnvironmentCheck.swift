import Diagnostics
import YAMLTree

/// The environment of an endpoint is one that its API has a URL for, or `mock`.
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
        guard let environment = endpoint.environment else { return nil }
        let declared = index.api(of: endpoint.heading, in: document)?.baseURLs ?? []
        let known = declared.map(\.environment.value) + ["mock"]
        guard !known.contains(environment.value) else { return nil }
        return Diagnostic(
            rule: SchemaRule.unknownEnvironment,
            "unknown environment '\(environment.value.shortened(to: 40))'",
            at: environment.range,
            hint: NearestSpelling.hint(for: environment.value, in: known)
                ?? "the environments are \(known.listed(by: "and"))"
        )
    }
}

/// An example is a value of the response, and the mock environment has one.
struct ExampleCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap { document in
            document.endpoints.flatMap { diagnostics(for: $0, index) }
        }
    }

    private func diagnostics(
        for endpoint: EndpointDeclaration,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        guard let example = endpoint.example else {
            guard let environment = endpoint.environment, environment.value == "mock",
                endpoint.response != nil
            else { return [] }
            return [
                Diagnostic(
                    rule: SchemaRule.invalidExample,
                    "the environment 'mock' answers with an example, and there is none",
                    at: environment.range,
                    hint: "give the endpoint an `example:`"
                )
            ]
        }
        guard let response = endpoint.response else {
            return [
                Diagnostic(
                    rule: SchemaRule.invalidExample,
                    "an endpoint without a response has no example",
                    at: example.range
                )
            ]
        }
        guard let type = index.resolve(response) else { return [] }
        return ExampleChecker(index: index).diagnostics(for: example, as: type)
    }
}
