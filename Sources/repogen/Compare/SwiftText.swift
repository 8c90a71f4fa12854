// Parses expressions and declarations as text, by their brackets and quotes.
extension StringProtocol {
    /// The comma-separated text between the outermost brackets, and the text before them; nil if
    /// there are none, or something follows.
    var call: (head: String, elements: [String])? {
        guard let (head, elements, rest) = leadingCall, rest.isEmpty else { return nil }
        return (head, elements)
    }

    /// The comma-separated text between the first outermost brackets, the text before and the text
    /// after; nil if there are none.
    var leadingCall: (head: String, elements: [String], rest: String)? {
        guard let opening = firstIndex(where: { "([".contains($0) }) else { return nil }
        let inner = self[opening...].bracketed
        guard inner.count >= 2 else { return nil }
        let elements = String(inner.dropFirst().dropLast()).dividedAtCommas
        return (String(self[..<opening]), elements, String(self[inner.endIndex...]).trimmed)
    }

    /// The name at its start, without backticks.
    var identifier: String {
        String(drop { $0 == "`" }.prefix { !" `.:?(,=".contains($0) })
    }

    /// The number of unclosed brackets, ignoring those in quotes.
    var openedBrackets: Int {
        var depth = 0
        scanOutsideQuotes { _, character in
            if "([".contains(character) { depth += 1 }
            if ")]".contains(character) { depth -= 1 }
            return true
        }
        return depth
    }

    /// The text before and after the first colon outside of brackets and quotes.
    var labelled: (label: String, value: String)? {
        let (label, value) = divided(at: ":")
        return value.map { (label, $0) }
    }

    /// The prefix up to the bracket that closes the first one, if the text starts with a bracket.
    var bracketed: SubSequence {
        var depth = 0
        var end: Index?
        scanOutsideQuotes { index, character in
            if "([{<".contains(character) { depth += 1 }
            // The arrow of a function type closes nothing.
            if ")]}".contains(character) || character == ">" && depth > 0 && !isArrow(at: index) {
                depth -= 1
                if depth == 0 { end = index }
            }
            return end == nil
        }
        return end.map { self[...$0] } ?? self[...]
    }

    /// Visits the characters outside of quotes, with their positions, until the closure returns
    /// false.
    private func scanOutsideQuotes(_ wantsMore: (Index, Character) -> Bool) {
        let scalars = unicodeScalars
        var index = startIndex
        // The number of `#` before the character: they may start a raw string.
        var pounds = 0
        while index < endIndex {
            let scalar = scalars[index]
            if scalar == "\"" {
                index = endOfLiteral(behind: index, pounds)
                pounds = 0
                continue
            }
            pounds = scalar == "#" ? pounds + 1 : 0
            guard wantsMore(index, Character(scalar)) else { return }
            index = scalars.index(after: index)
        }
    }

    /// The index after a string literal, which ends with a quote and as many `#` as it starts with.
    private func endOfLiteral(behind quote: Index, _ pounds: Int) -> Index {
        let scalars = unicodeScalars
        var index = scalars.index(after: quote)
        while index < endIndex {
            let scalar = scalars[index]
            index = scalars.index(after: index)
            // Without `#`, a backslash escapes the next character.
            if scalar == "\\", pounds == 0, index < endIndex {
                index = scalars.index(after: index)
            } else if scalar == "\"" {
                let marks = scalars[index...].prefix(pounds)
                if marks.count == pounds, marks.allSatisfy({ $0 == "#" }) { return marks.endIndex }
            }
        }
        return endIndex
    }

    private func isArrow(at index: Index) -> Bool {
        index > startIndex && self[self.index(before: index)] == "-"
    }

    /// The text before and after a separator outside of brackets and quotes, trimmed.
    func divided(at separator: Character) -> (String, String?) {
        let parts = divided(everywhere: false) { $0 == separator }
        return (parts[0], parts.count > 1 ? parts[1] : nil)
    }

    /// The comma-separated parts outside of brackets and quotes, trimmed and without empty ones.
    var dividedAtCommas: [String] {
        divided(everywhere: true) { $0 == "," }.filter { !$0.isEmpty }
    }

    private func divided(everywhere: Bool, by isSeparator: (Character) -> Bool) -> [String] {
        var parts: [String] = []
        var begin = startIndex
        var depth = 0
        scanOutsideQuotes { index, character in
            if "([{<".contains(character) { depth += 1 }
            if ")]}".contains(character) || character == ">" && !isArrow(at: index) { depth -= 1 }
            if depth == 0, isSeparator(character), everywhere || parts.isEmpty {
                parts.append(self[begin..<index].trimmed)
                begin = self.index(after: index)
            }
            return true
        }
        return parts + [self[begin...].trimmed]
    }

    private var trimmed: String {
        split(separator: " ").joined(separator: " ")
    }
}
