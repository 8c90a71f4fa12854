import Diagnostics
import YAMLTree

/// Parses properties of structures and parameters of endpoints: both are `name: type`.
struct PropertyParser {
    /// The kind of property, with its article: "a property".
    let what: String
    /// The keys of its long form.
    let keys: Set<String>
    /// The declaration that an inline object is named after; nil if there can be none.
    var owner: InlineOwner?
    /// Whether a reference can be the URL of an entity.
    var takesURLs = false

    /// The parser of the properties of a structure.
    static func property(of owner: InlineOwner) -> PropertyParser {
        PropertyParser(what: "a property", keys: propertyKeys, owner: owner, takesURLs: true)
    }

    /// The parser of the query of an endpoint.
    static func query(of owner: InlineOwner) -> PropertyParser {
        PropertyParser(what: "a query parameter", keys: queryKeys, owner: owner)
    }

    private static let propertyKeys = Set([
        "properties", "key", "doc", "default", "format", "json", "readOnly", "writeOnly",
        "immutable", "onInvalid", "onDelete", "inverse", "file", "redacted", "deprecated",
        "indexed", "listed", "returned", "was", "example",
    ]).union(ConstraintParser.keys)
    private static let queryKeys = parameter.keys.union(["properties"])
    /// The parser of the header fields and cookies of a request.
    static let parameter = PropertyParser(
        what: "a parameter",
        keys: field.keys.union(["arrays", "objects"])
    )
    /// The parser of the header fields of a response, and of the fields and parts of a body.
    static let field = PropertyParser(
        what: "a field",
        keys: ["key", "doc", "default", "format", "json"]
    )
    static let pathParameter = PropertyParser(
        what: "a path parameter",
        keys: ["key", "doc", "default", "format", "json", "arrays", "objects", "transform"]
    )

    /// Parses a mapping of names to types.
    ///
    /// `whole` is the name of the mapping, for a message: "the properties of Message".
    func parse(_ node: YAMLNode?, whole: String, in context: inout ParseContext)
        -> [PropertyDeclaration]
    {
        guard let node, !node.isNull else { return [] }
        guard case .mapping(let pairs) = node.content else {
            context.reportKind(
                of: node,
                what: whole,
                expected: "a mapping of names to types",
                hint: Self.nameAndType(in: node.scalarText).map { "write `\($0): \($1)`" }
                    ?? "write each as `name: Type`"
            )
            return []
        }
        return pairs.compactMap { parse($0, in: &context) }
    }

    private func parse(_ pair: YAMLPair, in context: inout ParseContext) -> PropertyDeclaration? {
        guard let text = pair.key.scalarText else {
            context.reportKind(of: pair.key, what: "the name of \(what)", expected: "a string")
            return nil
        }
        let mayBeAbsent = text.hasSuffix("?")
        let name = mayBeAbsent ? String(text.dropLast()) : text
        guard !name.isEmpty, name.count <= 200 else {
            context.report(
                .invalidName,
                name.isEmpty ? "\(what) needs a name" : "a name has at most 200 characters",
                at: pair.key.range
            )
            return nil
        }
        if pair.value.scalarText?.isEmpty == true, pair.key.isPlain,
            let (word, type) = Self.nameAndType(in: text)
        {
            context.report(
                .invalidName,
                "expected ': ' between the name and the type of \(what), found '\(text)'",
                at: pair.key.range,
                hint: "write `\(word): \(type)`"
            )
            return PropertyDeclaration(
                PropertyDeclaration.Contents(
                    name: Located(String(word), at: pair.key.range),
                    type: .unreadable(at: pair.key.range),
                    isWhole: false
                )
            )
        }
        let isMeant = isMeant(name, mayBeAbsent: mayBeAbsent, pair.key, in: &context)
        var property = parse(
            pair.value,
            name: Located(name, at: pair.key.range),
            mayBeAbsent: mayBeAbsent,
            in: &context
        )
        if !isMeant { property.isWhole = false }
        return property
    }

    /// The two words of a text in which only a `:`, or the space after it, is missing between them.
    private static func nameAndType(in text: String?) -> (name: Substring, type: Substring)? {
        guard let text, text.count <= 60 else { return nil }
        let words = text.split { $0 == " " || $0 == ":" }
        guard words.count == 2, let first = words[1].first,
            first.isLetter || "[{\"".contains(first),
            SwiftPath.isName(words[0].last == "?" ? words[0].dropLast() : words[0])
        else { return nil }
        return (words[0], words[1])
    }

