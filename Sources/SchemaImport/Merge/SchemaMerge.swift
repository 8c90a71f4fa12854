import SchemaLanguage

/// The merge of a new import into an edited schema.
struct SchemaMerge {
    /// The schema, with its comments and its order.
    private(set) var schema: SchemaMapping
    /// The conflicts.
    private(set) var conflicts: [SchemaConflict]
    /// The names of declarations in the schema, by those in the document.
    let renames: [String: String]

    /// Merges an import.
    ///
    /// - Parameters:
    ///   - base: The schema of the last import.
    ///   - ours: The current schema.
    ///   - theirs: The new schema of the document.
    ///   - renames: The renamed declarations found by earlier merges.
    ///   - others: The other schemas of the project.
    init(
        base: SchemaMapping,
        ours: SchemaMapping,
        theirs: SchemaMapping,
        renames: [String: String] = [:],
        others: OtherSchemas
    ) {
        let apis = RenamedAPIs(base: base, ours: ours, theirs: theirs)
        var (base, theirs) = (apis.applied(toBase: base), apis.applied(to: theirs))
        if let spelling = KeptSpelling(base: base, ours: ours, theirs: theirs) {
            (base, theirs) = (spelling.applied(to: base), spelling.applied(to: theirs))
        }
        let mine = DeclarationTable(ours)
        let document = DeclarationTable(theirs)
        let found = RenamedDeclarations(
            base: DeclarationTable(base),
            ours: mine,
            theirs: document,
            known: renames,
            others: others
        )
        let (former, new) = (found.applied(to: base), found.applied(to: theirs))
        var merge = DeclarationMerge(
            base: DeclarationTable(former),
            ours: mine,
            theirs: DeclarationTable(new),
            renamed: Set(found.names.values),
            others: others
        )
        let declarations = merge.merged()
        var entries = merge.entries.merged(
            former.others,
            ours.others,
            new.others,
            at: [],
            areProperties: false
        )
        for section in DeclarationTable.Section.allCases {
            let names = declarations.names(in: section)
            guard !names.isEmpty else { continue }
            let key = section.rawValue
            let written = [ours, new].lazy.compactMap { $0.entries.first { $0.key == key } }.first
            var entry = written ?? SchemaEntry(key, .mapping([]))
            entry.value = .mapping(
                SchemaMapping(names.compactMap { declarations[$0]?.entry }, isBlock: true)
            )
            entries.append(entry)
        }
        let order = ours.entries.map(\.key)
        schema = SchemaMapping(Self.ordered(entries, as: order), isBlock: true)
        conflicts = merge.entries.conflicts
        self.renames = found.names.filter { document[$0.key] != nil }
    }

    /// The entries of a root: existing ones keep their order, and new ones follow the order of the
    /// language.
    private static func ordered(_ entries: [SchemaEntry], as order: [String]) -> [SchemaEntry] {
        let sections = DeclarationTable.Section.allCases.map(\.rawValue)
        let known = entries.map(\.key)
        var keys = order.filter(known.contains)
        for key in known where !keys.contains(key) {
            let place = sections.firstIndex(of: key) ?? -1
            let next = keys.firstIndex { other in
                sections.firstIndex(of: other).map { $0 > place } ?? false
            }
            keys.insert(key, at: next ?? keys.count)
        }
        return keys.compactMap { key in entries.first { $0.key == key } }
    }
}

/// Merges the declarations of the three versions by name, regardless of their sections.
private struct DeclarationMerge {
    let base: DeclarationTable
    let ours: DeclarationTable
    let theirs: DeclarationTable
    /// The names in the schema.
    let renamed: Set<String>
    let others: OtherSchemas
    var entries = EntryMerge(.schema)

    mutating func merged() -> DeclarationTable {
        var results: [String: DeclarationTable.Declaration] = [:]
        var removed: [SchemaConflict] = []
        for name in ours.names + theirs.names.filter({ ours[$0] == nil }) {
            let sides = (base[name], ours[name], theirs[name])
            let section = Self.section(sides.0?.section, sides.1?.section, sides.2?.section)
            let count = entries.conflicts.count
            if sides.1 == nil, let theirs = sides.2, let other = others[name] {
                entries.skipped(theirs.entry, after: sides.0?.entry, for: other)
                continue
            }
            if let ours = sides.1, sides.2 == nil, renamed.contains(name) {
                // A new name is a change, too.
                results[name] = kept(ours, name)
                continue
            }
            if let ours = sides.1, let theirs = sides.2, isAnother(theirs, than: ours, sides.0) {
                let entry = entries.kept(ours.entry, besides: theirs.entry, at: [name])
                results[name] = .init(section: ours.section, entry: entry)
                continue
            }
            let relocated = sides.1.map { ours in
                RelocatedProperties(
                    of: ours.entry,
                    isIdentified: section == .entities && sides.2?.section != .entities,
                    in: self.ours,
                    and: others
                )
            }
            if let theirs = sides.2, let relocated {
                entries.conflicts += relocated.conflicts(sides.0?.entry, theirs.entry)
            }
            var entry = entries.merged(
                sides.0.map { relocated?.removed(from: $0.entry) ?? $0.entry },
                sides.1?.entry,
                sides.2.map { relocated?.removed(from: $0.entry) ?? $0.entry },
                at: [name],
                isProperty: false
            )
            if let ours = sides.1, ours.section != .entities, section == .entities {
                entry?.moveIdentity()
            }
            if let ours = sides.1, let theirs = sides.2, ours.section == .entities,
                section != .entities, entry?.value["id"] != nil
            {
                // The identity was changed in the schema, but removed from the document.
                entries.conflicts.removeSubrange(count...)
                let entry = entries.kept(ours.entry, besides: theirs.entry, at: [name])
                results[name] = .init(section: ours.section, entry: entry)
                continue
            }
            if entry == nil {
                removed += entries.conflicts[count...]
                entries.conflicts.removeSubrange(count...)
            }
            if let section, let entry { results[name] = .init(section: section, entry: entry) }
        }
        restoreReferenced(in: &results)
        entries.conflicts += removed.filter { conflict in
            conflict.path.first.map { results[$0] == nil } ?? true
        }
        return ordered(results)
    }

