import SchemaLanguage

/// Merges three versions of an entry: that of the last import, the current one, and the new one of
/// the document.
///
/// A change on one side only is taken over. If both sides changed, the schema wins, and a comment
/// quotes the document. This is the three-way merge of version control, by keys instead of lines.
struct EntryMerge {
    /// The keys whose values are properties by name.
    private let keysOfProperties: Set<String>
    /// The pairs of mutually exclusive keys.
    private let exclusions: Set<Set<String>>
    /// The conflicts so far.
    var conflicts: [SchemaConflict] = []

    private static let goneNote = "No longer in the document."

    init(_ vocabulary: Vocabulary) {
        keysOfProperties = vocabulary.keysOfProperties
        exclusions = vocabulary.exclusions
    }

    // MARK: - Entries

    /// Merges an entry.
    ///
    /// - Parameters:
    ///   - base: The entry of the last import.
    ///   - ours: The entry in the schema.
    ///   - theirs: The new entry of the document.
    ///   - path: The path of keys to it, including its own.
    ///   - isProperty: Whether it is one of several properties.
    /// - Returns: The merged entry; nil if there is none.
    mutating func merged(
        _ base: SchemaEntry?,
        _ ours: SchemaEntry?,
        _ theirs: SchemaEntry?,
        at path: [String],
        isProperty: Bool
    ) -> SchemaEntry? {
        switch (ours, theirs) {
        case (nil, nil): return nil
        case (nil, let theirs?):
            guard let base else { return theirs }
            if !base.means(theirs) {
                note(.goneFromSchema(document: Self.lines(of: theirs)), at: path)
            }
            return nil
        case (let ours?, nil):
            guard let base else { return ours }
            if keysOfProperties.contains(ours.key), ours.value.isMapping {
                return both(base, ours, SchemaEntry(ours.key, .mapping([])), path, isProperty)
            }
            let isUntouched = ours.means(base) && ours.allComments == base.allComments
            if isUntouched { return nil }
            return kept(ours, at: path)
        case (let ours?, let theirs?):
            var entry = both(base, ours, theirs, path, isProperty)
            // With a default, a property is never missing.
            if isProperty, entry?.hasDefault == true { entry?.key = ours.name }
            return entry
        }
    }

    /// An entry that is kept although the document no longer has it.
    mutating func kept(_ ours: SchemaEntry, at path: [String]) -> SchemaEntry {
        note(.goneFromDocument, at: path)
        var result = ours
        result.comments.removeAll { $0 == Self.goneNote }
        result.comments.append(Self.goneNote)
        return result
    }

    /// An entry that is kept although the document has another one, which a comment quotes.
    mutating func kept(
        _ ours: SchemaEntry,
        besides theirs: SchemaEntry,
        at path: [String],
        neededBy user: String? = nil
    ) -> SchemaEntry {
        let document = Self.lines(of: theirs)
        let kind = user.map { SchemaConflict.Kind.stillEntity(for: $0, document: document) }
        note(kind ?? .bothChanged(document: document), at: path)
        var result = ours
        result.note(theirs)
        return result
    }

    /// Notes that another schema has a declaration, if the document added or changed it.
    mutating func skipped(
        _ theirs: SchemaEntry,
        after base: SchemaEntry?,
        for other: OtherSchemas.Declaration
    ) {
        if other.entry.means(theirs) || base?.means(theirs) == true { return }
        let lines = Self.lines(of: theirs)
        note(.declaredElsewhere(path: other.path, document: lines), at: [theirs.name])
    }