    /// Reports an unquoted name with characters that are probably a mistake: a space, as in `let
    /// name`, invisible characters, or a second `?`.
    private func isMeant(
        _ name: String,
        mayBeAbsent: Bool,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> Bool {
        if name.hasSuffix("?") {
            context.report(.invalidName, "a name can have only one '?' after it", at: node.range)
            return false
        }
        let bare = name.filter { $0 != "?" && $0 != " " }
        // In quotes the space may be intended.
        let isApart = mayBeAbsent && name.hasSuffix(" ") && node.isPlain
        if name.hasPrefix("?") || name.hasSuffix("? ") || isApart, SwiftPath.isName(bare[...]) {
            context.report(
                .invalidName,
                "the '?' directly follows the name, found '\(name.shortened(to: 60))'",
                at: node.range,
                hint: "write `\(bare)?`"
            )
            return false
        }
        guard node.isPlain, let odd = name.unicodeScalars.first(where: \.isUnseen)
        else { return true }
        context.report(
            .invalidName,
            "expected a name without spaces, found "
                + (odd == " " ? "'\(name.shortened(to: 60))'" : "the character \(odd.code) in it"),
            at: node.range,
            hint: "put it in quotes if that is the key in JSON"
        )
        return false
    }

    /// Parses the value after a name: a type with a default, or the long form.
    func parse(
        _ node: YAMLNode,
        name: Located<String>,
        mayBeAbsent: Bool = false,
        in context: inout ParseContext
    ) -> PropertyDeclaration {
        if case .mapping(let pairs) = node.content, !isDictionaryType(pairs) {
            return long(node, name: name, mayBeAbsent: mayBeAbsent, in: &context)
        }
        let (type, defaultValue) = TypeParser.short(node, in: &context)
        return PropertyDeclaration(
            PropertyDeclaration.Contents(
                name: name,
                mayBeAbsent: mayBeAbsent,
                type: type,
                defaultValue: defaultValue
            )
        )
    }

    /// Whether a mapping is a dictionary type, or intended as one.
    private func isDictionaryType(_ pairs: [YAMLPair]) -> Bool {
        // Any other name may be a property of an inline object.
        !pairs.isEmpty
            && pairs.allSatisfy { pair in
                guard let key = pair.key.scalarText else { return false }
                return PrimitiveType(rawValue: key) != nil || ["string", "int"].contains(key)
            }
    }

    /// The hints for formats of a date in other languages.
    private static func foreignFormats(_ text: String?) -> [String: String] {
        guard let text else { return [:] }
        let words = [
            "yyyy-MM-dd": "write dateOnly", "YYYY-MM-DD": "write dateOnly",
            "date": "write dateOnly",
            "date-time": "write iso8601", "rfc3339": "write iso8601",
            "unix": "write unixSeconds", "timestamp": "write unixSeconds",
            "seconds": "write unixSeconds", "milliseconds": "write unixMilliseconds",
        ]
        if let hint = words[text] { return [text: hint] }
        // The letters of a pattern, which no format consists of.
        let isPattern = text.lowercased().contains("yy") || text.contains("HH")
        let hint = "date patterns are not supported: decode it with your own type under `scalars:`"
        return isPattern ? [text: hint] : [:]
    }

    /// Parses the format of a date, or a list of them.
    static func formats(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [Located<DateFormat>] {
        let nodes: [YAMLNode] =
            if case .sequence(let elements) = node.content { elements } else { [node] }
        if nodes.isEmpty {
            context.report(
                .invalidValue,
                "a list of date formats needs at least one format",
                at: node.range
            )
        }
        let formats = nodes.compactMap { node in
            context.word(
                node,
                what: "a date format",
                as: DateFormat.self,
                foreign: foreignFormats(node.scalarText)
            )
            .map { Located($0, at: node.range) }
        }
        return context.distinct(formats)
    }
}

extension Unicode.Scalar {
    /// Whether the character is invisible, or looks like a space.
    fileprivate var isUnseen: Bool {
        // Their properties need no lookup.
        if isASCII { return value <= 0x20 || value == 0x7F }
        // The joiners and selectors belong to the spelling of words and emoji.
        if value == 0x200C || value == 0x200D || properties.isVariationSelector { return false }
        return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
            || properties.generalCategory == .control
    }

    /// The code of the character in Unicode notation: `U+00A0`.
    var code: String {
        "U+" + VisibleText.hexadecimal(value)
    }
}
