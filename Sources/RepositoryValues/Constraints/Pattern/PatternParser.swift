/// Parses a regular expression in the syntax of ECMA-262.
///
/// It follows the Unicode mode with exceptions for common usage: `\-`, `\_` and a brace that begins
/// no quantifier are literal.
struct PatternParser {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0

    /// The largest nesting depth of groups.
    private static let maximumDepth = 100

    init(_ source: String) {
        scalars = Array(source.unicodeScalars)
    }

    /// Parses the expression.
    mutating func parse() throws(PatternError) -> PatternNode {
        let node = try choice()
        guard position == scalars.count else {
            throw error("there is no '(' for this ')'")
        }
        return node
    }

    private func error(_ message: String, at offset: Int? = nil) -> PatternError {
        PatternError(message: message, offset: offset ?? position)
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func skip(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard scalars[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    // MARK: - Structure

    private mutating func choice() throws(PatternError) -> PatternNode {
        var alternatives = [try sequence()]
        while skip("|") { alternatives.append(try sequence()) }
        return alternatives.count == 1 ? alternatives[0] : .choice(alternatives)
    }

    private mutating func sequence() throws(PatternError) -> PatternNode {
        var parts: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let start = position
            let atom = try atom(scalar)
            parts.append(try quantified(atom, from: start))
        }
        return .sequence(parts)
    }

    private mutating func atom(_ scalar: Unicode.Scalar) throws(PatternError) -> PatternNode {
        if "*+?".unicodeScalars.contains(scalar) || scalar == "{" && isQuantifier {
            throw error("there is nothing to repeat before '\(scalar)'")
        }
        position += 1
        switch scalar {
        case "^": return .place(.start)
        case "$": return .place(.end)
        case ".": return .character(.notNewline)
        case "(": return try group()
        case "[": return .character(try characterClass())
        case "\\": return try escape()
        default: return .character(.of(scalar.value...scalar.value))
        }
    }

    private mutating func group() throws(PatternError) -> PatternNode {
        let start = position - 1
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw error("more than \(Self.maximumDepth) groups are nested", at: start)
        }
        var isNegative: Bool?
        if skip("?=") {
            isNegative = false
        } else if skip("?!") {
            isNegative = true
        } else if skip("?<=") || skip("?<!") {
            throw error("lookbehind is not supported", at: start)
        } else if skip("?<") {
            try groupName(from: start)
        } else if next == "?", !skip("?:") {
            throw error("expected '?:', '?=', '?!' or '?<name>' in this group", at: start)
        }
        let node = try choice()
        guard skip(")") else { throw error("this group has no ')'", at: start) }
        return isNegative.map { .lookahead(node, isNegative: $0) } ?? node
    }

    private mutating func groupName(from start: Int) throws(PatternError) {
        let name = scalars[position...].prefix {
            $0.properties.isIDContinue || $0 == "$" || $0 == "_"
        }
        position += name.count
        guard !name.isEmpty, skip(">") else {
            throw error("expected a name and '>' after '(?<'", at: start)
        }
    }

    // MARK: - Quantifiers

    private mutating func quantified(
        _ atom: PatternNode,
        from start: Int
    ) throws(PatternError) -> PatternNode {
        guard let (least, most) = try quantifier() else { return atom }
        guard !atom.isAssertion else {
            throw error("what matches no character cannot be repeated", at: start)
        }
        // A lazy quantifier does not change whether there is a match.
        _ = skip("?")
        return .repeated(atom, least: least, most: most)
    }

    private mutating func quantifier() throws(PatternError) -> (Int, Int?)? {
        if skip("*") { return (0, nil) }
        if skip("+") { return (1, nil) }
        if skip("?") { return (0, 1) }
        guard next == "{", isQuantifier else { return nil }
        let start = position
        position += 1
        let least = number()
        var most: Int? = least
        if skip(",") { most = next == "}" ? nil : number() }
        position += 1
        if let most, most < least { throw error("the numbers are in the wrong order", at: start) }
        return (least, most)
    }

    /// Whether the brace at the current position begins a quantifier: `{2}`, `{2,}` or `{2,5}`.
    private var isQuantifier: Bool {
        var rest = scalars[(position + 1)...]
        let least = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(least.count)
        if rest.first == "," { rest = rest.dropFirst().drop(while: \.isDigit) }
        return !least.isEmpty && rest.first == "}"
    }

    private mutating func number() -> Int {
        let digits = scalars[position...].prefix(while: \.isDigit)
        position += digits.count
        return digits.reduce(0) { min($0 * 10 + Int($1.value - 48), 1_000_000) }
    }

    // MARK: - Characters

    private mutating func escape() throws(PatternError) -> PatternNode {
        if skip("b") { return .place(.wordBoundary) }
        if skip("B") { return .place(.insideOrOutsideWord) }
        let start = position - 1
        if next == "k" || next.map({ ("1"..."9").contains($0) }) == true {
            throw error("back references are not supported", at: start)
        }
        return .character(try escapedCharacters(from: start).set)
    }

    /// Returns the characters of an escape, and its character if there is only one.
    private mutating func escapedCharacters(
        from start: Int
    ) throws(PatternError) -> (set: PatternNode.CharacterSet, only: UInt32?) {
        guard let scalar = next else { throw error("there is nothing after '\\'", at: start) }
        position += 1
        switch scalar {
        case "d": return (.digits, nil)
        case "D": return (PatternNode.CharacterSet.digits.inverted, nil)
        case "w": return (.word, nil)
        case "W": return (PatternNode.CharacterSet.word.inverted, nil)
        case "s": return (.space, nil)
        case "S": return (PatternNode.CharacterSet.space.inverted, nil)
        case "p", "P": return (try property(isNegative: scalar == "P", from: start), nil)
        default:
            let value = try value(of: scalar, from: start)
            return (.of(value...value), value)
        }
    }

    private mutating func property(
        isNegative: Bool,
        from start: Int
    ) throws(PatternError) -> PatternNode.CharacterSet {
        guard skip("{") else { throw error("expected '{' and the name of a property", at: start) }
        let name = scalars[position...].prefix { $0 != "}" }
        position += name.count
        let text = String(String.UnicodeScalarView(name))
        guard skip("}"), let property = UnicodeProperty(text) else {
            throw error("the property '\(text.prefix(40))' is not supported", at: start)
        }
        return PatternNode.CharacterSet(
            properties: [.init(property: property, isNegative: isNegative)]
        )
    }

    /// Returns the scalar value of an escape.
    private mutating func value(
        of scalar: Unicode.Scalar,
        from start: Int
    ) throws(PatternError) -> UInt32 {
        switch scalar {
        case "t": return 0x09
        case "n": return 0x0A
        case "v": return 0x0B
        case "f": return 0x0C
        case "r": return 0x0D
        case "0" where next?.isDigit != true: return 0
        case "c":
            guard let letter = next, letter.isASCII, letter.properties.isAlphabetic else {
                throw error("expected a letter after '\\c'", at: start)
            }
            position += 1
            return letter.value % 32
        case "x": return try hexadecimal(2, from: start)
        case "u": return try unicode(from: start)
        default:
            guard !scalar.isASCII || !(scalar.properties.isAlphabetic || scalar.isDigit) else {
                throw error("'\\\(scalar)' means nothing", at: start)
            }
            return scalar.value
        }
    }

    private mutating func unicode(from start: Int) throws(PatternError) -> UInt32 {
        if skip("{") {
            let digits = scalars[position...].prefix { $0 != "}" }
            position += digits.count
            let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
            guard skip("}"), let value, value <= 0x10FFFF else {
                throw error("expected a hexadecimal number up to 10FFFF and '}'", at: start)
            }
            return value
        }
        let value = try hexadecimal(4, from: start)
        let afterFirst = position
        guard (0xD800...0xDBFF).contains(value), skip("\\u") else { return value }
        // A surrogate pair is one character.
        let low = try hexadecimal(4, from: start)
        guard (0xDC00...0xDFFF).contains(low) else {
            position = afterFirst
            return value
        }
        return 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00)
    }

