/// One `{{…}}` of a template, with its place.
struct TemplateTag: Hashable, Sendable {
    /// The kind of a tag; only core Mustache is allowed, so that another engine could render the
    /// templates.
    enum Kind: Hashable, Sendable {
        case variable, section, inverted, end, partial, comment
        /// Features that templates cannot use: lambdas, set delimiters, inheritance, triple braces.
        case unsupported(String)
        /// A `{{` without `}}`.
        case unfinished
    }

    let kind: Kind
    /// The name, without the sign before it.
    let name: String
    /// The line of the first brace, from 1.
    let line: Int
    /// The column of the first brace, from 1, in Unicode scalars.
    let column: Int
    /// The scalars of the whole tag.
    let range: Range<Int>

    /// All tags of a template, in order.
    static func tags(in text: String) -> [TemplateTag] {
        var scanner = TagScanner(scalars: Array(text.unicodeScalars))
        return scanner.tags()
    }
}

/// Finds the tags of a text.
private struct TagScanner {
    let scalars: [Unicode.Scalar]
    private var index = 0
    private var line = 1
    private var column = 1

    init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    mutating func tags() -> [TemplateTag] {
        var tags: [TemplateTag] = []
        while index < scalars.count {
            if startsPair(of: "{") { tags.append(tag()) } else { advance() }
        }
        return tags
    }

    private mutating func tag() -> TemplateTag {
        let (start, startLine, startColumn) = (index, line, column)
        advance(2)
        let contents = index
        while index < scalars.count, !startsPair(of: "}") { advance() }
        let isFinished = index < scalars.count
        let text = String(String.UnicodeScalarView(scalars[contents..<index]))
        if isFinished { advance(2) }
        let (kind, name) = isFinished ? Self.meaning(of: text) : (.unfinished, text)
        return TemplateTag(
            kind: kind,
            name: name.trimmed,
            line: startLine,
            column: startColumn,
            range: start..<index
        )
    }

    private static func meaning(of text: String) -> (TemplateTag.Kind, String) {
        let rest = String(text.dropFirst())
        switch text.first {
        case "#": return (.section, rest)
        case "^": return (.inverted, rest)
        case "/": return (.end, rest)
        case ">": return (.partial, rest)
        case "!": return (.comment, rest)
        case "&", "{": return (.unsupported("nothing is escaped, so write two braces"), text)
        case "=": return (.unsupported("the delimiters cannot be changed"), text)
        case "$", "<", "*": return (.unsupported("templates cannot inherit"), text)
        case "%": return (.unsupported("the content is always text"), text)
        default:
            return text.contains("(")
                ? (.unsupported("the view models contain the final text"), text)
                : (.variable, text)
        }
    }

    private func startsPair(of brace: Unicode.Scalar) -> Bool {
        index + 1 < scalars.count && scalars[index] == brace && scalars[index + 1] == brace
    }

    private var isFollowedByLineFeed: Bool {
        index + 1 < scalars.count && scalars[index + 1] == "\n"
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < scalars.count {
            // As editors count: a carriage return alone also breaks a line.
            if scalars[index] == "\n" || scalars[index] == "\r" && !isFollowedByLineFeed {
                line += 1
                column = 1
            } else {
                column += 1
            }
            index += 1
        }
    }
}

extension String {
    /// The text without leading and trailing space.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
