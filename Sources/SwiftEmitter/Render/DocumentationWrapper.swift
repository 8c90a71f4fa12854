/// Breaks a line of documentation between words.
enum DocumentationWrapper {
    /// The lines, each starting with `///`.
    static func lines(of line: [UInt8], indentation: Int) -> [[UInt8]] {
        let text = String(decoding: line.dropFirst(3), as: UTF8.self)
        let content = text.drop { $0 == " " }
        let spaces = text.prefix { $0 == " " }.count - 1
        // Code and tables would change their meaning.
        guard spaces < 4, !content.hasPrefix("|"), !content.hasPrefix("```") else { return [line] }
        let words = content.split(separator: " ")
        let marker = words.first.map { $0.isListMarker ? $0.count + 1 : 0 } ?? 0
        let width = LayoutWriter.columns - indentation - 3
        var lines: [String] = []
        var current = String(repeating: " ", count: max(spaces, 0) + 1)
        let continuation = String(repeating: " ", count: max(spaces, 0) + 1 + marker)
        var isEmpty = true
        var length = current.count
        for unit in units(words) {
            let unitLength = unit.count
            if !isEmpty, length + 1 + unitLength > width {
                lines.append(current)
                current = continuation
                length = continuation.count
                isEmpty = true
            }
            if !isEmpty { current += " " }
            current += unit
            length += unitLength + (isEmpty ? 0 : 1)
            isEmpty = false
        }
        lines.append(current)
        return lines.map { Array("///\($0)".utf8) }
    }

    /// The words; a word that would start a list or a heading is joined with the word before it.
    private static func units(_ words: [Substring]) -> [String] {
        var units: [String] = []
        for word in words {
            if !units.isEmpty, word.isBlockMarker {
                // In place: copies would take quadratic time on a line of such words.
                units[units.count - 1].append(" ")
                units[units.count - 1].append(contentsOf: word)
            } else {
                units.append(String(word))
            }
        }
        return units
    }
}

extension Substring {
    /// Whether the word starts a list item.
    fileprivate var isListMarker: Bool {
        if self == "-" || self == "*" || self == "+" { return true }
        return (last == "." || last == ")") && count > 1 && count <= 10
            && dropLast().allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Whether the word has a special meaning at the start of a Markdown line.
    fileprivate var isBlockMarker: Bool {
        guard let first else { return false }
        return isListMarker || "#>=|".contains(first)
            || ["--", "__", "**", "```", "~~~"].contains(where: hasPrefix)
    }
}
