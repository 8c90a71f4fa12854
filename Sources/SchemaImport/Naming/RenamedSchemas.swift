/// The user's renames of schemas and operations, and their effects.
struct RenamedSchemas {
    private let names: [String: String]
    /// The names in the document that were renamed.
    private(set) var used: Set<String> = []
    /// The names in the document that could be renamed, in order.
    private(set) var known: [String] = []
    /// The requested names that are taken.
    private(set) var clashes: Set<String> = []

    init(_ names: [String: String] = [:]) {
        self.names = names
    }

    /// The user's name for a name in the document.
    mutating func name(for wanted: String, _ identity: String? = nil) -> String? {
        let candidates = [identity, wanted, NameTable.typeName(wanted)].compactMap(\.self)
        known += candidates
        guard let old = candidates.first(where: { names[$0] != nil }) else { return nil }
        used.insert(old)
        return names[old]
    }

    /// Records the name used instead of the requested one.
    mutating func note(_ name: String, wanted: String, isRenamed: Bool) {
        guard !names.isEmpty, let type = NameTable.typeName(wanted), type != name else { return }
        let isGiven = names.values.contains { NameTable.typeName($0) == type }
        if isRenamed || isGiven { clashes.insert(type) }
    }
}