    private mutating func both(
        _ base: SchemaEntry?,
        _ ours: SchemaEntry,
        _ theirs: SchemaEntry,
        _ path: [String],
        _ isProperty: Bool
    ) -> SchemaEntry? {
        var result = ours
        let isOptional =
            ours.isOptional == base?.isOptional ? theirs.isOptional : ours.isOptional
        result.key = ours.name + (isOptional ? "?" : "")
        if ours.comments == base?.comments ?? [] { result.comments = theirs.comments }
        if ours.remark == base?.remark { result.remark = theirs.remark }
        let former = base?.value.meaning
        let (mine, new) = (ours.value.meaning, theirs.value.meaning)
        if mine == new || former == new { return result }
        if ours.value.isMapping && theirs.value.isMapping
            || isProperty && (ours.value.isMapping || theirs.value.isMapping)
        {
            if let merged = mappings(base, ours, theirs, path, isProperty) {
                (result.value, result.looseComments) = (merged.value, merged.looseComments)
                if merged.isUndecided { result.note(theirs) }
                // An empty list of properties is kept if it has a comment.
                let isEmpty = result.value.isEmptyMapping && !result.hasComments
                return isEmpty && keysOfProperties.contains(ours.key) ? nil : result
            }
        } else if former == mine {
            result.value = theirs.value
            return result
        } else if let list = Self.list(base?.value, ours.value, theirs.value) {
            result.value = .sequence(list)
            return result
        }
        note(.bothChanged(document: Self.lines(of: theirs)), at: path)
        result.note(theirs)
        return result
    }

    /// The merged value of two mappings, or of a property in short and in long form; nil if they
    /// have mutually exclusive keys.
    private mutating func mappings(
        _ base: SchemaEntry?,
        _ ours: SchemaEntry,
        _ theirs: SchemaEntry,
        _ path: [String],
        _ isProperty: Bool
    ) -> (value: SchemaNode, looseComments: [String], isUndecided: Bool)? {
        let short = path.first == "enums" ? "value" : "type"
        let parts = [base?.value, ours.value, theirs.value].map { value in
            (isProperty ? value?.longForm(short) : value)?.entries ?? []
        }
        let known = conflicts
        let entries = merged(
            parts[0],
            parts[1],
            parts[2],
            at: path,
            areProperties: !isProperty && path.last.map(keysOfProperties.contains) ?? false,
            isPropertyBody: isProperty
        )
        let keys = entries.map(\.key)
        let sides = [parts[1], parts[2]].map { Set($0.map(\.key)) }
        let isContradiction = exclusions.contains { pair in
            pair.isSubset(of: keys) && !sides.contains { pair.isSubset(of: $0) }
        }
        let property = MergedProperty(
            base: parts[0],
            ours: parts[1],
            theirs: parts[2],
            merged: entries
        )
        if isContradiction || isProperty && property.isContradictory {
            conflicts = known
            return nil
        }
        let isUndecided =
            isProperty
            && conflicts[known.count...].contains { conflict in
                guard case .bothChanged = conflict.kind else { return false }
                return conflict.path.count == path.count + 1
            }
        let isShort = isProperty && !(ours.value.isMapping && theirs.value.isMapping)
        if isShort, let only = entries.first, entries.count == 1, only.key == short {
            return (only.value, ours.looseComments + only.allComments, isUndecided)
        }
        // A layout that was not changed follows the document.
        let isChosen = ours.value.isMapping && ours.value.isBlock != base?.value.isBlock
        let layout = isChosen || !theirs.value.isMapping ? ours.value : theirs.value
        let mapping = SchemaMapping(entries, isBlock: layout.isBlock)
        return (.mapping(mapping), ours.looseComments, isUndecided)
    }

    // MARK: - Mappings

