import SchemaLanguage

/// Finds renamed declarations, and applies their names to a schema of the document.
struct RenamedDeclarations {
    /// The names in the schema, by those in the document.
    private(set) var names: [String: String] = [:]

    /// The minimum similarity of a structure and its renamed version.
    private static let leastLikeness = 0.6
    /// The keys whose values contain no names of declarations.
    private static let otherKeys: Set<String> = [
        "doc", "deprecated", "key", "was", "path", "get", "post", "put", "patch", "delete", "head",
        "options",
        "baseURL", "example", "default", "tag", "swift", "import", "format", "header",
        "cookie",
        "environment", "timeout", "conventions",
    ]

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
            for index in section.entries.indices {
                let name = section.entries[index].key
                section.entries[index].key = names[name] ?? name
                section.entries[index].value = renamed(
                    section.entries[index].value,
                    under: schema.entries[place].key
                )
            }
            schema.entries[place].value = .mapping(section)
        }
        return schema
    }

    private func renamed(_ node: SchemaNode, under key: String?) -> SchemaNode {
        switch node {
        case .literal: return node
        case .text(let text): return .text(renamed(text))
        case .sequence(let elements): return .sequence(elements.map { renamed($0, under: nil) })
        case .mapping(var mapping):
            for index in mapping.entries.indices {
                let entry = mapping.entries[index]
                guard Self.mayRefer(entry, under: key) else { continue }
                let inner = Self.hasNames(key) ? nil : entry.key
                mapping.entries[index].value = renamed(entry.value, under: inner)
            }
            return .mapping(mapping)
        }
    }

    private func renamed(_ text: String) -> String {
        var result = ""
        for word in DeclarationNames.words(in: text) {
            result +=
                word.isName ? names[String(word.text)] ?? String(word.text) : String(word.text)
        }
        return result
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

    private static let keysOfProperties = Vocabulary.schema.keysOfProperties

    /// Whether the keys in the value of a key are names, for example of properties.
    private static func hasNames(_ key: String?) -> Bool {
        key.map(keysOfProperties.contains) ?? false
    }

    /// Whether the value of an entry may contain names of declarations.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - key: The key whose value contains it, or the section of a declaration; nil if unknown or
    ///     a name.
    /// - Returns: Whether it may.
    private static func mayRefer(_ entry: SchemaEntry, under key: String?) -> Bool {
        if hasNames(key) { return true }
        // Lists of cases contain only case names; the cases of an enum have values, not types.
        let isOfEnum = key == DeclarationTable.Section.enums.rawValue
        if entry.key == "cases", isOfEnum || !entry.value.isMapping { return false }
        return entry.value.isMapping && hasNames(entry.key) || !otherKeys.contains(entry.key)
    }

    /// The names of entities in a declaration: that of a repository, and those of referenced
    /// identities.
    static func entities(in node: SchemaNode) -> [String] {
        let own = node["entity"]?.scalarText.map { [$0] } ?? []
        return own + names(in: node, of: DeclarationNames.identities).sorted()
    }

    /// The possible names of declarations in a value.
    static func references(in node: SchemaNode) -> Set<String> {
        names(in: node) { text in
            Set(DeclarationNames.words(in: text).filter(\.isName).map { String($0.text) })
        }
    }

    /// The names in all texts of a node that may contain names of declarations.
    private static func names(
        in node: SchemaNode,
        under key: String? = nil,
        of text: (String) -> Set<String>
    ) -> Set<String> {
        switch node {
        case .literal: []
        case .text(let value): text(value)
        case .sequence(let elements):
            elements.reduce(into: []) { $0.formUnion(names(in: $1, of: text)) }
        case .mapping(let mapping):
            mapping.entries.reduce(into: []) { found, entry in
                guard mayRefer(entry, under: key) else { return }
                let inner = hasNames(key) ? nil : entry.key
                found.formUnion(names(in: entry.value, under: inner, of: text))
            }
        }
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

    /// The names before `.ID`.
    static func identities(in text: String) -> Set<String> {
        let words = words(in: text)
        var names: Set<String> = []
        for index in words.indices.dropLast(2)
        where words[index].isName && words[index + 1].text == "." && words[index + 2].text == "ID" {
            names.insert(String(words[index].text))
        }
        return names
    }

    static func words(in text: String) -> [Word] {
        var words: [Word] = []
        var rest = text[...]
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
