import Testing

/// Schemas of which one key becomes another, and what `check` says of each.
struct KeyChanges: CustomTestStringConvertible, Sendable {
    /// One change of a schema.
    struct Change: Sendable {
        let name: String
        /// What stands in the gaps of the schema before, and after.
        let old: [String]
        let new: [String]
        /// The lines that say what it means, of all files.
        let meaning: [String]

        init(_ name: String, _ old: String, _ new: String, _ meaning: String...) {
            self.name = name
            self.old = old.split(separator: "¦", omittingEmptySubsequences: false).map(String.init)
            self.new = new.split(separator: "¦", omittingEmptySubsequences: false).map(String.init)
            self.meaning = meaning
        }
    }

    let testDescription: String
    /// The schema, with `<>` where changes stand.
    let schema: String
    let changes: [Change]

    /// The schema with its gaps filled.
    func schema(_ parts: [String]) -> String {
        parts.reduce("repogen: 1\n" + schema + "\n") { text, part in
            guard let gap = text.firstRange(of: "<>") else { return text }
            return text[..<gap.lowerBound] + part + text[gap.upperBound...]
        }
    }

    static let all = [
        properties, entities, identities, apis, enums, scalars, unions, values, endpoints,
        operations, repositories, conventionsOfRepositories, conventions, typesOfEndpoints,
        renamedTypes, passedNames, ordersOfParameters,
    ]
}

extension KeyChanges {
    static let wire = ", changes what goes over the wire, and nothing for callers"
    static let maybe = ", may change what goes over the wire, and nothing for callers"
    static let reading = ", changes what is read, and nothing for callers"
    static let callers = ", breaking for callers"
    static let conformers = ", breaking for conformers"
    static let andWire = ", and changes what goes over the wire"
    static let andMaybe = ", and may change what goes over the wire"
    static let andReading = ", and changes what is read"
    static let store = "how the local store keeps it: "
    static let synchronized = "how it is synchronized: "
    static let switches = ", breaking for switches"
    static let documentation = "the same for callers and on the wire: only documentation changes"
}
