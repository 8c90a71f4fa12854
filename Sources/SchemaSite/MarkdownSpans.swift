/// The Markdown within a paragraph as HTML: code, links, bold and emphasized text.
struct MarkdownSpans {
    private var pieces: [HTML] = []
    private var rest: Substring
    private let depth: Int
    /// The maximum number of characters between two delimiters, so that no text takes long.
    private static let limit = 1000

    /// Converts a text.
    ///
    /// - Parameter text: The Markdown.
    /// - Returns: The HTML.
    static func html(_ text: String) -> HTML { html(text[...], depth: 0) }

    private static func html(_ text: Substring, depth: Int) -> HTML {
        var spans = MarkdownSpans(rest: text, depth: depth)
        while !spans.rest.isEmpty { spans.convertNext() }
        return HTML(markup: spans.pieces.map(\.markup).joined())
    }

    private init(rest: Substring, depth: Int) {
        self.rest = rest
        self.depth = depth
    }

    private mutating func convertNext() {
        guard let special = rest.firstIndex(where: { "\\`*[<".contains($0) }) else {
            return add(rest)
        }
        add(rest[..<special])
        let isConverted =
            switch rest.first {
            case "\\": convertEscape()
            case "`": convertCode()
            case "*": convertEmphasis()
            case "[": convertLink()
            default: convertAddress()
            }
        if !isConverted { add(rest.prefix(1)) }
    }

    /// Adds the start of the rest as text.
    private mutating func add(_ text: Substring) {
        pieces.append("\(String(text))")
        rest = rest[text.endIndex...]
    }

    /// A character after a backslash is text.
    private mutating func convertEscape() -> Bool {
        guard let next = rest.dropFirst().first, "\\`*[]()<>_#+-.!{}|".contains(next) else {
            return false
        }
        rest = rest.dropFirst()
        add(rest.prefix(1))
        return true
    }

    /// Code ends at as many backticks as it starts with.
    private mutating func convertCode() -> Bool {
        let fence = rest.prefix { $0 == "`" }
        var search = rest[fence.endIndex...].prefix(Self.limit)
        while let start = search.firstIndex(of: "`") {
            let run = search[start...].prefix { $0 == "`" }
            if run.count == fence.count { break }
            search = search[run.endIndex...]
        }
        guard let start = search.firstIndex(of: "`") else {
            add(fence)
            return true
        }
        let text = rest[fence.endIndex..<start]
        let end = rest.index(start, offsetBy: fence.count)
        pieces.append("<code>\(String(text))</code>")
        rest = rest[end...]
        return true
    }

    private mutating func convertEmphasis() -> Bool {
        let isBold = rest.hasPrefix("**")
        let mark = isBold ? "**" : "*"
        guard depth < 4,
            let (text, end) = text(to: mark, from: rest.dropFirst(mark.count).startIndex),
            let first = text.first, let last = text.last, !first.isWhitespace, !last.isWhitespace
        else { return false }
        let inner = Self.html(text, depth: depth + 1)
        pieces.append(isBold ? "<strong>\(inner)</strong>" : "<em>\(inner)</em>")
        rest = rest[end...]
        return true
    }

    /// `[text](address)`.
    private mutating func convertLink() -> Bool {
        guard depth < 4, let (text, middle) = inside("[", "]", from: rest.startIndex),
            rest[middle...].first == "(", let (address, end) = inside("(", ")", from: middle),
            isAddress(address)
        else { return false }
        pieces.append("<a href=\"\(String(address))\">\(Self.html(text, depth: 4))</a>")
        rest = rest[end...]
        return true
    }

    /// The text inside brackets that may contain others, and the position after them.
    private func inside(
        _ opening: Character,
        _ closing: Character,
        from start: Substring.Index
    ) -> (text: Substring, end: Substring.Index)? {
        var open = 0
        var isEscaped = false
        let text = rest[start...].prefix(Self.limit)
        for index in text.indices {
            guard !isEscaped else {
                isEscaped = false
                continue
            }
            switch text[index] {
            case "\\": isEscaped = true
            case opening: open += 1
            case closing where open == 1:
                return (text[text.index(after: start)..<index], text.index(after: index))
            case closing: open -= 1
            default: break
            }
        }
        return nil
    }

    /// `<address>`.
    private mutating func convertAddress() -> Bool {
        guard let (address, end) = text(to: ">", from: rest.dropFirst().startIndex),
            isAddress(address)
        else { return false }
        pieces.append("<a href=\"\(String(address))\">\(String(address))</a>")
        rest = rest[end...]
        return true
    }

    /// Only the web and mail: a site contains no scripts of a schema.
    private func isAddress(_ text: Substring) -> Bool {
        ["https://", "http://", "mailto:"].contains { text.lowercased().hasPrefix($0) }
            && !text.contains(where: \.isWhitespace)
    }

    /// The text from a position up to a delimiter, and the position after it; nil if there is none.
    private func text(
        to delimiter: String,
        from start: Substring.Index
    ) -> (text: Substring, end: Substring.Index)? {
        rest[start...].prefix(Self.limit).firstRange(of: delimiter)
            .map { (rest[start..<$0.lowerBound], $0.upperBound) }
    }
}
