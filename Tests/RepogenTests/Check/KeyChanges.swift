import Testing

/// Schemas with a change of one key, and what `check` reports for each.
struct KeyChanges: CustomTestStringConvertible, Sendable {
    /// One change of a schema.
    struct Change: Sendable {
        let name: String
        /// The values of the placeholders, before and after.
        let old: [String]
        let new: [String]
        /// The reported effects, of all files.
        let meaning: [String]

        init(_ name: String, _ old: String, _ new: String, _ meaning: String...) {
            self.name = name
            self.old = old.split(separator: "¦", omittingEmptySubsequences: false).map(String.init)
            self.new = new.split(separator: "¦", omittingEmptySubsequences: false).map(String.init)
            self.meaning = meaning
        }
    }

    let testDescription: String
    /// The schema, with `<>` for the changes.
    let schema: String
    let changes: [Change]

    /// The schema with its placeholders replaced.
    func schema(_ parts: [String]) -> String {
        parts.reduce("repogen: 1\n" + schema + "\n") { text, part in
            guard let gap = text.firstRange(of: "<>") else { return text }
            return text[..<gap.lowerBound] + part + text[gap.upperBound...]
        }
    }

    static let all = [
        properties, entities, identities, apis, enums, scalars, unions, values, endpoints,
        operations, repositories, conventionsOfRepositories, conventions, typesOfEndpoints,
        renamedTypes, passedNames, ordersOfParameters, receivedEntities,
    ]
}

extension KeyChanges {
    static let wire = ", changes requests or responses, compatible for callers"
    static let maybe = ", may change requests or responses, compatible for callers"
    static let reading = ", changes how responses are read, compatible for callers"
    static let callers = ", breaking for callers"
    static let conformers = ", breaking for conformers"
    static let andWire = ", and changes requests or responses"
    static let andMaybe = ", and may change requests or responses"
    static let andReading = ", and changes how responses are read"
    static let store = "stored as: "
    static let synchronized = "synchronized as: "
    static let switches = ", breaking for switches"
    static let documentation =
        "no effect on callers, requests or responses: only documentation changes"
}
