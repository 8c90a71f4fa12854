import SchemaLanguage

/// Finds renamed declarations, and applies their names to a schema of the document.
struct RenamedDeclarations {
    /// The names in the schema, by those in the document.
    private(set) var names: [String: String] = [:]

    /// The minimum similarity of a structure and its renamed version.
    private static let leastLikeness = 0.6

    /// Finds the names.
    ///
    /// - Parameters:
    ///   - base: The schema of the last import.
    ///   - ours: The current schema.
    ///   - theirs: The new schema of the document.
    ///   - known: The names found by earlier imports.
    ///   - others: The other schemas, to which declarations may have been moved.
    init(
        base: DeclarationTable,
        ours: DeclarationTable,
        theirs: DeclarationTable,
        known: [String: String],
        others: OtherSchemas
    ) {
        let gone = base.names.filter { ours[$0] == nil }
        for name in gone {
            guard let other = known[name], base[other] == nil else { continue }
            if ours[other] != nil || others[other] != nil { names[name] = other }
        }
        var taken = Set(names.values)
        for name in gone where names[name] == nil {
            guard let former = base[name] else { continue }
            let candidates = ours.names.filter {
                base[$0] == nil && theirs[$0] == nil && !taken.contains($0)
                    && ours[$0]?.section == former.section
            }
            let likeness = candidates.map { candidate in
                ours[candidate].map { Self.likeness(former.entry, $0.entry) } ?? 0
            }
            guard let best = likeness.max(), best >= Self.leastLikeness,
                likeness.filter({ $0 == best }).count == 1,
                let index = likeness.firstIndex(of: best)
            else { continue }
            // It was moved, not renamed.
            if let moved = others[name], Self.likeness(former.entry, moved.entry) >= best {
                continue
            }
            names[name] = candidates[index]
            taken.insert(candidates[index])
        }
        // An edited or renamed endpoint keeps its name when the document renames the operation.
        var kept: Set<String> = []
        for name in theirs.names where base[name] == nil && ours[name] == nil {
            guard let new = theirs[name], new.section == .endpoints else { continue }
            let edited = base.names.compactMap { former -> String? in
                let own = names[former] ?? former
                guard theirs[former] == nil, !kept.contains(own), let mine = ours[own],
                    let before = base[former], before.section == .endpoints,
                    own != former || mine.entry.value.meaning != before.entry.value.meaning,
                    Self.likeness(before.entry, new.entry) >= 0.9
                else { return nil }
                return own
            }
            guard edited.count == 1 else { continue }
            names[name] = edited[0]
            kept.insert(edited[0])
        }
    }

    /// Takes known names.
    init(_ names: [String: String]) {
        self.names = names
    }

    /// A schema with the names of the renamed declarations.
    func applied(to schema: SchemaMapping) -> SchemaMapping {
        guard !names.isEmpty else { return schema }
        var schema = schema
        for place in schema.entries.indices {
            let isSection = DeclarationTable.Section(rawValue: schema.entries[place].key) != nil
            guard isSection, case .mapping(var section) = schema.entries[place].value else {
                continue
            }
            let root = Vocabulary.schema.place.value(of: schema.entries[place].key)
            for index in section.entries.indices {
                let name = section.entries[index].key
                section.entries[index].key = names[name] ?? name
                section.entries[index].value = renamed(
                    section.entries[index].value,
                    at: root.value(of: name)
                )
            }
            schema.entries[place].value = .mapping(section)
        }
        return schema
    }

    private func renamed(_ node: SchemaNode, at place: Vocabulary.Place) -> SchemaNode {
        switch node {
        case .literal: return node
        case .text(let text): return place.hasReferences ? .text(renamed(text)) : node
        case .sequence(let elements):
            return .sequence(elements.map { renamed($0, at: place.element) })
        case .mapping(var mapping):
            for index in mapping.entries.indices {
                let entry = mapping.entries[index]
                mapping.entries[index].value = renamed(entry.value, at: place.value(of: entry.key))
            }
            return .mapping(mapping)
        }
    }

    private func renamed(_ text: String) -> String {
        let (type, value) = DeclarationNames.parts(of: text)
        var result = ""
        for word in DeclarationNames.words(in: type) {
            result +=
                word.isName ? names[String(word.text)] ?? String(word.text) : String(word.text)
        }
        return result + value
    }

