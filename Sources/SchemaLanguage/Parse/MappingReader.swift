import Diagnostics
import YAMLTree

/// Reads the keys of a mapping, each at most once, and reports unknown ones.
struct MappingReader {
    /// The name of the mapping, with its article: "an endpoint".
    let what: String
    let range: SourceRange
    /// Whether there is a mapping to read.
    let isMapping: Bool
    let pairs: [YAMLPair]
    private var asked: [String] = []
    private var missing: [Missing] = []

    /// Keys of which one is required, but missing.
    private struct Missing {
        let keys: [String]
        let rule: SchemaRule
        let message: String
        let place: SourceRange
        let hint: String?
    }

    /// Opens a mapping.
    ///
    /// - Returns: Nil, with a mistake reported, if the node is not a mapping.
    init?(_ node: YAMLNode, what: String, hint: String? = nil, in context: inout ParseContext) {
        self.init(declaration: node, what: what, hint: hint, in: &context)
        guard isMapping else { return nil }
    }

    /// Opens the value of a declaration's name, whose name is known in any case.
    ///
    /// A node other than a mapping is reported, and then reads like an empty mapping without
    /// required keys.
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

    /// The value of an optional key.
    mutating func optional(_ key: String) -> YAMLNode? {
        pair(key)?.value
    }

    /// The key and value of an optional key.
    mutating func pair(_ key: String) -> YAMLPair? {
        if !asked.contains(key) { asked.append(key) }
        return pairs.first { $0.key.scalarText == key }
    }

    /// The value of a key that is none of the words, but probably a misspelling of one, or another
    /// word for it.
    func misspelled(_ key: String, or other: String? = nil, among words: [String]) -> YAMLNode? {
        pairs.lazy.filter { $0.key.scalarText.map(words.contains) == false }
            .prefix(NearestSpelling.limit)
            .first { pair in
                let found = pair.key.scalarText ?? ""
                return found == other || NearestSpelling.nearest(to: found, in: words) == key
            }?
            .value
    }

    /// The value of a required key.
    ///
    /// A missing key is reported at the end, when it is known whether another is a misspelling of
    /// it.
    mutating func required(
        _ key: String,
        at place: SourceRange? = nil,
        hint: String? = nil
    ) -> YAMLNode? {
        if let value = optional(key) { return value }
        miss([key], .missingKey, "\(what) needs the key '\(key)'", at: place ?? range, hint: hint)
        return nil
    }

    /// Records that none of some alternative keys exists, to be reported like a required one.
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

    /// Whether there is an unknown key so far.
    var hasUnknownKeys: Bool {
        pairs.contains { $0.key.scalarText.map(asked.contains) != true }
    }

    /// Whether a key is missing, and an existing one is more likely a misspelling of it than of any
    /// other known key.
    func isMisspelled(_ key: String) -> Bool {
        let words = pairs.compactMap(\.key.scalarText)
        return !words.contains(key)
            && (words.lazy.filter { !asked.contains($0) }.prefix(NearestSpelling.limit)
                .contains { NearestSpelling.nearest(to: $0, in: asked) == key }
                || pairs.contains { $0.withoutSpace?.key == key })
    }

    /// Reports every unknown key, with the nearest known one, and every missing required key that
    /// is not misspelled.
    ///
    /// `foreign` has hints for words of other languages; `misplaced` has hints for keys that belong
    /// elsewhere; `whole` is a hint for a mapping without any known key, about which nothing else
    /// is reported.
    func finish(
        in context: inout ParseContext,
        foreign: @autoclosure () -> [String: String] = [:],
        whole: String? = nil,
        misplaced: (YAMLPair) -> String? = { _ in nil }
    ) {
        guard !missing.isEmpty || hasUnknownKeys else { return }
        let unknown = pairs.compactMap(\.key.scalarText).filter { !asked.contains($0) }
        // The hint for another key is to write the missing one.
        func isRenamed(_ key: String) -> Bool {
            unknown.contains {
                foreign()[$0]?.contains("`\(key):") == true
                    || ForeignKey.keys(meantBy: $0, in: asked).contains(key)
            }
        }
        let isForeign =
            whole != nil && !pairs.isEmpty
            && pairs.allSatisfy { !asked.contains($0.key.scalarText ?? "") }
        for missing in missing where !isForeign {
            guard !missing.keys.contains(where: { isMisspelled($0) || isRenamed($0) }) else {
                continue
            }
            context.report(missing.rule, missing.message, at: missing.place, hint: missing.hint)
        }
        for pair in pairs {
            guard let key = pair.key.scalarText else {
                context.reportKind(of: pair.key, what: "a key of \(what)", expected: "a string")
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
                    "it contains \($0) instead of a normal space: retype it"
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
    /// The key and the value of a string such as `id:Int`, in which the space after the colon is
    /// missing; nil for any other string.
    fileprivate var withoutSpace: (key: String, value: Substring)? {
        guard value.scalarText?.isEmpty == true, key.isPlain, let text = key.scalarText,
            let colon = text.firstIndex(of: ":")
        else { return nil }
        let value = text[text.index(after: colon)...]
        return value.isEmpty ? nil : (String(text[..<colon]), value)
    }
}

extension String {
    /// The first space-like character in it, as in text copied from a web page: `U+00A0`; nil if
    /// there is none.
    fileprivate var foreignSpace: String? {
        unicodeScalars.first { !$0.isASCII && $0.properties.isWhitespace }?.code
    }
}

extension YAMLNode {
    /// The text of a scalar of any type: `200` and `true` are keys, too.
    var scalarText: String? {
        if case .scalar(let scalar) = content { scalar.text } else { nil }
    }

    /// Whether it is a string without quotes.
    var isPlain: Bool {
        if case .scalar(let scalar) = content { scalar.style == .plain } else { false }
    }

    /// The number of its elements or keys; 0 for a scalar.
    var count: Int {
        switch content {
        case .scalar: 0
        case .sequence(let elements): elements.count
        case .mapping(let pairs): pairs.count
        }
    }

    /// Whether it is empty or null.
    var isNull: Bool {
        if case .scalar(let scalar) = content { scalar.meaning == .null } else { false }
    }
}
