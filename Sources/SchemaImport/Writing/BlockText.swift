/// Lays out documentation as the lines of a YAML block.
enum BlockText {
    /// The lines, with plain paragraphs wrapped.
    ///
    /// Markdown treats a single line break as a space, so wrapping keeps the meaning; tables, code,
    /// headings and lists are unchanged unless they are only long.
    static func lines(of text: String, width: Int) -> [String] {
        var lines: [String] = []
        var paragraph: [Substring] = []
        var isCode = false
        func flush() {
            // A paragraph with a long line is wrapped as a whole; others keep their lines.
            if paragraph.contains(where: {
                $0.utf8.count > width && $0.unicodeScalars.count > width
            }) {
                lines += wrapped(paragraph.joined(separator: " "), width: width)
            } else {
                lines += paragraph.map(String.init)
            }
            paragraph = []
        }
        for line in text.lines {
            let line = Substring(line.printable).trimmingEnd
            let isFence = line.hasPrefix("```") || line.hasPrefix("~~~")
            if isFence { isCode.toggle() }
            let isFixed = isCode || isFence || line.first.map { " |#>=`~<".contains($0) } ?? true
            if isFixed || line.startsItem { flush() }
            if isFixed {
                lines.append(String(line))
            } else {
                paragraph.append(line)
            }
        }
        flush()
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private static func wrapped(_ line: String, width: Int) -> [String] {
        var lines: [String] = []
        var current = ""
        var count = 0
        for word in line.words {
            let length = word.unicodeScalars.count
            // A line that starts with such a character would have another meaning in Markdown.
            let isSafe = word.first.map { $0.isLetter || "(\"'`[*_<".contains($0) } ?? true
            if count > 0, count + 1 + length > width, isSafe, !["*", "_"].contains(word) {
                lines.append(current)
                (current, count) = ("", 0)
            }
            if count > 0 {
                current += " "
                count += 1
            }
            current += word
            count += length
        }
        if count > 0 { lines.append(current) }
        return lines
    }
}

extension String {
    /// Whether it has several lines.
    var hasNewline: Bool {
        utf8.contains { (0x0A...0x0D).contains($0) || $0 >= 0x80 } && contains(where: \.isNewline)
    }

    /// The lines, without line breaks.
    fileprivate var lines: [Substring] {
        if isASCII, !utf8.contains(where: { (0x0B...0x0D).contains($0) }) {
            return utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map(Substring.init)
        }
        return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }

    /// The parts between spaces.
    fileprivate var words: [Substring] {
        isASCII ? utf8.split(separator: 0x20).map(Substring.init) : split(separator: " ")
    }
}

extension Substring {
    /// Whether it is the first line of a list item.
    fileprivate var startsItem: Bool {
        guard let first else { return false }
        if "-*+".contains(first) { return dropFirst().first == " " }
        return first.isNumber && drop(while: \.isNumber).first == "."
    }

    fileprivate var trimmingEnd: Substring {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}

extension Substring {
    /// The line for a YAML block: tabs become spaces, and nothing needs an escape.
    fileprivate var printable: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return String(self) }
        var view = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar == "\t" {
                view.append(contentsOf: "    ".unicodeScalars)
            } else if !scalar.isUnprintable {
                view.append(scalar)
            }
        }
        return String(view)
    }
}
