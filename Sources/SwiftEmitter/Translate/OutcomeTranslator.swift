import SchemaLanguage

/// Translates the responses by status into an enumeration with a case for each.
///
/// ```swift
/// public enum Response: StatusResponse {
///     case ok(User)
///     case noContent
/// ```
///
/// If not all of them are JSON, the response itself is decoded, by a runtime type for each status.
struct OutcomeTranslator {
    let access: String
    let types: TypeTranslator

    private var media: MediaTranslator { MediaTranslator(types: types) }

    func translate(_ outcomes: [CheckedEndpoint.Outcome]) -> Block {
        var block = Block(capacity: outcomes.count * 4 + 12)
        block.line("/// The response, by status.")
        let conformance = types.names.foreign("StatusResponse")
        block.line(access, "enum Response: ", conformance, " {")
        for outcome in outcomes {
            let name = StatusNames.name(of: outcome.status)
            let value = outcome.type.map { "(\(types.type($0)))" } ?? ""
            block.line("    /// The status \(outcome.status).")
            block.line("    case ", name, value)
        }
        let required = outcomes.filter { $0.media.form != .json }
            .compactMap { outcome in
                outcome.media.mediaType.map { "\(outcome.status): \(StringLiteral.literal($0))" }
            }
        if !required.isEmpty {
            let elements = required.joined(separator: ", ")
            block.line("")
            block.line("    /// The media types that the response must have, by status.")
            block.line("    ", access, "static let media: [Int: String] = [", elements, "]")
        }
        block.line("")
        if outcomes.allSatisfy({ $0.media.form == .json }) {
            addReading(outcomes, to: &block)
        } else {
            addReadingByMedia(outcomes, to: &block)
        }
        block.line("}")
        return block
    }

    private func addReading(_ outcomes: [CheckedEndpoint.Outcome], to block: inout Block) {
        block.line("    /// Decodes the body of a response with a status.")
        block.line("    ", access, "init(status: Int, bytes: Data) throws(JSONError) {")
        addCases(outcomes, of: "status", to: &block) { _, type in "\(type)(jsonData: bytes)" }
    }

    private func addReadingByMedia(
        _ outcomes: [CheckedEndpoint.Outcome],
        to block: inout Block
    ) {
        let response = types.names.foreign("NetworkingResponse")
        let path = types.names.foreign("JSONKeyPath")
        block.line("    /// Decodes a response by its status.")
        block.line(
            "    ",
            access,
            "init(_ response: \(response), at path: \(path)) throws(JSONError) {"
        )
        addCases(outcomes, of: "response.status", to: &block) { outcome, _ in
            "\(media.response(of: outcome) ?? "")(response, at: path).result"
        }
        block.line("")
        block.line("    /// Decodes the body of a response with a status.")
        block.line("    ", access, "init(status: Int, bytes: Data) throws(JSONError) {")
        block.line("        try self.init(\(response)(status: status, body: bytes), at: [])")
        block.line("    }")
    }

    /// The rest of an initializer: the decoding of each status.
    private func addCases(
        _ outcomes: [CheckedEndpoint.Outcome],
        of status: String,
        to block: inout Block,
        reading: (CheckedEndpoint.Outcome, String) -> String
    ) {
        block.line("        switch ", status, " {")
        for outcome in outcomes {
            let name = StatusNames.name(of: outcome.status)
            let value = outcome.type.map { type in
                // Bytes need no decoding.
                let attempt = outcome.media.form == .bytes ? "" : "try "
                return "(\(attempt)\(reading(outcome, types.type(type))))"
            }
            block.line("        case \(outcome.status): self = .", name, value ?? "")
        }
        let statuses = outcomes.map { "\($0.status)" }.joined(separator: ", ")
        block.line("        default: throw Self.undeclared(\(status), among: [", statuses, "])")
        block.line("        }")
        block.line("    }")
    }
}