    /// Whether a declaration of the document only has the name of the one in the schema, or is of
    /// another kind than the edited one: their parts do not fit together.
    private func isAnother(
        _ theirs: DeclarationTable.Declaration,
        than ours: DeclarationTable.Declaration,
        _ base: DeclarationTable.Declaration?
    ) -> Bool {
        guard let base else {
            return theirs.section != ours.section || !theirs.entry.means(ours.entry)
        }
        let sections = Set([ours.section, theirs.section])
        return ours.section == base.section && sections.count > 1
            && !sections.isSubset(of: [.entities, .values])
            && ours.entry.body != base.entry.body
    }

    /// A declaration that is kept although the document no longer has it.
    private mutating func kept(
        _ ours: DeclarationTable.Declaration,
        _ name: String
    ) -> DeclarationTable.Declaration {
        .init(section: ours.section, entry: entries.kept(ours.entry, at: [name]))
    }

    /// Adds referenced declarations again, so that no reference is broken.
    private mutating func restoreReferenced(
        in results: inout [String: DeclarationTable.Declaration]
    ) {
        var pending = (ours.names + theirs.names).filter { results[$0] != nil }
        var next = 0
        var seen: Set<String> = []
        while next < pending.count {
            let user = pending[next]
            next += 1
            guard seen.insert(user).inserted, let declaration = results[user] else { continue }
            for name in RenamedDeclarations.entities(in: declaration)
            where results[name]?.section != .entities {
                guard let former = ours[name], former.section == .entities else { continue }
                results[name] = former
                if let value = theirs[name] {
                    // Changes in the schema need the entity that is now a value.
                    entries.conflicts.removeAll { $0.path.first == name }
                    results[name]?.entry = entries.kept(
                        former.entry,
                        besides: value.entry,
                        at: [name],
                        neededBy: user
                    )
                } else {
                    entries.conflicts.append(
                        SchemaConflict(path: [name], kind: .stillUsed(by: user))
                    )
                }
                // It may have more references than before.
                seen.remove(name)
                pending.append(name)
            }
            for name in RenamedDeclarations.references(in: declaration).sorted()
            where results[name] == nil {
                if let former = ours[name] {
                    results[name] = former
                    entries.conflicts.append(
                        SchemaConflict(path: [name], kind: .stillUsed(by: user))
                    )
                } else if others[name] == nil, let former = theirs[name] {
                    results[name] = former
                    entries.conflicts.append(
                        SchemaConflict(path: [name], kind: .restored(for: user))
                    )
                } else {
                    continue
                }
                pending.append(name)
            }
        }
    }

    private func ordered(
        _ results: [String: DeclarationTable.Declaration]
    ) -> DeclarationTable {
        var table = DeclarationTable()
        for section in DeclarationTable.Section.allCases {
            let isHere = { (name: String) in results[name]?.section == section }
            var names = ours.names(in: section).filter(isHere)
            let order = theirs.names(in: section)
            for name in order where isHere(name) && !names.contains(name) {
                names.insert(name, asIn: order)
            }
            // Parts that were moved in the schema, and are in another place in the document.
            for name in ours.names where isHere(name) && !names.contains(name) {
                names.append(name)
            }
            for name in names {
                if let declaration = results[name] { table.insert(declaration, named: name) }
            }
        }
        return table
    }

    private static func section(
        _ base: DeclarationTable.Section?,
        _ ours: DeclarationTable.Section?,
        _ theirs: DeclarationTable.Section?
    ) -> DeclarationTable.Section? {
        guard let ours else { return theirs }
        guard let theirs else { return ours }
        return ours == base ? theirs : ours
    }
}

extension SchemaEntry {
    /// The entries of a declaration without its documentation, in no order.
    fileprivate var body: SchemaNode {
        .mapping(SchemaMapping(value.entries.filter { $0.key != "doc" })).meaning
    }

    /// Removes the property that is now the identity, and moves its comments there.
    fileprivate mutating func moveIdentity() {
        guard case .mapping(var body) = value,
            let identity = body.entries.firstIndex(where: { $0.key == "id" }),
            let list = body.entries.firstIndex(where: { $0.key == "properties" }),
            case .mapping(var properties) = body.entries[list].value
        else { return }
        let name = body.entries[identity].value["key"]?.scalarText ?? "id"
        guard let index = properties.entries.firstIndex(where: { $0.name == name }) else { return }
        body.entries[identity].comments += properties.entries[index].allComments
        properties.entries.remove(at: index)
        body.entries[list].value = .mapping(properties)
        if properties.entries.isEmpty, !body.entries[list].hasComments {
            body.entries.remove(at: list)
        }
        value = .mapping(body)
    }
}

extension SchemaMapping {
    /// The entries that are not sections of declarations.
    fileprivate var others: [SchemaEntry] {
        entries.filter { DeclarationTable.Section(rawValue: $0.key) == nil }
    }
}
