import TestSupport

/// A tree that is written as YAML in one of several equivalent forms.
indirect enum YAMLText {
    /// A scalar without quotes, which must also be legal in brackets.
    case plain(String)
    /// Any text, with quotes if it needs them.
    case text(String)
    /// A text that must not be read as another type.
    case quoted(String)
    case list([YAMLText])
    case map([(key: String, value: YAMLText)])

    /// Returns a mapping as the text of a file.
    ///
    /// - Parameter random: Decides between the forms.
    /// - Returns: The lines of the file.
    func document(_ random: inout SeededGenerator) -> String {
        var lines: [String] = []
        block(&lines, indentation: 0, depth: 0, &random)
        return lines.joined(separator: "\n") + "\n"
    }

    private func block(
        _ lines: inout [String],
        indentation: Int,
        depth: Int,
        _ random: inout SeededGenerator
    ) {
        let margin = String(repeating: " ", count: indentation)
        switch self {
        case .plain, .text, .quoted: lines.append(margin + flow(&random))
        case .list(let elements):
            for element in elements { lines.append("\(margin)- \(element.flow(&random))") }
        case .map(let pairs):
            for (key, value) in pairs {
                let head = margin + Self.scalar(key, &random) + ":"
                if value.isBlock(depth: depth, &random) {
                    lines.append(head)
                    let step = random.choice(2, 2, 2, 4)
                    value.block(
                        &lines,
                        indentation: indentation + step,
                        depth: depth + 1,
                        &random
                    )
                } else {
                    lines.append("\(head) \(value.flow(&random))")
                }
                if random.once(in: 30) { lines.append("\(margin)# a comment: { [") }
            }
        }
    }

    /// Returns whether it is written over several lines: the outer levels always are.
    private func isBlock(depth: Int, _ random: inout SeededGenerator) -> Bool {
        switch self {
        case .plain, .text, .quoted: false
        case .list(let elements): !elements.isEmpty && random.once(in: 3)
        case .map(let pairs): !pairs.isEmpty && (depth < 3 || random.once(in: 4))
        }
    }

    private func flow(_ random: inout SeededGenerator) -> String {
        switch self {
        case .plain(let text): return text
        case .text(let text): return Self.scalar(text, &random)
        case .quoted(let text): return Self.quoted(text)
        case .list(let elements):
            return "[" + elements.map { $0.flow(&random) }.joined(separator: ", ") + "]"
        case .map(let pairs):
            let inner = pairs.map { "\(Self.scalar($0.key, &random)): \($0.value.flow(&random))" }
            return inner.isEmpty ? "{}" : "{ " + inner.joined(separator: ", ") + " }"
        }
    }

    // MARK: - Scalars

    private static func scalar(_ text: String, _ random: inout SeededGenerator) -> String {
        if isWord(text), !random.once(in: 12) { return text }
        let isPlain = text.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) }
        if isPlain, random.once(in: 2) { return "'\(text.replacing("'", with: "''"))'" }
        return quoted(text)
    }

    /// Returns whether a text has the same meaning without quotes.
    private static func isWord(_ text: String) -> Bool {
        let question = text.hasSuffix("?")
        let word = question ? text.dropLast() : text[...]
        let meanings = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
        return word.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        } && !word.isEmpty && !meanings.contains(word.lowercased())
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\0": result += "\\0"
            default:
                let isVisible =
                    (0x20...0x7E).contains(scalar.value) || scalar.properties.isAlphabetic
                    || scalar.properties.isEmojiPresentation
                if isVisible {
                    result.unicodeScalars.append(scalar)
                } else {
                    let digits = String(scalar.value, radix: 16)
                    result += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
                }
            }
        }
        return result + "\""
    }
}
