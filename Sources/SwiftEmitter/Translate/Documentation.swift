/// The documentation of a schema as comment lines that are harmless and pass the linter.
///
/// Markdown is kept. Text with another meaning in a Swift comment is removed: invisible characters,
/// and list items that document parameters, because the schema does not know these.
enum Documentation {
    /// The lines, each starting with `///`, not yet wrapped.
    static func block(_ text: String) -> Block {
        if text.isPlainSentence { return Block(["/// \(text)"]) }
        return Block(lines(of: text).map { $0.isEmpty ? "///" : "/// \($0)" })
    }

    /// Adds the documentation of the schema, or a replacement.
    static func append(
        _ text: String?,
        to block: inout Block,
        or otherwise: (inout Block) -> Void
    ) {
        let documentation = text.map { self.block($0) } ?? Block()
        if documentation.isEmpty { otherwise(&block) } else { block.append(documentation) }
    }

    /// The documentation of the schema, or a sentence in its place.
    static func block(_ text: String?, or sentence: @autoclosure () -> String) -> Block {
        var block = Block()
        append(text, to: &block) { $0.line("/// ", sentence()) }
        return block
    }

    /// A string of a schema as code in a sentence: `` `sent_at` ``.
    static func code(_ text: String) -> String {
        // Most names are plain, and there is one for each property.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "`") }) {
            return "`\(text)`"
        }
        let visible = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isHidden || $0 == " " })
        )
        return "`\(visible.replacing("`", with: "'"))`"
    }

    private static func lines(of text: String) -> [String] {
        var lines = visibleLines(of: text)
        guard let first = lines.firstIndex(where: { !$0.isEmpty }) else { return [] }
        lines.removeFirst(first)
        lines[0] = String(lines[0].drop { $0 == " " })
        while lines.last?.isEmpty == true { lines.removeLast() }
        let end =
            lines.indices.dropFirst().first { lines[$0].isEmpty || lines[$0].startsBlock }
            ?? lines.count
        var rest = Array(lines[end...])
        // A heading or a list has no summary, and the linter requires none.
        guard !lines[0].startsBlock else { return finished(lines) }
        let (summary, remainder) = Summary.split(lines[..<end].joined(separator: "\n"))
        if rest.first?.isEmpty == false { rest.insert("", at: 0) }
        if !remainder.isEmpty { rest = ["", remainder] + rest }
        let all = ([summary] + rest).flatMap {
            $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        return finished(all)
    }

    /// The lines without invisible characters and trailing spaces.
    private static func visibleLines(of text: String) -> [String] {
        var lines = [String.UnicodeScalarView()]
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case " "..."~": lines[lines.count - 1].append(scalar)
            case "\n" where last == "\r": break
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
                lines.append(String.UnicodeScalarView())
            case "\t": lines[lines.count - 1] += "    ".unicodeScalars
            case _ where scalar.properties.isWhitespace: lines[lines.count - 1].append(" ")
            case _ where scalar.isHidden: break
            default: lines[lines.count - 1].append(scalar)
            }
            last = scalar
        }
        return lines.map { view in
            var line = String(view)
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// Escapes list items that document parameters, closes open fences and merges blank lines; the
    /// contents of fences stay unchanged.
    private static func finished(_ lines: [String]) -> [String] {
        var finished: [String] = []
        var fence: CodeFence?
        for line in lines {
            if let open = fence {
                finished.append(line)
                if open.isClosed(by: line) { fence = nil }
            } else if !line.isEmpty || finished.last?.isEmpty != true {
                finished.append(escaped(line))
                fence = CodeFence(openedBy: line)
            }
        }
        return finished + [fence?.closing].compactMap(\.self)
    }

    /// Turns a list item that would document a parameter, a result or an error into text.
    private static func escaped(_ line: String) -> String {
        let content = line.drop { $0 == " " }
        guard let marker = content.first, "-*+".contains(marker) else { return line }
        let field = content.dropFirst().drop { $0 == " " }.lowercased()
        let isField = ["parameter", "returns", "throws"].contains { field.hasPrefix($0) }
        return isField ? line.prefix(line.count - content.count) + "\\" + content : line
    }
}

