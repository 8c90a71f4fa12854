import Diagnostics
import YAMLTree

/// Parses the grammar of types, with the default of the short form.
///
/// ```
/// short = type [ "=" literal ]
/// type  = ( name [ "." member ] | "[" type "]" | "{" "String" ":" type "}" ) [ "?" ]
/// ```
///
/// A YAML list `[Message]` and a YAML mapping `{ String: Int }` are the same types without quotes.
struct TypeParser {
    /// The maximum nesting of a type.
    ///
    /// The Swift compiler takes twice as long for each further level, minutes for 24. A deeper type
    /// is an attack or a mistake.
    static let depthLimit = 16

    private let scalars: [Unicode.Scalar]
    private let start: SourcePosition
    private let whole: SourceRange
    /// Whether each scalar is one column in the source.
    ///
    /// If there are several lines or escapes, it is not, and a mistake is reported for the whole
    /// text.
    private let isVerbatim: Bool
    private var index = 0
    private var depth: Int

    /// The mistake that ends the parsing of one text.
    private struct Failure: Error {
        var message: String
        var range: SourceRange
        var hint: String?
    }

    private init(_ scalar: YAMLScalar, range: SourceRange, depth: Int = 0) {
        self.depth = depth
        self.scalars = Array(scalar.text.unicodeScalars)
        whole = range
        let quotes =
            switch scalar.style {
            case .singleQuoted, .doubleQuoted: 1
            case .plain, .literal, .folded: 0
            }
        start = range.start.advanced(by: quotes)
        isVerbatim = range.end == start.advanced(by: scalars.count + quotes)
    }

    /// Parses a type.
    static func type(_ node: YAMLNode, in context: inout ParseContext) -> TypeExpression {
        short(node, allowsDefault: false, in: &context).type
    }

    /// Parses a type with an optional default.
    ///
    /// - Returns: The parts that could be read.
    static func short(
        _ node: YAMLNode,
        allowsDefault: Bool = true,
        in context: inout ParseContext
    ) -> (type: TypeExpression, defaultValue: LiteralExpression?) {
        do throws(Failure) {
            switch node.content {
            case .sequence, .mapping:
                return (try collection(node, depth: 0), nil)
            case .scalar(let scalar):
                if scalar.meaning == .null && scalar.style == .plain {
                    throw Failure(
                        message: "expected a type, found \(node.kindDescription)",
                        range: node.range,
                        hint: "write a type such as String, Int? or [Message]"
                    )
                }
                var parser = TypeParser(scalar, range: node.range)
                let type = try parser.typeBeforeDefault()
                do throws(Failure) {
                    return (type, try parser.defaultValue(isAllowed: allowsDefault))
                } catch {
                    context.report(.invalidType, error.message, at: error.range, hint: error.hint)
                    return (type, LiteralExpression(form: .unreadable, range: error.range))
                }
            }
        } catch {
            context.report(.invalidType, error.message, at: error.range, hint: error.hint)
            return (.unreadable(at: node.range), nil)
        }
    }

    // MARK: - Types as YAML collections

    private static func collection(_ node: YAMLNode, depth: Int) throws(Failure) -> TypeExpression {
        guard depth < depthLimit else {
            throw Failure(message: "types nest too deeply", range: node.range, hint: nil)
        }
        switch node.content {
        case .scalar(let scalar):
            var parser = TypeParser(scalar, range: node.range, depth: depth)
            let type = try parser.typeBeforeDefault()
            _ = try parser.defaultValue(isAllowed: false)
            return type
        case .sequence(let elements):
            guard let element = elements.first, elements.count == 1 else {
                let words = elements.compactMap(\.scalarText)
                throw Failure(
                    message: "expected one type between '[' and ']', found \(elements.count)",
                    range: node.range,
                    hint: (words.count == elements.count ? nullHint(words) ?? enumHint(words) : nil)
                        ?? "an array of messages is [Message]"
                )
            }
            // In YAML `[String: Int]` is a list of a mapping, which is never intended.
            if case .mapping(let pairs) = element.content,
                element.range.start == pairs.first?.key.range.start
            {
                throw Failure(
                    message: "expected a type, found a key with a value",
                    range: element.range,
                    hint: "a dictionary is { String: T }, an array of them [{ String: T }]"
                )
            }
            let type = try collection(element, depth: depth + 1)
            return TypeExpression(form: .array(type), range: node.range)
        case .mapping(let pairs):
            guard let pair = pairs.first, pairs.count == 1, let key = pair.key.scalarText,
                isMeantAsType(key)
            else {
                throw Failure(
                    message: pairs.count > 1
                        ? "expected a type, found a mapping with \(pairs.count) keys"
                        : "expected a type, found a mapping",
                    range: node.range,
                    hint: hint(forMapping: pairs)
                )
            }
            guard key == "String" else {
                throw foreignKey(key, at: pair.key.range, of: pair.value.scalarText)
            }
            let type = try collection(pair.value, depth: depth + 1)
            return TypeExpression(form: .dictionary(type), range: node.range)
        }
    }

    /// A dictionary with keys that JSON cannot have.
    private static func foreignKey(
        _ key: String,
        at range: SourceRange,
        of value: String?
    ) -> Failure {
        Failure(
            message: "the keys of a dictionary are always String, found "
                + "'\(key.shortened(to: 40))'",
            range: range,
            hint:
                "write `{ String: \(value?.shortened(to: 60) ?? "T") }`: JSON keys are strings"
        )
    }

    // MARK: - Types as strings

