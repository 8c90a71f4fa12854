import Diagnostics
import YAMLTree

/// Reads the keys of a mapping, each at most once, and reports those that nobody asked for.
struct MappingReader {
    /// What the mapping is, with its article: "an endpoint".
    let what: String
    let range: SourceRange
    /// Whether there is a mapping to read.
    let isMapping: Bool
    let pairs: [YAMLPair]
    private var asked: [String] = []
    private var missing: [Missing] = []

    /// Keys of which one must be there, and none is.
    private struct Missing {
        let keys: [String]
        let rule: SchemaRule
        let message: String
        let place: SourceRange
        let hint: String?
    }

    /// Opens a mapping.
    ///
    /// - Returns: nil, with a mistake reported, where the node is no mapping.
    init?(_ node: YAMLNode, what: String, hint: String? = nil, in context: inout ParseContext) {
        self.init(declaration: node, what: what, hint: hint, in: &context)
        guard isMapping else { return nil }
    }

    /// Opens what stands behind the name of a declaration, which is known whatever that is.
    ///
    /// What is no mapping is reported; then it reads as if it had no keys, and none is missed.
    init(
        declaration node: YAMLNode,
        what: String,
        hint: String? = nil,
        in context: inout ParseContext
    ) {
        self.what = what
        range = node.range
        if case .mapping(let pairs) = node.content {
            isMapping = true
            self.pairs = pairs
        } else {
            context.reportKind(of: node, what: what, expected: "a mapping", hint: hint)
            isMapping = false
            pairs = []
        }
    }

    /// The value of a key that may be missing.
    mutating func optional(_ key: String) -> YAMLNode? {
        pair(key)?.value
    }

    /// The key and value of a key that may be missing.
    mutating func pair(_ key: String) -> YAMLPair? {
        if !asked.contains(key) { asked.append(key) }
        return pairs.first { $0.key.scalarText == key }
    }

    /// The value of a key that is none of the words, and most likely a slip for one of them.
    func misspelled(_ key: String, among words: [String]) -> YAMLNode? {
        pairs.lazy.filter { $0.key.scalarText.map(words.contains) == false }
            .prefix(NearestSpelling.limit)
            .first { NearestSpelling.nearest(to: $0.key.scalarText ?? "", in: words) == key }?
            .value
    }

    /// The value of a key that must be there; that it is not is reported at the end, when it is known
    /// whether another is a slip for it.
    mutating func required(
        _ key: String,
        at place: SourceRange? = nil,
        hint: String? = nil
    ) -> YAMLNode? {
        if let value = optional(key) { return value }
        miss([key], .missingKey, "\(what) needs the key '\(key)'", at: place ?? range, hint: hint)
        return nil
    }

    /// Remembers that one of some keys must be there and none is, to be reported like a required one.
    mutating func miss(
        _ keys: [String],
        _ rule: SchemaRule,
        _ message: String,
        at place: SourceRange,
        hint: String?
    ) {
        guard isMapping else { return }
        missing.append(
            Missing(keys: keys, rule: rule, message: message, place: place, hint: hint)
        )
    }

    /// Whether there is a key that nobody asked for yet.
    var hasUnknownKeys: Bool {
        pairs.contains { $0.key.scalarText.map(asked.contains) != true }
    }

    /// Whether a key is not there, and another is that is more likely a slip for it than for any other
    /// that was asked for.
    func isMisspelled(_ key: String) -> Bool {
        let words = pairs.compactMap(\.key.scalarText)
        return !words.contains(key)
            && (words.lazy.filter { !asked.contains($0) }.prefix(NearestSpelling.limit)
                .contains { NearestSpelling.nearest(to: $0, in: asked) == key }
                || pairs.contains { $0.withoutSpace?.key == key })
    }

    /// Reports every key that was not asked for, with the nearest of those that were, and every key that
    /// must be there and is not, not even misspelled.
    ///
    /// `foreign` are words of elsewhere, each with how this language says the same; `misplaced` is what
    /// to say of a key that belongs elsewhere; `whole` is what to write where no key at all is known, of
    /// which nothing else is said then.
    func finish(
        in context: inout ParseContext,
        foreign: @autoclosure () -> [String: String] = [:],
        whole: String? = nil,
        misplaced: (YAMLPair) -> String? = { _ in nil }
    ) {
        guard !missing.isEmpty || hasUnknownKeys else { return }
        let isForeign =
            whole != nil && !pairs.isEmpty
            && pairs.allSatisfy { !asked.contains($0.key.scalarText ?? "") }
        for missing in missing where !missing.keys.contains(where: isMisspelled) && !isForeign {
            context.report(missing.rule, missing.message, at: missing.place, hint: missing.hint)
        }
        for pair in pairs {
            guard let key = pair.key.scalarText else {
                context.reportKind(of: pair.key, what: "a key of \(what)", expected: "text")
                continue
            }
            guard !asked.contains(key) else { continue }
            if let (name, value) = pair.withoutSpace, asked.contains(name) {
                context.report(
                    .unknownKey,
                    "expected ': ' between key and value, found '\(key.shortened(to: 60))'",
                    at: pair.key.range,
                    hint: "write `\(name): \(value.shortened(to: 60))`"
                )
                continue
            }
            let hint =
                foreign()[key] ?? key.foreignSpace.map {
                    "the space in it is \($0) and not that of the space bar: type it anew"
                } ?? NearestSpelling.hint(for: key, in: asked) ?? misplaced(pair)
            context.report(
                .unknownKey,
                "unknown key '\(key.shortened(to: 60))' in \(what)",
                at: pair.key.range,
                hint: hint ?? (isForeign ? whole : nil)
                    ?? ForeignKey.hint(for: key, in: asked, misplaced: foreign())
                    ?? (asked.count == 1
                        ? "the only key of \(what) is \(asked[0])"
                        : "the keys of \(what) are \(asked.listed(by: "and"))")
            )
        }
    }
}

extension YAMLPair {
    /// The key and the value of a key without one, such as `id:Int`, where the space is missing that
    /// makes a key of what stands before the colon; nil where it is not like that.
    fileprivate var withoutSpace: (key: String, value: Substring)? {
        guard value.scalarText?.isEmpty == true, key.isPlain, let text = key.scalarText,
            let colon = text.firstIndex(of: ":")
        else { return nil }
        let value = text[text.index(after: colon)...]
        return value.isEmpty ? nil : (String(text[..<colon]), value)
    }
}

extension String {
    /// The first space in it that only looks like one, as text that is copied from a page has it:
    /// `U+00A0`; nil where there is none.
    fileprivate var foreignSpace: String? {
        unicodeScalars.first { !$0.isASCII && $0.properties.isWhitespace }?.code
    }
}

extension YAMLNode {
    /// The text of a scalar, whatever it means: `200` and `true` are keys too.
    var scalarText: String? {
        if case .scalar(let scalar) = content { scalar.text } else { nil }
    }

    /// Whether it is a text without quotes.
    var isPlain: Bool {
        if case .scalar(let scalar) = content { scalar.style == .plain } else { false }
    }

    /// How many elements or keys it has; 0 for a scalar.
    var count: Int {
        switch content {
        case .scalar: 0
        case .sequence(let elements): elements.count
        case .mapping(let pairs): pairs.count
        }
    }

    /// Whether nothing, or null, stands here.
    var isNull: Bool {
        if case .scalar(let scalar) = content { scalar.meaning == .null } else { false }
    }
}
