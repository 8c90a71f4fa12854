/// The results for the schemas of a draft.
struct SuiteTally {
    private(set) var schemas = 0
    private(set) var declared = 0
    private(set) var accepted = 0
    private(set) var excused = 0
    private(set) var refused = 0
    private(set) var reported: [String: Int] = [:]
    private(set) var faults: [String] = []

    /// Adds a schema with its instances.
    mutating func add(_ outcome: SuiteGroup.Outcome) {
        schemas += 1
        declared += outcome.isDeclared ? 1 : 0
        accepted += outcome.accepted
        excused += outcome.excused
        refused += outcome.refused
        for rule in outcome.rules { reported[rule, default: 0] += 1 }
        faults += outcome.faults
    }

    /// The counts in one line.
    var text: String {
        let rules = reported.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return
            "\(schemas) schemas, \(declared) with declarations; of the valid instances \(accepted) are "
            + "accepted and \(excused) refused with a reason, of the others \(refused) refused; reported: "
            + rules.joined(separator: ", ")
    }
}
