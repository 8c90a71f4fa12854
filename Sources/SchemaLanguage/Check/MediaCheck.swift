import Diagnostics

/// Checks that a body of strings or bytes declares whether they are JSON.
///
/// In JSON, bytes are Base64 and a string has quotes. Both look like a mistake of the service to an
/// author who meant the raw bytes or the plain text.
struct MediaCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.endpoints.flatMap { endpoint in
            [
                diagnostic(for: endpoint.body, endpoint.bodyMedia, .body, index),
                diagnostic(for: endpoint.response, endpoint.responseMedia, .response, index),
                formWithoutMembers(endpoint.body, endpoint.bodyMedia, .body, index),
                formWithoutMembers(endpoint.response, endpoint.responseMedia, .response, index),
            ].compactMap(\.self)
                + endpoint.outcomes.compactMap {
                    diagnostic(for: $0.type, $0.media, .response, index, isOfStatus: true)
                        ?? formWithoutMembers($0.type, $0.media, .response, index)
                }
        }
    }

    private func diagnostic(
        for type: TypeExpression?,
        _ media: MediaDeclaration?,
        _ parser: BodyParser,
        _ index: SchemaIndex,
        isOfStatus: Bool = false
    ) -> Diagnostic? {
        // Another check reports a nullable response.
        let isNullable = parser.key == "response" && type?.isOptional == true
        guard media == nil, !isNullable, let type, let resolved = index.resolve(type)?.withoutNull,
            case .primitive(let primitive) = resolved, [.string, .data].contains(primitive)
        else { return nil }
        let (meaning, word, other) =
            primitive == .string
            ? ("plain text or a JSON string", "text", "a JSON string")
            : ("bytes or Base64 in JSON", "bytes", "Base64 in JSON")
        let json = "{ json: \(primitive.rawValue) }"
        return Diagnostic(
            rule: parser.rule,
            "a \(parser.key) of \(primitive.rawValue) can be \(meaning)",
            at: type.range,
            hint: isOfStatus
                ? "write `\(word)`, or for \(other) `\(json)`"
                : "write `\(parser.key): \(word)`, or for \(other) `\(parser.key): \(json)`"
        )
    }

    /// A type that becomes fields or parts needs properties.
    private func formWithoutMembers(
        _ type: TypeExpression?,
        _ media: MediaDeclaration?,
        _ parser: BodyParser,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        guard let media, [.form, .multipart].contains(media.form), let type,
            let resolved = index.resolve(type)
        else { return nil }
        switch resolved {
        case .value, .entity, .draft, .patch, .union, .dictionary: return nil
        case .primitive, .enumeration, .scalar, .identity, .array, .nullable:
            return Diagnostic(
                rule: parser.rule,
                "the fields of a \(media.form.rawValue) body are the properties of a value",
                at: type.range,
                hint: parser.key == "body"
                    ? "declare a value, or name the fields: `{ \(media.form.rawValue): { title: String } }`"
                    : "declare a value under `values:`, and write its name"
            )
        }
    }
}

extension EndpointDeclaration {
    /// Whether the request body is JSON.
    var hasJSONBody: Bool { self.bodyMedia.map { $0.form == .json } ?? true }
    /// Whether the response is JSON, for at least one status.
    var hasJSONResponse: Bool {
        self.outcomes.isEmpty
            ? self.responseMedia.isJSON
            : self.outcomes.contains { $0.type == nil || $0.media.isJSON }
    }
    /// Whether an example, of the status 200 if there are several, is JSON.
    var hasJSONExample: Bool {
        self.outcomes.isEmpty ? self.responseMedia.isJSON : plainAnswer?.media.isJSON ?? true
    }
    /// The response with the status 200, if there are several.
    var plainAnswer: Outcome? { self.outcomes.first { $0.status.value == "200" } }
}

extension MediaDeclaration? {
    /// Whether it is JSON, as by default.
    fileprivate var isJSON: Bool { map { $0.form == .json } ?? true }
}
