import Diagnostics
import YAMLTree

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
                endpoint.response != nil, endpoint.heading.isWhole
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
            guard endpoint.heading.isWhole else { return [] }
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

/// An example of a property is a value of it.
struct PropertyExampleCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let checker = ExampleChecker(index: index)
        return index.groups.flatMap { group in
            group.ownProperties.flatMap { property -> [Diagnostic] in
                guard let example = property.example, let type = index.resolve(property.type),
                    index.isWireFormKnown(of: property, in: group)
                else { return [] }
                let wire = index.wire(of: property, type, group.heading, group.document)
                return checker.diagnostics(for: example, as: type, wire)
            }
        }
    }
}
