import Diagnostics

/// Parameters of a query are single values, arrays of these, or objects, and what is said of how they are
/// written is of use.
struct QueryParameterCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.endpoints.flatMap { endpoint in
            endpoint.queryParameters.compactMap { diagnostic(for: $0, index) }
        }
    }

    private func diagnostic(
        for parameter: PropertyDeclaration,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        guard let type = index.resolve(parameter.type)?.withoutNull else { return nil }
        let name = parameter.name.value
        switch type {
        case .value: return nil
        case .array(let element) where index.isPlain(element):
            return parameter.objects.map {
                Diagnostic(
                    rule: SchemaRule.invalidParameter,
                    "the parameter '\(name)' is an array, so `objects:` says nothing of it",
                    at: $0.range,
                    hint: "drop it, or write `arrays:`"
                )
            }
        case _ where index.isPlain(type):
            let (key, range) =
                parameter.arrays.map { ("arrays", $0.range) }
                ?? parameter.objects.map { ("objects", $0.range) } ?? ("", nil)
            return range.map {
                Diagnostic(
                    rule: SchemaRule.invalidParameter,
                    "the parameter '\(name)' is a single value, so `\(key):` says nothing of it",
                    at: $0,
                    hint: "drop it"
                )
            }
        default:
            return Diagnostic(
                rule: SchemaRule.invalidParameter,
                "expected text, a number, a date or an enum, or an array of these, or a value, for the "
                    + "parameter '\(name)'",
                at: parameter.type.range,
                hint: "what has more structure goes into the `body:`"
            )
        }
    }
}
