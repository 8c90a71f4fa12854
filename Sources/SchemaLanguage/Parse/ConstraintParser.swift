import Diagnostics
package import RepositoryValues
import YAMLTree

/// Parses the constraints on the values of a property.
package enum ConstraintParser {
    /// The keys, in canonical order; `format` is one, too, if it is that of a string.
    package static let keys = [
        "minLength", "maxLength", "pattern", "minimum", "maximum", "exclusiveMinimum",
        "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems",
    ]

    /// The hints for constraints of other languages, or where there can be none.
    static func foreign(areKnown: Bool) -> [String: String] {
        guard !areKnown else {
            return [
                "min":
                    "write `minimum:` for numbers, `minLength:` for strings, `minItems:` for "
                    + "arrays",
                "max":
                    "write `maximum:` for numbers, `maxLength:` for strings, `maxItems:` for "
                    + "arrays",
                "regex": "write `pattern:`",
            ]
        }
        let hint = "only the properties of values and entities can have constraints: drop it"
        return Dictionary(uniqueKeysWithValues: keys.map { ($0, hint) })
    }

    /// Parses the existing keys of a property.
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
                "expected an integer of 64 bits or a Double for \(key), found "
                    + "\(scalar.text.shortened(to: 40))",
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

    // MARK: - Strings

    private static func pattern(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> String? {
        guard let text = context.text(node, what: "pattern") else { return nil }
        if Pattern.isBetweenSlashes(text.value) {
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

    /// The hint for an expression of another dialect.
    private static func hint(for pattern: String) -> String? {
        if pattern.hasPrefix("/") { return "write the expression without slashes and flags" }
        if pattern.contains("(?i)") { return "there are no flags: write `[Aa]` for both cases" }
        if pattern.contains("\\A") || pattern.contains("\\z") || pattern.contains("\\Z") {
            return "write `^` for the start of the string and `$` for its end"
        }
        return nil
    }

    /// Whether `format` is the format of a string, rather than of a date.
    static func isTextFormat(_ node: YAMLNode, of type: TypeExpression) -> Bool {
        guard let text = node.scalarText, DateFormat(rawValue: text) == nil else { return false }
        return TextFormat(rawValue: text) != nil || type.leafName == PrimitiveType.string.rawValue
    }

    /// Parses the format of a string.
    static func format(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [Located<Constraint>] {
        let format = context.word(
            node,
            what: "the format of a string",
            as: TextFormat.self,
            foreign: foreignFormats
        )
        return format.map { [Located(.format($0), at: node.range)] } ?? []
    }

    /// The hints for formats of other languages.
    private static let foreignFormats = [
        "e-mail": "write email", "mail": "write email", "idn-email": "write email",
        "host": "write hostname", "domain": "write hostname", "ip": "write ipv4 or ipv6",
        "url": "write uri", "guid": "write uuid", "date-time": "write `type: Date`",
        "date": "write `type: Day`", "byte": "write `type: Data`", "base64": "write `type: Data`",
        "password": "write `redacted: true` to hide the value",
        "regex": "write `pattern:` with a regular expression that the string has to match",
    ]
}

extension Constraint.Bound {
    /// Makes a bound from a number that a Swift literal represents exactly; nil for any other.
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

extension Pattern {
    /// Whether a text is an expression in the notation of JavaScript, `/^a$/`; taken literally, no
    /// string could match it.
    package static func isBetweenSlashes(_ text: String) -> Bool {
        text.wholeMatch(of: /\/(\^.+|.+\$)\/[a-z]*/) != nil
    }
}
