import TestSupport

/// Edits a schema like a person, and records what must never be lost.
struct PersonalEdit {
    /// Hand-written texts, each of which must stay in the schema.
    private(set) var markers: Set<String> = []
    /// The types set by the person, by property name.
    private(set) var types: [String: String] = [:]
    private var next = 0

    /// Makes one edit; the schema stays valid.
    mutating func edit(_ text: inout String, using random: inout SeededGenerator) {
        next += 1
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let before = (markers, types)
        switch random.number(in: 0...8) {
        case 0, 1: comment(&lines, using: &random)
        case 2: remark(&lines, using: &random)
        case 3: addDeclaration(&lines)
        case 4: addProperty(&lines, using: &random)
        case 5: rename(&lines, using: &random)
        case 6: layOutInBlocks(&lines, using: &random)
        case 7: removeProperty(&lines, using: &random)
        default: retype(&lines, using: &random)
        }
        let edited = lines.joined(separator: "\n")
        guard ImportHistory.mistakes(of: edited).isEmpty else {
            (markers, types) = before
            return
        }
        text = edited
        // Removed declarations may be lost.
        markers = markers.filter { edited.contains($0) }
        types = types.filter { type in
            lines.contains { line in
                let text = line.drop { $0 == " " }
                return text.hasPrefix(type.key + ":") || text.hasPrefix(type.key + "?:")
            }
        }
    }

    // MARK: - Edits

    private mutating func comment(_ lines: inout [String], using random: inout SeededGenerator) {
        guard let index = keyLines(lines).randomElement(using: &random) else { return }
        lines.insert(lines[index].blanks + "# \(mark("my comment"))", at: index)
    }

    private mutating func remark(_ lines: inout [String], using random: inout SeededGenerator) {
        let free = keyLines(lines).filter { !lines[$0].contains("#") }
        guard let index = free.randomElement(using: &random) else { return }
        lines[index] += "  # \(mark("my remark"))"
    }

    private mutating func addDeclaration(_ lines: inout [String]) {
        let name = mark("Mine")
        let declaration = ["  \(name):", "    properties: { note: String }"]
        if let index = lines.firstIndex(of: "values:") {
            lines.insert(contentsOf: declaration, at: index + 1)
        } else {
            lines.insert(contentsOf: ["", "values:"] + declaration, at: lines.count - 1)
        }
    }

    private mutating func addProperty(_ lines: inout [String], using random: inout SeededGenerator)
    {
        let places = lines.indices.filter { lines[$0].contains("properties: {") }
        if let index = places.randomElement(using: &random) {
            let place = lines[index].firstRange(of: "properties: {")
            if let place {
                lines[index].insert(contentsOf: " \(mark("mine"))?: Int,", at: place.upperBound)
            }
            return
        }
        let blocks = lines.indices.filter { lines[$0].hasSuffix("    properties:") }
        guard let index = blocks.randomElement(using: &random) else { return }
        lines.insert(lines[index].blanks + "  \(mark("mine"))?: Int", at: index + 1)
    }

    private mutating func rename(_ lines: inout [String], using random: inout SeededGenerator) {
        let names = lines.compactMap { line in
            line.hasPrefix("  Thing") && line.hasSuffix(":")
                ? String(line.dropFirst(2).dropLast()) : nil
        }
        guard let name = names.randomElement(using: &random) else { return }
        let other = mark("MyThing")
        lines = lines.map { line in
            line.hasPrefix("#") || line.contains(" # ")
                ? line : line.replacing(word: name, with: other)
        }
    }

    private func layOutInBlocks(_ lines: inout [String], using random: inout SeededGenerator) {
        let places = lines.indices.filter {
            lines[$0].contains("properties: { ") && lines[$0].hasSuffix(" }")
                && !lines[$0].contains(": {")
                || lines[$0].hasPrefix("    properties: { ") && lines[$0].hasSuffix(" }")
        }
        guard let index = places.randomElement(using: &random) else { return }
        let inner = lines[index].blanks + "  "
        let body = lines[index].dropFirst(lines[index].blanks.count + "properties: { ".count)
            .dropLast(2)
        guard !body.contains("{"), !body.contains("\"") else { return }
        let parts = body.split(separator: ",").map { inner + $0.drop { $0 == " " } }
        lines.replaceSubrange(index...index, with: [lines[index].blanks + "properties:"] + parts)
    }

    private func removeProperty(_ lines: inout [String], using random: inout SeededGenerator) {
        let places = lines.indices.filter { lines[$0].drop { $0 == " " }.hasPrefix("someValue") }
        guard let index = places.randomElement(using: &random) else { return }
        lines.remove(at: index)
    }

    private mutating func retype(_ lines: inout [String], using random: inout SeededGenerator) {
        let places = lines.indices.filter { lines[$0].drop { $0 == " " }.hasPrefix("someValue") }
        guard let index = places.randomElement(using: &random), !lines[index].contains("{") else {
            return
        }
        let line = lines[index]
        guard let colon = line.firstIndex(of: ":") else { return }
        let name = line[..<colon].drop { $0 == " " }.filter { $0 != "?" }
        let type = ["Int16", "UInt8", "Float"][next % 3]
        let rest = line.firstRange(of: "  #").map { line[$0.lowerBound...] } ?? ""
        lines[index] = "\(line[...colon]) { type: \(type), doc: \(mark("my doc")) }\(rest)"
        types[name] = type
    }

    // MARK: - Places

    private mutating func mark(_ title: String) -> String {
        let text = "\(title)\(next)x"
        markers.insert(text)
        return text
    }

    private func keyLines(_ lines: [String]) -> [Int] {
        lines.indices.filter { index in
            let line = lines[index]
            return line.hasPrefix(" ") && !line.drop { $0 == " " }.hasPrefix("#")
                && line.contains(":")
        }
    }
}

extension String {
    fileprivate var blanks: String { String(prefix { $0 == " " }) }

    fileprivate func replacing(word: String, with other: String) -> String {
        var result = ""
        var rest = self[...]
        while let range = rest.firstRange(of: word) {
            let isWhole =
                !(rest[..<range.lowerBound].last?.isPartOfName ?? false)
                && !(rest[range.upperBound...].first?.isPartOfName ?? false)
            result += rest[..<range.lowerBound] + (isWhole ? other : word)
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}

extension Character {
    fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" }
}
