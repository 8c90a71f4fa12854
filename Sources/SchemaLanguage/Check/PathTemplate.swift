/// A path with placeholders: `/messages/{id}`.
struct PathTemplate: Hashable, Sendable {
    struct Problem: Error {
        var message: String
        var hint: String?
    }

    /// The maximum length of a path in bytes, which exceeds the limit of many servers.
    private static let limit = 2000

    /// The names between braces, in order.
    let placeholders: [String]

    /// The replacement of each placeholder.
    private static let filling = "x"

    init(_ text: String) throws(Problem) {
        guard text.hasPrefix("/"), !text.hasPrefix("//") else {
            throw Problem(
                message: "a path starts with a single '/', found '\(text.shortened(to: 60))'",
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
        // The search uses bytes: splitting thousands of paths into characters takes time.
        while let open = rest.utf8.firstIndex(where: {
            $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}")
        }) {
            try Self.checkFixed(rest[..<open])
            guard rest.utf8[open] == UInt8(ascii: "{"),
                let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
            else {
                throw Problem(message: "unmatched brace in a path")
            }
            let name = String(rest[rest.utf8.index(after: open)..<close])
            guard Self.isPlaceholder(name) else {
                throw Problem(
                    message: "expected the name of a parameter between the braces of a path, "
                        + "found '\(name.shortened(to: 40))'",
                    hint: "a name consists of letters, digits, '_', '-' and '.'; declare types "
                        + "under `path:`"
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

    /// The hint for a path that does not start with a slash.
    private static func hint(for text: String) -> String? {
        if text.contains("://") { return "the host belongs in the baseURL of the API" }
        // Some authors write a method like a flag.
        if ["true", "false"].contains(text) {
            return "a method needs its path, such as /messages/{id}"
        }
        let isPath = text.first?.isLetter == true && (try? PathTemplate("/" + text)) != nil
        return isPath ? "write /\(text.shortened(to: 60))" : nil
    }

    /// Checks that no segment is `..`, or a parameter in the notation of another system.
    private static func checkSegments(_ text: String) throws(Problem) {
        for segment in text.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init) {
            if segment.isDotSegment {
                throw Problem(message: "a path cannot contain '.' or '..' segments")
            }
            if let parameter = foreignParameter(in: segment) {
                throw Problem(
                    message: "a parameter is written {\(parameter)}, "
                        + "found '\(segment.shortened(to: 40))'",
                    hint: "put a path that contains one in quotes: \"/…/{\(parameter)}\""
                )
            }
        }
    }

    /// The name of a parameter in the notation of another system: `:id` or `<id>`.
    static func foreignParameter(in segment: Substring) -> Substring? {
        let name: Substring
        if segment.hasPrefix(":") {
            name = segment.dropFirst()
        } else if segment.hasPrefix("<"), segment.hasSuffix(">") {
            // Some systems include the type: `<int:id>`.
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

    /// The text between placeholders is sent unchanged.
    private static func checkFixed(_ text: Substring) throws(Problem) {
        guard !text.isURLPath else { return }
        for segment in text.split(separator: "/") where foreignParameter(in: segment) != nil {
            try checkSegments(String(segment))
        }
        if let mark = text.firstIndex(of: "?") {
            throw Problem(
                message: "a path has no query, found '\(text[mark...].shortened(to: 40))'",
                hint: "declare its parameters under `query:`, as in `query: { "
                    + "\(parameter(in: text[mark...]) ?? "limit"): String }`"
            )
        }
        throw Problem(
            message: "a path cannot contain '\(culprit(in: text).shortened(to: 40))'",
            hint: "percent-encode everything except the letters A to Z, digits and - . _ ~"
        )
    }
}

extension PathTemplate {
    /// The first character that is not allowed; the whole text if each is.
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