    /// The similarity of two declarations, from 0 to 1.
    private static func likeness(_ one: SchemaEntry, _ other: SchemaEntry) -> Double {
        if one.value.meaning == other.value.meaning { return 1 }
        // Requests with the same method and path are the same.
        let methods = ["get", "post", "put", "patch", "delete", "head", "options"]
        for method in methods {
            if let path = one.value[method] { return path == other.value[method] ? 0.9 : 0 }
        }
        let members = ["properties", "cases", "operations"]
        let (mine, yours) = (Self.names(one.value, members), Self.names(other.value, members))
        guard !mine.isEmpty || !yours.isEmpty else { return 0 }
        return Double(mine.intersection(yours).count) / Double(mine.union(yours).count)
    }

    private static func names(_ node: SchemaNode, _ keys: [String]) -> Set<String> {
        var names: Set<String> = []
        for key in keys {
            switch node[key] {
            case .mapping(let mapping): names.formUnion(mapping.entries.map(wireName))
            case .sequence(let elements): names.formUnion(elements.compactMap(\.scalarText))
            default: break
            }
        }
        return names
    }

    /// The key of a property or a case, regardless of its style; a renamed one declares its key.
    private static func wireName(_ entry: SchemaEntry) -> String {
        let name = entry.value["key"]?.scalarText ?? entry.name
        return name.letters.isEmpty ? name : name.letters
    }

    // MARK: - References

    /// The names of entities in a declaration: that of a repository, and those of referenced
    /// identities.
    static func entities(in declaration: DeclarationTable.Declaration) -> [String] {
        let own = declaration.entry.value["entity"]?.scalarText.map { [$0] } ?? []
        return own + names(in: declaration, of: DeclarationNames.identities).sorted()
    }

    /// The possible names of declarations in a declaration.
    static func references(in declaration: DeclarationTable.Declaration) -> Set<String> {
        names(in: declaration) { text in
            Set(DeclarationNames.words(in: text).filter(\.isName).map { String($0.text) })
        }
    }

    /// The names in all types of a declaration.
    private static func names(
        in declaration: DeclarationTable.Declaration,
        of names: (Substring) -> Set<String>
    ) -> Set<String> {
        func found(_ node: SchemaNode, _ place: Vocabulary.Place) -> Set<String> {
            switch node {
            case .literal: []
            case .text(let text):
                place.hasReferences ? names(DeclarationNames.parts(of: text).type) : []
            case .sequence(let elements):
                elements.reduce(into: []) { $0.formUnion(found($1, place.element)) }
            case .mapping(let mapping):
                mapping.entries.reduce(into: []) {
                    $0.formUnion(found($1.value, place.value(of: $1.key)))
                }
            }
        }
        let section = Vocabulary.schema.place.value(of: declaration.section.rawValue)
        return found(declaration.entry.value, section.value(of: declaration.entry.key))
    }
}

/// The tokens of a type, for example `[Pet.ID]?`.
enum DeclarationNames {
    /// A name, or the text between two names.
    struct Word {
        var text: Substring
        /// Whether it can be the name of a declaration.
        var isName: Bool
    }

    /// The type in a text, and the rest: its default value.
    static func parts(of text: String) -> (type: Substring, value: Substring) {
        let end = text.firstIndex(of: "=") ?? text.endIndex
        return (text[..<end], text[end...])
    }

    /// The names before `.ID`.
    static func identities(in text: Substring) -> Set<String> {
        let words = words(in: text)
        var names: Set<String> = []
        for index in words.indices.dropLast(2)
        where words[index].isName && words[index + 1].text == "." && words[index + 2].text == "ID" {
            names.insert(String(words[index].text))
        }
        return names
    }

    static func words(in text: Substring) -> [Word] {
        var words: [Word] = []
        var rest = text
        while let first = rest.first {
            let isWord = first.isLetter || first == "_"
            let isPart = { (character: Character) in
                character.isLetter || character.isNumber || character == "_"
            }
            let word = isWord ? rest.prefix(while: isPart) : rest.prefix(1)
            let follows = words.last?.text
            words.append(Word(text: word, isName: isWord && follows != "." && first.isUppercase))
            rest = rest[word.endIndex...]
        }
        return words
    }
}
