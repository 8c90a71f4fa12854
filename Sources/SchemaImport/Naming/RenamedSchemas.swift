/// The names that the user gives to schemas and operations, and what has become of them.
struct RenamedSchemas {
    private let names: [String: String]
    /// The names of the document that the user renamed, of those that were met.
    private(set) var used: Set<String> = []
    /// The names of the document that could be renamed, in order.
    private(set) var known: [String] = []
    /// The names that the user gave and that something else has.
    private(set) var clashes: Set<String> = []

    init(_ names: [String: String] = [:]) {
        self.names = names
    }

    /// The name that the user gives to what the document calls so.
    mutating func name(for wanted: String, _ identity: String? = nil) -> String? {
        let candidates = [identity, wanted, NameTable.typeName(wanted)].compactMap(\.self)
        known += candidates
        guard let old = candidates.first(where: { names[$0] != nil }) else { return nil }
        used.insert(old)
        return names[old]
    }

    /// Notes the name that was taken instead of the wanted one.
    mutating func note(_ name: String, wanted: String, isRenamed: Bool) {
        guard !names.isEmpty, let type = NameTable.typeName(wanted), type != name else { return }
        let isGiven = names.values.contains { NameTable.typeName($0) == type }
        if isRenamed || isGiven { clashes.insert(type) }
    }
}
