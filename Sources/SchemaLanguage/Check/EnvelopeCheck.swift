import Diagnostics

/// Checks that a body in an envelope exists.
struct EnvelopeCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.endpoints.flatMap { endpoint -> [Diagnostic] in
            guard endpoint.heading.isWhole else { return [] }
            let wrap = endpoint.body == nil && endpoint.parts.isEmpty ? endpoint.wrap : nil
            let unwrap =
                endpoint.response == nil && endpoint.outcomes.isEmpty ? endpoint.unwrap : nil
            let foreign = [
                endpoint.hasJSONBody ? nil : endpoint.wrap.map { ($0, SchemaRule.invalidBody) },
                endpoint.hasJSONResponse
                    ? nil : endpoint.unwrap.map { ($0, SchemaRule.invalidResponse) },
            ].compactMap(\.self)
            return [
                wrap.map {
                    Diagnostic(
                        rule: SchemaRule.invalidBody,
                        "the endpoint sends no body to wrap",
                        at: $0.range,
                        hint: "declare its type with `body:`, or drop `wrap:`"
                    )
                },
                unwrap.map {
                    Diagnostic(
                        rule: SchemaRule.invalidResponse,
                        "the endpoint has no response to unwrap",
                        at: $0.range,
                        hint: "declare its type with `response:`, or drop `unwrap:`"
                    )
                },
            ].compactMap(\.self)
                + foreign.map { path, rule in
                    Diagnostic(
                        rule: rule,
                        "only JSON has key paths",
                        at: path.range,
                        hint: "drop it"
                    )
                }
        }
    }
}
