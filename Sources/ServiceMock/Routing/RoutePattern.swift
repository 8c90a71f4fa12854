import Foundation

/// A path with parameters, for example `/tasks/{id}.json`.
struct RoutePattern: Hashable, Sendable {
    /// A piece of a path segment.
    enum Piece: Hashable, Sendable {
        case literal(String)
        case parameter(String)
    }

    /// The path segments, each in pieces.
    private let segments: [[Piece]]

    /// Parses a pattern.
    ///
    /// - Parameter path: The decoded path, with a leading slash; `{name}` is a parameter.
    init(_ path: String) {
        segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map { Self.pieces($0) }
    }

    private static func pieces(_ text: Substring) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { pieces.append(.literal(String(rest[..<open]))) }
            pieces.append(.parameter(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty || pieces.isEmpty { pieces.append(.literal(String(rest))) }
        return pieces
    }

    /// The first segment; nil if it has a parameter.
    var first: String? {
        if let pieces = segments.first, case .literal(let text)? = pieces.first, pieces.count == 1 {
            text
        } else {
            nil
        }
    }

    /// The pattern without the names of its parameters, `/tasks/{}`.
    var shape: String {
        segments.map { pieces in
            let texts = pieces.map { piece in
                switch piece {
                case .literal(let text): text
                case .parameter: "{}"
                }
            }
            return "/" + texts.joined()
        }.joined()
    }

    /// The number of segments with parameters: patterns with fewer take precedence.
    var parameterCount: Int {
        segments.count { pieces in
            pieces.contains { if case .parameter = $0 { true } else { false } }
        }
    }

    /// The parameters of a path; nil if the path does not match.
    ///
    /// - Parameter path: The decoded path segments.
    /// - Returns: The values by name.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (pieces, text) in zip(segments, path) {
            guard Self.match(pieces[...], text[...], &values) else { return nil }
        }
        return values
    }

    /// Matches pieces with a text: a parameter has at least one character, and ends before the next
    /// piece.
    private static func match(
        _ pieces: ArraySlice<Piece>,
        _ text: Substring,
        _ values: inout [String: String]
    ) -> Bool {
        guard let first = pieces.first else { return text.isEmpty }
        let rest = pieces.dropFirst()
        switch first {
        case .literal(let literal):
            return text.hasPrefix(literal) && match(rest, text.dropFirst(literal.count), &values)
        case .parameter(let name):
            guard !text.isEmpty else { return false }
            guard case .literal(let next)? = rest.first else {
                values[name] = String(text)
                return rest.isEmpty
            }
            // The last position where the rest matches: `{id}.json` matches `a.json.json` with
            // `a.json`.
            var end = text.endIndex
            while let range = text[..<end].range(of: next, options: .backwards) {
                if range.lowerBound > text.startIndex,
                    match(rest, text[range.lowerBound...], &values)
                {
                    values[name] = String(text[..<range.lowerBound])
                    return true
                }
                guard range.upperBound > text.startIndex else { return false }
                end = text.index(before: range.upperBound)
            }
            return false
        }
    }
}

/// A text with one placeholder, for example `eq.{id}`.
struct TextPattern: Hashable, Sendable {
    private let prefix: String
    private let suffix: String
    /// Whether it contains the placeholder.
    let hasPlace: Bool

    init(_ text: String, place: String) {
        guard let range = text.range(of: place) else {
            (prefix, suffix, hasPlace) = (text, "", false)
            return
        }
        prefix = String(text[..<range.lowerBound])
        suffix = String(text[range.upperBound...])
        hasPlace = true
    }

    /// The length of the constant text.
    var literalCount: Int { prefix.count + suffix.count }

    /// The value of the placeholder; empty if there is none and the text is equal, nil if the text
    /// does not match.
    func match(_ text: String) -> String? {
        guard hasPlace else { return text == prefix ? "" : nil }
        guard text.count >= literalCount, text.hasPrefix(prefix), text.hasSuffix(suffix) else {
            return nil
        }
        return String(text.dropFirst(prefix.count).dropLast(suffix.count))
    }
}