    /// The merged entries of a mapping, in the order of the schema.
    mutating func merged(
        _ base: [SchemaEntry],
        _ ours: [SchemaEntry],
        _ theirs: [SchemaEntry],
        at path: [String],
        areProperties: Bool,
        isPropertyBody: Bool = false
    ) -> [SchemaEntry] {
        let renamed = areProperties ? RenamedProperties(base, ours, theirs) : nil
        let theirs = renamed?.theirs ?? theirs
        let old = Self.byName(renamed?.base ?? base)
        let new = Self.byName(theirs)
        let mine = Self.byName(ours)
        var order = ours.map(\.name)
        var results: [String: SchemaEntry] = [:]
        for entry in ours {
            let name = entry.name
            if new[name] == nil, renamed?.names.contains(name) == true {
                // A new name is a change.
                results[name] = kept(entry, at: path + [name])
                continue
            }
            var result = merged(
                old[name],
                entry,
                new[name],
                at: path + [name],
                isProperty: areProperties
            )
            if isPropertyBody { result?.comments = entry.comments }
            results[name] = result
        }
        let names = theirs.map(\.name)
        for entry in theirs where mine[entry.name] == nil {
            let name = entry.name
            guard
                let result = merged(
                    old[name],
                    nil,
                    entry,
                    at: path + [name],
                    isProperty: areProperties
                )
            else { continue }
            results[name] = result
            order.insert(name, asIn: names)
        }
        return order.compactMap { results[$0] }
    }

    private static func byName(_ entries: [SchemaEntry]) -> [String: SchemaEntry] {
        Dictionary(entries.map { ($0.name, $0) }) { first, _ in first }
    }

    // MARK: - Lists and notes

    /// The merged elements; nil if one is not a list, or the lists have nothing in common.
    private static func list(
        _ base: SchemaNode?,
        _ ours: SchemaNode,
        _ theirs: SchemaNode
    ) -> [SchemaNode]? {
        let isList = [base, ours, theirs].contains { node in
            if case .sequence = node { true } else { false }
        }
        guard isList, let old = base?.listed, let mine = ours.listed, let new = theirs.listed else {
            return nil
        }
        let (former, present) = (Set(old.map(\.meaning)), Set(new.map(\.meaning)))
        var result = mine.filter {
            present.contains($0.meaning) || !former.contains($0.meaning)
        }
        var last: Int?
        for element in new {
            if let index = result.firstIndex(where: { $0.meaning == element.meaning }) {
                last = index
            } else if !former.contains(element.meaning) {
                let place = last.map { $0 + 1 } ?? (mine.isEmpty ? 0 : result.count)
                result.insert(element, at: place)
                last = place
            }
        }
        return result.isEmpty ? nil : result
    }

    private mutating func note(_ kind: SchemaConflict.Kind, at path: [String]) {
        conflicts.append(SchemaConflict(path: path, kind: kind))
    }

    /// The lines of an entry in a schema, without comments.
    static func lines(of entry: SchemaEntry) -> [String] {
        var entry = entry
        entry.comments = []
        return SchemaTextWriter(showsEvidence: false).lines(for: entry, indentation: 0)
    }
}

extension SchemaEntry {
    /// Whether a property has a default, in the short or the long form.
    fileprivate var hasDefault: Bool {
        value["default"] != nil || (value["type"] ?? value).scalarText?.contains("=") == true
    }

    /// Adds a comment that quotes the document, replacing an earlier one.
    fileprivate mutating func note(_ document: SchemaEntry) {
        let title = "In the document:"
        let lines = EntryMerge.lines(of: document)
        if let line = lines.first, lines.count == 1 {
            comments.removeAll { $0.hasPrefix(title + " ") }
            comments.append("\(title) \(line)")
        } else if !comments.suffix(lines.count + 1).elementsEqual([title] + lines) {
            comments += [title] + lines
        }
    }
}

extension SchemaNode {
    /// A property or a case in its long form: its mapping, or one with its type or its value.
    func longForm(_ key: String) -> SchemaNode {
        isMapping ? self : .mapping([(key: key, value: self)])
    }

    fileprivate var isEmptyMapping: Bool { isMapping && entries.isEmpty }

    /// Whether it is a mapping with one line per key.
    fileprivate var isBlock: Bool {
        if case .mapping(let mapping) = self { mapping.isBlock } else { false }
    }
}

extension String {
    /// The letters and digits in lower case, which all styles of a key have in common.
    var letters: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}
