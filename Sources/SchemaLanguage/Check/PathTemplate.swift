/// A path with placeholders: `/messages/{id}`.
struct PathTemplate: Hashable, Sendable {
    struct Problem: Error {
        var message: String
        var hint: String?
    }

    /// The most bytes of a path, which is more than many servers take.
    private static let limit = 2000

    /// The names between braces, in order.
    let placeholders: [String]

    /// The text with something in the place of each placeholder.
    private static let filling = "x"

    init(_ text: String) throws(Problem) {
        guard text.hasPrefix("/"), !text.hasPrefix("//") else {
            throw Problem(
                message: "a path starts with one '/', found '\(text.shortened(to: 60))'",
                hint: Self.hint(for: text)
            )
        }
        guard text.utf8.count <= Self.limit else {
            throw Problem(
                message: "a path has at most \(Self.limit) bytes, found \(text.utf8.count)"
            )
        }
        var placeholders: [String] = []
        var filled = ""
        var rest = text[...]
        // Bytes are searched: characters are found out one by one, which thousands of paths feel.
        while let open = rest.utf8.firstIndex(where: {
            $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}")
        }) {
            try Self.checkFixed(rest[..<open])
            guard rest.utf8[open] == UInt8(ascii: "{"),
                let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
            else {
                throw Problem(message: "a brace in a path has no partner")
            }
            let name = String(rest[rest.utf8.index(after: open)..<close])
            guard Self.isPlaceholder(name) else {
                throw Problem(
                    message: "expected the name of a parameter between the braces of a path, "
                        + "found '\(name.shortened(to: 40))'",
                    hint: "letters, digits, '_', '-' and '.' make a name; types stand under `path:`"
                )
            }
            guard !placeholders.contains(name) else {
                throw Problem(message: "the path has the placeholder '{\(name)}' twice")
            }
            placeholders.append(name)
            filled += rest[..<open] + Self.filling
            rest = rest[rest.utf8.index(after: close)...]
        }
        try Self.checkFixed(rest)
        try Self.checkSegments(filled + rest)
        self.placeholders = placeholders
    }

    /// What to write in the place of a text that starts otherwise.
    private static func hint(for text: String) -> String? {
        if text.contains("://") { return "the host belongs in the baseURL of the API" }
        // Some write a method as if it were a flag.
        if ["true", "false"].contains(text) {
            return "a method has its path, such as /messages/{id}"
        }
        return text.first?.isLetter == true ? "write /\(text.shortened(to: 60))" : nil
    }

    /// Between slashes stands neither a detour nor a parameter as other systems write it.
    private static func checkSegments(_ text: String) throws(Problem) {
        for segment in text.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init) {
            if segment.isDotSegment {
                throw Problem(message: "a path has no '.' or '..' segments")
            }
            if let parameter = foreignParameter(in: segment) {
                throw Problem(
                    message: "a parameter is written {\(parameter)}, "
                        + "found '\(segment.shortened(to: 40))'",
                    hint: "in a path, write it in quotes: \"/…/{\(parameter)}\""
                )
            }
        }
    }

    /// The name of a parameter as other systems write it: `:id` or `<id>`.
    static func foreignParameter(in segment: Substring) -> Substring? {
        let name: Substring
        if segment.hasPrefix(":") {
            name = segment.dropFirst()
        } else if segment.hasPrefix("<"), segment.hasSuffix(">") {
            // Some say the type as well: `<int:id>`.
            let inner = segment.dropFirst().dropLast()
            name = inner.split(separator: ":").last ?? inner
        } else {
            return nil
        }
        let isName = name.unicodeScalars.enumerated().allSatisfy { $1.isNamePart(first: $0 == 0) }
        return isName && !name.isEmpty && name.count <= 40 ? name : nil
    }

    private static func isPlaceholder(_ name: String) -> Bool {
        name.unicodeScalars.contains { $0.isNamePart(first: false) }
            && name.unicodeScalars.allSatisfy {
                $0.isNamePart(first: false) || $0 == "-" || $0 == "."
            }
    }

    /// The text between placeholders is sent as it is.
    private static func checkFixed(_ text: Substring) throws(Problem) {
        guard !text.isURLPath else { return }
        for segment in text.split(separator: "/") where foreignParameter(in: segment) != nil {
            try checkSegments(String(segment))
        }
        if let mark = text.firstIndex(of: "?") {
            throw Problem(
                message: "a path has no query, found '\(text[mark...].shortened(to: 40))'",
                hint: "say its parameters under `query:`, as in "
                    + "`query: { \(parameter(in: text[mark...]) ?? "limit"): String }`"
            )
        }
        throw Problem(
            message: "a path cannot have '\(culprit(in: text).shortened(to: 40))' in it",
            hint: "percent-encode what is no letter from A to Z, digit or one of - . _ ~"
        )
    }
}

extension PathTemplate {
    /// The first character that cannot be there; all of the text where each could.
    private static func culprit(in text: Substring) -> Substring {
        let index = text.indices.first { !text[$0...$0].isURLPath && text[$0] != "%" }
        return index.map { text[$0...$0] } ?? text
    }

    /// The name of the first parameter of a query: `limit` of `?limit=3`.
    private static func parameter(in query: Substring) -> String? {
        let name = query.dropFirst().prefix { $0 != "=" && $0 != "&" }
        let isPlain = name.unicodeScalars.enumerated().allSatisfy {
            $1.isASCII && $1.isNamePart(first: $0 == 0)
        }
        return isPlain && !name.isEmpty ? String(name.prefix(40)) : nil
    }
}