/// The start of a code block in Markdown: three or more backticks or tildes.
private struct CodeFence {
    /// The line that closes it.
    let closing: String
    private let marks: Substring

    init?(openedBy line: String) {
        let content = line.drop { $0 == " " }
        guard let mark = content.first, mark == "`" || mark == "~" else { return nil }
        marks = content.prefix { $0 == mark }
        // Backticks after backticks are code within a line.
        let isInline = mark == "`" && content.dropFirst(marks.count).contains("`")
        guard marks.count >= 3, !isInline else { return nil }
        closing = String(line.prefix(line.count - content.count) + marks)
    }

    func isClosed(by line: String) -> Bool {
        let content = line.drop { $0 == " " }
        return content.hasPrefix(marks) && content.allSatisfy { $0 == marks.first }
    }
}

/// The first sentence of a text: the summary must be one, and end in a full stop.
private enum Summary {
    static func split(_ paragraph: String) -> (summary: String, rest: String) {
        var isCode = false
        var text = ""
        var index = paragraph.startIndex
        while index < paragraph.endIndex {
            let character = paragraph[index]
            text.append(character)
            index = paragraph.index(after: index)
            // Code that is never closed is text.
            if character == "`", isCode || paragraph[index...].contains("`") { isCode.toggle() }
            guard !isCode, ".!?".contains(character),
                let next = endOfWord(in: paragraph, after: index), paragraph[next].isWhitespace
            else { continue }
            if text.hasAbbreviationLast {
                // The linter treats any full stop before a space as the end of a sentence.
                text += ","
                continue
            }
            let summary = text + paragraph[index..<next]
            let rest = paragraph[next...].drop(while: \.isWhitespace)
            return (terminated(summary), String(rest))
        }
        return (terminated(text), "")
    }

    /// Skips characters that the linter does not see: the ends of emphasis and links.
    private static func endOfWord(in text: String, after index: String.Index) -> String.Index? {
        var rest = text[index...]
        while let mark = rest.first, "*_~]".contains(mark) {
            rest.removeFirst()
            if mark == "]", rest.first == "(", let end = rest.firstIndex(of: ")") {
                rest = rest[rest.index(after: end)...]
            }
        }
        return rest.isEmpty ? nil : rest.startIndex
    }

    private static func terminated(_ text: String) -> String {
        var sentence = text
        while let last = sentence.last, "!?:;,…。！？".contains(last) || last.isWhitespace {
            sentence.removeLast()
        }
        return sentence.hasSuffix(".") ? sentence : sentence + "."
    }
}

extension String {
    /// Whether Markdown reads the line as the start of something other than a paragraph.
    fileprivate var startsBlock: Bool {
        let content = drop { $0 == " " }
        guard let first = content.first else { return false }
        if "#>|<=".contains(first) { return true }
        if CodeFence(openedBy: self) != nil { return true }
        if content.hasPrefix("---") || content.hasPrefix("***") || content.hasPrefix("___") {
            return true
        }
        let word = content.prefix { $0 != " " }
        if word == "-" || word == "*" || word == "+" { return true }
        return word.count <= 10 && (word.last == "." || word.last == ")") && word.count > 1
            && word.dropLast().allSatisfy { $0.isASCII && $0.isNumber }
    }
}

extension String {
    /// Whether the full stop at the end belongs to `e.g.` or `i.e.`.
    fileprivate var hasAbbreviationLast: Bool {
        ["e.g.", "i.e."].contains(String(suffix(4)).lowercased())
    }
}

extension String {
    /// Whether the text is one sentence of letters, digits and commas, which needs no further
    /// check.
    fileprivate var isPlainSentence: Bool {
        guard let first = utf8.first, first.isLetter, utf8.last == UInt8(ascii: ".") else {
            return false
        }
        return utf8.dropLast().allSatisfy {
            $0.isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",")
        }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}
