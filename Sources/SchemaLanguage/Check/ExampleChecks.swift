import Diagnostics
import YAMLTree

/// Checks that an example is a value of the response, and that the mock environment has one.
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
                endpoint.response ?? endpoint.plainOutcome != nil, endpoint.heading.isWhole
            else { return [] }
            return [
                Diagnostic(
                    rule: SchemaRule.invalidExample,
                    "the environment 'mock' responds with an example, but there is none",
                    at: environment.range,
                    hint: "give the endpoint an `example:`"
                )
            ]
        }
        guard let response = endpoint.response ?? endpoint.plainOutcome else {
            guard endpoint.heading.isWhole else { return [] }
            return [
                Diagnostic(
                    rule: SchemaRule.invalidExample,
                    endpoint.outcomes.isEmpty
                        ? "an endpoint without a response has no example"
                        : "an example is the response with the status 200",
                    at: example.range,
                    hint: endpoint.outcomes.isEmpty ? nil : "declare 200, or drop the example"
                )
            ]
        }
        guard let declared = index.resolve(response) else { return [] }
        // An example that is not JSON is given as text.
        let type = endpoint.hasJSONExample ? declared : .primitive(.string)
        let found = ExampleChecker(index: index).diagnostics(for: example, as: type)
        guard let path = endpoint.unwrap?.value, endpoint.hasJSONExample, let first = found.first
        else { return found }
        let sample = example.value(at: path).map(JSONText.text) ?? self.sample(of: type, index)
        return [enveloped(first, at: path, sample)] + found.dropFirst()
    }

    /// The diagnostic of an example that contains the envelope of the response.
    private func enveloped(
        _ diagnostic: Diagnostic,
        at path: String,
        _ sample: String
    ) -> Diagnostic {
        var diagnostic = diagnostic
        diagnostic.hint =
            "the example is the value at '\(path.shortened(to: 60))', without its envelope: write "
            + "`example: \(sample.utf8.count > 120 ? "…" : sample)`"
        return diagnostic
    }

    /// The shape of a value of a type, shortened to one line.
    private func sample(of type: CheckedType, _ index: SchemaIndex) -> String {
        switch type {
        case .array(let element): return "[\(sample(of: element, index))]"
        case .dictionary: return "{ key: … }"
        case .nullable(let inner): return sample(of: inner, index)
        case .value(let name), .entity(let name):
            guard let structure = index.structure(named: name) else { return "…" }
            let keys = structure.properties.filter {
                $0.direction != .writeOnly && !$0.mayBeAbsent && $0.defaultValue == nil
            }.map { "\(index.wireKey(of: $0, in: structure)): …" }
            return keys.isEmpty ? "{}" : "{ \(keys.joined(separator: ", ")) }"
        case .primitive, .enumeration, .scalar, .union, .identity, .draft, .patch: return "…"
        }
    }
}

extension YAMLNode {
    /// The value at a key path; nil if there is none.
    fileprivate func value(at path: String) -> YAMLNode? {
        var node = self
        for step in KeyPathStep.steps(of: path) {
            switch (step, node.content) {
            case (.key(let key), .mapping(let pairs)):
                guard let pair = pairs.first(where: { $0.key.scalarText == key }) else {
                    return nil
                }
                node = pair.value
            case (.index(let index), .sequence(let elements)) where elements.indices.contains(index):
                node = elements[index]
            default: return nil
            }
        }
        return node
    }
}

/// Checks that the example of a property is a value of it.
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

extension EndpointDeclaration {
    /// The type of the response with the status 200, which an example belongs to.
    fileprivate var plainOutcome: TypeExpression? {
        plainAnswer?.type
    }
}