    /// Parses a type up to the end, or to the `=` of a default.
    private mutating func typeBeforeDefault() throws(Failure) -> TypeExpression {
        let type = try type()
        skipSpaces()
        guard let next = peek, next != "=" else { return type }
        throw unexpected("the end of the type", after: type)
    }

    /// Parses a default after a type; nil if there is none.
    private mutating func defaultValue(isAllowed: Bool) throws(Failure) -> LiteralExpression? {
        guard peek != nil else { return nil }
        guard isAllowed else {
            throw Failure(
                message: "a default is not allowed here",
                range: range(from: index, to: scalars.count),
                hint: nil
            )
        }
        index += 1
        skipSpaces()
        return try literal()
    }

    private mutating func type() throws(Failure) -> TypeExpression {
        depth += 1
        defer { depth -= 1 }
        skipSpaces()
        let begin = index
        guard depth <= Self.depthLimit else {
            throw Failure(
                message: "types nest too deeply",
                range: range(from: begin, to: begin + 1)
            )
        }
        var form: TypeExpression.Form
        switch peek {
        case "[":
            index += 1
            let element = try type()
            try expect("]", closing: begin)
            form = .array(element)
        case "{":
            index += 1
            skipSpaces()
            guard let key = name() else { throw unexpected("'String', because keys are strings") }
            guard key.value == "String" else {
                throw Self.foreignKey(key.value, at: key.range, of: valueText)
            }
            try expect(":", closing: nil)
            let value = try type()
            try expect("}", closing: begin)
            form = .dictionary(value)
        default:
            guard let name = name() else { throw unexpected("a type") }
            form = .name(name.value, member: try member())
        }
        let inner = TypeExpression(form: form, range: range(from: begin, to: index))
        guard peek == "?" else { return inner }
        index += 1
        if peek == "?" {
            throw Failure(
                message: "a type can be nullable only once: write one '?'",
                range: range(from: index, to: index + 1)
            )
        }
        form = .optional(inner)
        return TypeExpression(form: form, range: range(from: begin, to: index))
    }

    private mutating func member() throws(Failure) -> Located<String>? {
        guard peek == "." else { return nil }
        index += 1
        guard let member = name() else { throw unexpected("ID, Draft or Patch after '.'") }
        return member
    }

    private mutating func name() -> Located<String>? {
        let begin = index
        while let scalar = peek, scalar.isNamePart(first: index == begin) { index += 1 }
        guard index > begin else { return nil }
        return Located(text(from: begin, to: index), at: range(from: begin, to: index))
    }

    private mutating func expect(
        _ scalar: Unicode.Scalar,
        closing opening: Int?
    ) throws(Failure) {
        skipSpaces()
        guard peek == scalar else { throw unexpected("'\(scalar)'") }
        index += 1
    }

    // MARK: - Literals

    private mutating func literal() throws(Failure) -> LiteralExpression {
        var end = scalars.count
        while end > index, scalars[end - 1].isSpace { end -= 1 }
        guard end > index else { throw unexpected("a default after '='") }
        let text = text(from: index, to: end)
        let range = range(from: index, to: end)
        let form: LiteralExpression.Form
        if let quote = text.first, quote == "\"" || quote == "'" {
            guard text.count > 1, text.last == quote, !text.dropFirst().dropLast().contains(quote)
            else {
                throw Failure(
                    message: "expected a closing \(quote) at the end of the default",
                    range: range,
                    hint: "for a string that contains quotes, use the long form with `default:`"
                )
            }
            form = .quoted(String(text.dropFirst().dropLast()))
        } else if let first = text.first, "“„‘".contains(first), "”“’".contains(text.suffix(1)) {
            let inner = text.dropFirst().dropLast().shortened(to: 40)
            throw Failure(
                message: "curly quotes belong to a string, and do not enclose it",
                range: range,
                hint: "write \"\(inner)\", with straight quotes"
            )
        } else {
            form = LiteralExpression.Form(plain: text)
        }
        return LiteralExpression(form: form, range: range)
    }

    // MARK: - Scalars and places

    private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func skipSpaces() {
        while let scalar = peek, scalar.isSpace { index += 1 }
    }

    /// The text after the next colon, up to the closing brace; nil if there is none.
    private var valueText: String? {
        guard let colon = scalars[index...].firstIndex(of: ":"),
            let end = scalars[colon...].firstIndex(of: "}"), end > colon + 1
        else { return nil }
        let text = text(from: colon + 1, to: end).split(separator: " ").joined(separator: " ")
        return text.isEmpty || text.contains("{") ? nil : text
    }

    private func text(from begin: Int, to end: Int) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[begin..<end])
        return String(view)
    }

    private func range(from begin: Int, to end: Int) -> SourceRange {
        guard isVerbatim else { return whole }
        return SourceRange(
            path: whole.path,
            start: start.advanced(by: begin),
            end: start.advanced(by: end)
        )
    }

    private func unexpected(
        _ expected: String,
        after type: TypeExpression? = nil
    ) -> Failure {
        let range = range(from: index, to: min(index + 1, scalars.count))
        guard let found = peek else {
            let hint = scalars.isEmpty ? "write a type such as String, Int? or [Message]" : nil
            return Failure(
                message: "expected \(expected), found the end of the type",
                range: range,
                hint: hint
            )
        }
        let hint =
            Self.hint(for: found, text(from: 0, to: scalars.count))
            ?? ForeignType.hint(forText: text(from: 0, to: scalars.count))
            ?? type.flatMap { Self.hint(forWordsBehind: $0, text(from: index, to: scalars.count)) }
        return Failure(
            message: "expected \(expected), found '\(found)'",
            range: range,
            hint: hint
        )
    }
}
