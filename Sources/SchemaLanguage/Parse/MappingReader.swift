import Diagnostics
import YAMLTree

/// Reads the keys of a mapping, each at most once, and reports those that nobody asked for.
struct MappingReader {
    /// What the mapping is, with its article: "an endpoint".
    let what: String
    let range: SourceRange
    let pairs: [YAMLPair]
    private var asked: [String] = []

    /// Opens a mapping.
    ///
    /// - Returns: nil, with a mistake reported, where the node is no mapping.
    init?(_ node: YAMLNode, what: String, hint: String? = nil, in context: inout ParseContext) {
        guard case .mapping(let pairs) = node.content else {
            context.reportKind(of: node, what: what, expected: "a mapping", hint: hint)
            return nil
        }
        self.what = what
        self.range = node.range
        self.pairs = pairs
    }

    /// The value of a key that may be missing.
    mutating func optional(_ key: String) -> YAMLNode? {
        pair(key)?.value
    }

    /// The key and value of a key that may be missing.
    mutating func pair(_ key: String) -> YAMLPair? {
        asked.append(key)
        return pairs.first { $0.key.scalarText == key }
    }

    /// The value of a key that must be there.
    mutating func required(
        _ key: String,
        at place: SourceRange? = nil,
        hint: String? = nil,
        in context: inout ParseContext
    ) -> YAMLNode? {
        if let value = optional(key) { return value }
        context.report(
            .missingKey,
            "\(what) needs the key '\(key)'",
            at: place ?? range,
            hint: hint
        )
        return nil
    }

    /// Reports every key that was not asked for, with the nearest of those that were.
    ///
    /// `foreign` are words of elsewhere, each with how this language says the same; `misplaced` is what
    /// to say of a key that belongs elsewhere.
    func finish(
        in context: inout ParseContext,
        foreign: @autoclosure () -> [String: String] = [:],
        misplaced: (YAMLPair) -> String? = { _ in nil }
    ) {
        for pair in pairs {
            guard let key = pair.key.scalarText else {
                context.reportKind(of: pair.key, what: "a key of \(what)", expected: "text")
                continue
            }
            guard !asked.contains(key) else { continue }
            let hint =
                foreign()[key] ?? NearestSpelling.hint(for: key, in: asked) ?? misplaced(pair)
            context.report(
                .unknownKey,
                "unknown key '\(key.shortened(to: 60))' in \(what)",
                at: pair.key.range,
                hint: hint ?? "the keys of \(what) are \(asked.listed(by: "and"))"
            )
        }
    }
}

extension YAMLNode {
    /// The text of a scalar, whatever it means: `200` and `true` are keys too.
    var scalarText: String? {
        if case .scalar(let scalar) = content { scalar.text } else { nil }
    }

    /// Whether nothing, or null, stands here.
    var isNull: Bool {
        if case .scalar(let scalar) = content { scalar.meaning == .null } else { false }
    }
}
