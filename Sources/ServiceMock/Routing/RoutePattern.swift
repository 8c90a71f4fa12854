import Foundation

/// A path with parameters, such as `/tasks/{id}.json`.
struct RoutePattern: Hashable, Sendable {
    /// A part between slashes.
    enum Segment: Hashable, Sendable {
        case literal(String)
        /// A parameter with what stands around it.
        case parameter(String, prefix: String, suffix: String)
    }

    let segments: [Segment]

    /// Reads a pattern.
    ///
    /// - Parameter path: The path, decoded, which begins with a slash; `{name}` stands for a parameter.
    init(_ path: String) {
        segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map { Self.segment(String($0)) }
    }

    private static func segment(_ text: String) -> Segment {
        guard let open = text.firstIndex(of: "{"),
            let close = text[open...].firstIndex(of: "}")
        else { return .literal(text) }
        return .parameter(
            String(text[text.index(after: open)..<close]),
            prefix: String(text[..<open]),
            suffix: String(text[text.index(after: close)...])
        )
    }

    /// How many segments are parameters: patterns with fewer go first.
    var parameterCount: Int {
        segments.count { if case .parameter = $0 { true } else { false } }
    }

    /// The parameters of a path; nil where it is another one.
    ///
    /// - Parameter path: The parts between slashes, decoded.
    /// - Returns: The values by their names.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (segment, text) in zip(segments, path) {
            switch segment {
            case .literal(let literal):
                guard literal == text else { return nil }
            case .parameter(let name, let prefix, let suffix):
                guard text.count > prefix.count + suffix.count, text.hasPrefix(prefix),
                    text.hasSuffix(suffix)
                else { return nil }
                values[name] = String(text.dropFirst(prefix.count).dropLast(suffix.count))
            }
        }
        return values
    }
}

/// A text with one placeholder, such as `eq.{id}`.
struct TextPattern: Hashable, Sendable {
    private let prefix: String
    private let suffix: String
    /// Whether it has the placeholder.
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

    /// How long what is always the same is.
    var literalCount: Int { prefix.count + suffix.count }

    /// What stands in the place; empty where the text has none and is equal, nil where it is another one.
    func match(_ text: String) -> String? {
        guard hasPlace else { return text == prefix ? "" : nil }
        guard text.count >= literalCount, text.hasPrefix(prefix), text.hasSuffix(suffix) else {
            return nil
        }
        return String(text.dropFirst(prefix.count).dropLast(suffix.count))
    }
}
