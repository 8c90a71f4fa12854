/// The names that an import requests with `--rename`, unlike the last import.
struct RequestedNames {
    /// The new names, by those of the last import.
    let base: RenamedDeclarations
    /// The new names, by those in the schema.
    let ours: RenamedDeclarations
    /// The names of earlier renamed declarations that are still to be followed.
    let known: [String: String]

    /// Finds the names.
    ///
    /// A name that the schema, or another one, already has is not given again.
    ///
    /// - Parameters:
    ///   - new: The new import.
    ///   - last: The last import.
    ///   - schema: The current schema.
    ///   - others: The other schemas of the project.
    init(
        _ new: ImportState,
        after last: ImportState,
        in schema: SchemaMapping,
        besides others: OtherSchemas
    ) {
        let (former, requested) = (last.options.renames, new.options.renames)
        let changed = Set(former.keys).union(requested.keys).filter { former[$0] != requested[$0] }
        guard !changed.isEmpty else {
            (base, ours) = (RenamedDeclarations([:]), RenamedDeclarations([:]))
            known = last.renames
            return
        }
        let (base, theirs) = (DeclarationTable(last.schema), DeclarationTable(new.schema))
        let mine = DeclarationTable(schema)
        let gone = base.names.filter { theirs[$0] == nil }
        let added = theirs.names.filter { base[$0] == nil }
        var names: [String: String] = [:]
        for key in changed {
            guard let old = Self.name(former[key] ?? key, among: gone),
                let name = Self.name(requested[key] ?? key, among: added)
            else { continue }
            names[old] = name
            // The names of inline types begin with that of their owner.
            for derived in gone where derived != old && derived.hasPrefix(old) {
                let other = name + derived.dropFirst(old.count)
                if added.contains(other) { names[derived] = other }
            }
        }
        names = names.filter { mine[$0.value] == nil && others[$0.value] == nil }
        let edited = names.map { (last.renames[$0.key] ?? $0.key, $0.value) }
        self.base = RenamedDeclarations(names)
        ours = RenamedDeclarations(Dictionary(edited) { first, _ in first })
        known = last.renames.filter { names[$0.key] == nil }
    }

    /// The only name with the letters and digits of another one, which may be in another style.
    private static func name(_ wanted: String, among names: [String]) -> String? {
        if names.contains(wanted) { return wanted }
        let found = names.filter { $0.letters == wanted.letters }
        return found.count == 1 ? found[0] : nil
    }
}
