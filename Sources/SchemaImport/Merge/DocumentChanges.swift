/// The changes of a document since the last import, as text.
package struct DocumentChanges {
    /// The changes: `Pet.likes: Int → Int?`, `GetPet is new`.
    package private(set) var lines: [String] = []

    /// The maximum length of a value in a line.
    private static let longestValue = 60

    /// Compares two imports.
    package init(from base: SchemaMapping, to theirs: SchemaMapping) {
        let (olds, news) = (DeclarationTable(base), DeclarationTable(theirs))
        compare(
            base.entries.filter { DeclarationTable.Section(rawValue: $0.key) == nil },
            theirs.entries.filter { DeclarationTable.Section(rawValue: $0.key) == nil },
            in: []
        )
        for name in news.names {
            guard let new = news[name] else { continue }
            guard let old = olds[name] else {
                lines.append("\(name) is new")
                continue
            }
            if old.section != new.section {
                lines.append("\(name): \(old.section.rawValue) → \(new.section.rawValue)")
            }
            compare(old.entry.value.entries, new.entry.value.entries, in: [name])
        }
        lines += olds.names.filter { news[$0] == nil }.map { "\($0) was removed" }
    }

    private mutating func compare(_ olds: [SchemaEntry], _ news: [SchemaEntry], in path: [String]) {
        for new in news {
            let place = (path + [new.name]).joined(separator: ".")
            guard let old = olds.first(where: { $0.name == new.name }) else {
                lines.append("\(place) is new")
                continue
            }
            if old.means(new) { continue }
            if old.value.isMapping, new.value.isMapping, old.key == new.key {
                // A property is reported under its name, wherever it is listed.
                let isList = new.key == "properties" || new.key == "cases"
                compare(
                    old.value.entries,
                    new.value.entries,
                    in: isList ? path : path + [new.name]
                )
                continue
            }
            let texts = [old, new].map(Self.text)
            if let before = texts[0], let after = texts[1] {
                lines.append("\(place): \(before) → \(after)")
            } else {
                lines.append("\(place) has changed")
            }
        }
        for old in olds where !news.contains(where: { $0.name == old.name }) {
            lines.append("\((path + [old.name]).joined(separator: ".")) was removed")
        }
    }

    /// The value on one line, with the `?` of a key; nil if it is too long.
    private static func text(of entry: SchemaEntry) -> String? {
        let lines = EntryMerge.lines(of: SchemaEntry("x", entry.value))
        guard lines.count == 1, let line = lines.first, !line.contains(": ~"),
            line.count <= longestValue + 1
        else { return nil }
        var value = line.dropFirst(1).drop { $0 == ":" || $0 == " " }
        if value.count > 1, value.first == "\"", value.last == "\"" {
            value = value.dropFirst().dropLast()
        }
        return value + (entry.isOptional ? " (may be missing)" : "")
    }
}
