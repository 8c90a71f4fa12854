import SchemaLanguage

/// Translates what comes back by status into an enumeration with a case for each.
///
/// ```swift
/// public enum Response: StatusResponse {
///     case ok(User)
///     case noContent
/// ```
struct OutcomeTranslator {
    let access: String
    let types: TypeTranslator

    func translate(_ outcomes: [CheckedEndpoint.Outcome]) -> Block {
        var block = Block(capacity: outcomes.count * 4 + 12)
        block.line("/// What comes back, by status.")
        let conformance = types.names.foreign("StatusResponse")
        block.line(access, "enum Response: ", conformance, " {")
        for outcome in outcomes {
            let name = StatusNames.name(of: outcome.status)
            let value = outcome.type.map { "(\(types.type($0)))" } ?? ""
            block.line("    /// The status \(outcome.status).")
            block.line("    case ", name, value)
        }
        block.line("")
        block.line("    /// Reads what comes back with a status.")
        block.line("    ", access, "init(status: Int, bytes: Data) throws(JSONError) {")
        block.line("        switch status {")
        for outcome in outcomes {
            let name = StatusNames.name(of: outcome.status)
            let value = outcome.type.map { "(try \(types.type($0))(jsonData: bytes))" } ?? ""
            block.line("        case \(outcome.status): self = .", name, value)
        }
        let statuses = outcomes.map { "\($0.status)" }.joined(separator: ", ")
        block.line("        default: throw Self.undeclared(status, among: [", statuses, "])")
        block.line("        }")
        block.line("    }")
        block.line("}")
        return block
    }
}