    private mutating func hexadecimal(_ count: Int, from start: Int) throws(PatternError) -> UInt32
    {
        let digits = scalars[position...].prefix(count)
        let text = String(String.UnicodeScalarView(digits))
        guard digits.count == count, digits.allSatisfy(\.isHexadecimal),
            let value = UInt32(text, radix: 16)
        else { throw error("expected \(count) hexadecimal digits", at: start) }
        position += count
        return value
    }

    private mutating func characterClass() throws(PatternError) -> PatternNode.CharacterSet {
        let start = position - 1
        var set = PatternNode.CharacterSet()
        set.isNegative = skip("^")
        while let scalar = next, scalar != "]" {
            let place = position
            let (first, only) = try classMember()
            guard let only, next == "-", position + 1 < scalars.count, scalars[position + 1] != "]"
            else {
                set.formUnion(first)
                continue
            }
            position += 1
            let (last, upper) = try classMember()
            guard let upper else {
                // A range cannot end in a class, so the hyphen is literal.
                for part in [first, .of(0x2D...0x2D), last] { set.formUnion(part) }
                continue
            }
            guard only <= upper else { throw error("the range is in the wrong order", at: place) }
            set.ranges.append(only...upper)
        }
        guard skip("]") else { throw error("this class has no ']'", at: start) }
        return set
    }

    private mutating func classMember() throws(PatternError) -> (
        set: PatternNode.CharacterSet, only: UInt32?
    ) {
        guard let scalar = next else { throw error("this class has no ']'") }
        let start = position
        position += 1
        guard scalar == "\\" else { return (.of(scalar.value...scalar.value), scalar.value) }
        if skip("b") { return (.of(0x08...0x08), 0x08) }
        return try escapedCharacters(from: start)
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

    fileprivate var isHexadecimal: Bool {
        isDigit || ("a"..."f").contains(self) || ("A"..."F").contains(self)
    }
}
