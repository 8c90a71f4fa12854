import Diagnostics
package import RepositoryValues
import YAMLTree

/// Parses what restricts the values of a property beyond their type.
enum ConstraintParser {
    /// The keys, in canonical order; `format` is one, too, where it is that of a text.
    static let keys = [
        "minLength", "maxLength", "pattern", "minimum", "maximum", "exclusiveMinimum",
        "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems",
    ]

    /// What to write instead of the constraints of elsewhere, or where nothing is restricted.
    static func foreign(areKnown: Bool) -> [String: String] {
        guard !areKnown else {
            return [
                "min":
                    "write `minimum:` for numbers, `minLength:` for texts, `minItems:` for arrays",
                "max":
                    "write `maximum:` for numbers, `maxLength:` for texts, `maxItems:` for arrays",
                "regex": "write `pattern:`",
            ]
        }
        let hint = "only the properties of values and entities have constraints: drop it"
        return Dictionary(uniqueKeysWithValues: keys.map { ($0, hint) })
    }

    /// Parses the keys of a property that are there.
    static func parse(
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> [Located<Constraint>] {
        var found: [Located<Constraint>] = []
        for key in keys {
            guard let node = mapping.optional(key),
                let constraint = constraint(key, node, in: &context)
            else { continue }
            found.append(Located(constraint, at: node.range))
        }
        return found
    }

    private static func constraint(
        _ key: String,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> Constraint? {
        switch key {
        case "minLength": context.number(node, what: key, from: 0).map { .minLength($0) }
        case "maxLength": context.number(node, what: key, from: 0).map { .maxLength($0) }
        case "minItems": context.number(node, what: key, from: 0).map { .minItems($0) }
        case "maxItems": context.number(node, what: key, from: 0).map { .maxItems($0) }
        case "minimum": bound(node, of: key, in: &context).map { .minimum($0) }
        case "maximum": bound(node, of: key, in: &context).map { .maximum($0) }
        case "exclusiveMinimum": bound(node, of: key, in: &context).map { .exclusiveMinimum($0) }
        case "exclusiveMaximum": bound(node, of: key, in: &context).map { .exclusiveMaximum($0) }
        case "multipleOf": divisor(node, in: &context).map { .multipleOf($0) }
        case "pattern": pattern(node, in: &context).map { .pattern($0) }
        default: context.bool(node, what: key) == true ? .uniqueItems : nil
        }
    }

    // MARK: - Numbers

    private static func bound(
        _ node: YAMLNode,
        of key: String,
        in context: inout ParseContext
    ) -> Constraint.Bound? {
        guard case .scalar(let scalar) = node.content, scalar.meaning.isNumber,
            let number = JSONText.number(scalar.text).flatMap({ JSON.Number($0) })
        else {
            // Draft 4 of JSON Schema has them next to `minimum` and `maximum`.
            let isFlag = node.scalarText == "true" && key.hasPrefix("exclusive")
            context.reportKind(
                of: node,
                what: key,
                expected: "a number",
                hint: isFlag
                    ? "write the number here, and drop `\(key == "exclusiveMinimum" ? "minimum" : "maximum"):`"
                    : nil
            )
            return nil
        }
        guard let bound = Constraint.Bound(exactly: number) else {
            context.report(
                .invalidValue,
                "expected a whole number of 64 bits or a Double for \(key), found \(scalar.text.shortened(to: 40))",
                at: node.range
            )
            return nil
        }
        return bound
    }

    private static func divisor(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> Constraint.Bound? {
        guard let bound = bound(node, of: "multipleOf", in: &context) else { return nil }
        if Constraint.exclusiveMinimum(0).isSatisfied(by: .number(bound.number)) { return bound }
        context.report(
            .invalidValue,
            "expected a number greater than 0 for multipleOf, found \(bound)",
            at: node.range
        )
        return nil
    }

    // MARK: - Texts

    private static func pattern(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> String? {
        guard let text = context.text(node, what: "pattern") else { return nil }
        // JavaScript writes expressions so; taken literally, no text could match.
        if text.value.wholeMatch(of: /\/(\^.+|.+\$)\/[a-z]*/) != nil {
            context.report(
                .invalidValue,
                "expected a regular expression for pattern, not one between slashes",
                at: node.range,
                hint: hint(for: text.value)
            )
            return nil
        }
        do throws(PatternError) {
            return try Pattern(text.value).source
        } catch {
            context.report(
                .invalidValue,
                "expected a regular expression for pattern: \(error)",
                at: node.range,
                hint: hint(for: text.value)
            )
            return nil
        }
    }

    /// What to write instead of an expression of another dialect.
    private static func hint(for pattern: String) -> String? {
        if pattern.hasPrefix("/") { return "write the expression without slashes and flags" }
        if pattern.contains("(?i)") { return "there are no flags: write `[Aa]` for both cases" }
        if pattern.contains("\\A") || pattern.contains("\\z") || pattern.contains("\\Z") {
            return "write `^` for the start of the text and `$` for its end"
        }
        return nil
    }

    /// Whether what `format` says is the format of a text, rather than of a date.
    static func isTextFormat(_ node: YAMLNode, of type: TypeExpression) -> Bool {
        guard let text = node.scalarText, DateFormat(rawValue: text) == nil else { return false }
        return TextFormat(rawValue: text) != nil || type.leafName == PrimitiveType.string.rawValue
    }

    /// Parses the format of a text.
    static func format(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [Located<Constraint>] {
        let format = context.word(
            node,
            what: "the format of a text",
            as: TextFormat.self,
            foreign: foreignFormats
        )
        return format.map { [Located(.format($0), at: node.range)] } ?? []
    }

    /// What to write instead of a format of elsewhere.
    private static let foreignFormats = [
        "e-mail": "write email", "mail": "write email", "idn-email": "write email",
        "host": "write hostname", "domain": "write hostname", "ip": "write ipv4 or ipv6",
        "url": "write uri", "guid": "write uuid", "date-time": "write `type: Date`",
        "date": "write `type: Day`", "byte": "write `type: Data`", "base64": "write `type: Data`",
        "password": "write `redacted: true` to hide the value",
        "regex": "write `pattern:` for an expression that the text has to match",
    ]
}

extension Constraint.Bound {
    /// Makes a bound of a number that Swift has a literal for, without a digit less; nil of any other.
    package init?(exactly number: JSON.Number) {
        let isExact =
            number.integer(Int64.self) != nil
            || number.double.flatMap { JSON.Number($0) } == number
        guard isExact else { return nil }
        self.init(number)
    }
}

extension YAMLScalar.Meaning {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .float: true
        case .null, .bool, .string: false
        }
    }
}
