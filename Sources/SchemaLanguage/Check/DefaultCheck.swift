import Diagnostics

/// Checks that a default matches its type.
struct DefaultCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.compactMapWritten { diagnostic(for: $0, index) }
    }

    private func diagnostic(
        for property: PropertyDeclaration,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        guard let literal = property.defaultValue, let type = index.resolve(property.type) else {
            return nil
        }
        if property.mayBeAbsent {
            return Diagnostic(
                rule: SchemaRule.invalidDefault,
                "'\(property.name.value)' has a default, so it is never missing",
                at: literal.range,
                hint: "drop the '?' after the name, or the default"
            )
        }
        guard literal.form != .unreadable, !index.lacksCases(type),
            index.literal(literal, as: type) == nil
        else { return nil }
        if let reason = index.reasonAgainstDefaults(of: type) {
            return Diagnostic(
                rule: SchemaRule.invalidDefault,
                "'\(property.name.value)' cannot have a default: \(reason)",
                at: literal.range
            )
        }
        return Diagnostic(
            rule: SchemaRule.invalidDefault,
            "expected \(index.expectation(of: type)) as the default of "
                + "'\(property.name.value)', found \(literal.description)",
            at: literal.range,
            hint: index.hintOfCase(literal, as: type) ?? hint(for: literal, type, index)
        )
    }

    private func hint(
        for literal: LiteralExpression,
        _ type: CheckedType,
        _ index: SchemaIndex
    ) -> String? {
        switch (type.withoutNull, literal.form) {
        case (.primitive(.string), .integer), (.primitive(.string), .float),
            (.primitive(.string), .bool):
            "put quotes around a string that looks like another value"
        case (_, .null): "put a '?' after the type; without a default it is nil"
        case (_, .word("nil")), (_, .word("None")), (_, .word("undefined")):
            type.withoutNull == type
                ? "there is no such default: drop it, or put a '?' after the type"
                : "write null, or nothing: without a default it is nil"
        case (.primitive(.double), .float), (.primitive(.double), .integer):
            "the largest Double is 1.8e308"
        case (.primitive(.float), .float), (.primitive(.float), .integer):
            "the largest Float is 3.4e38"
        case (.array, _): "a default cannot have elements: write [], or drop it"
        case (.dictionary, _): "a default cannot have entries: write {}, or drop it"
        case (.scalar, .quoted(let text)) where index.literal(literal.plain(text), as: type) != nil:
            "drop the quotes: write a default as the value in Swift"
        default: nil
        }
    }
}

extension SchemaIndex {
    /// The value of a literal for a type; nil if it does not match.
    func literal(_ literal: LiteralExpression, as type: CheckedType) -> CheckedLiteral? {
        switch (type, literal.form) {
        case (.nullable, .null): return .null
        case (.nullable(let inner), _): return self.literal(literal, as: inner)
        case (.array, .emptyArray), (.primitive(.json), .emptyArray): return .emptyArray
        case (.dictionary, .emptyDictionary), (.primitive(.json), .emptyDictionary):
            return .emptyDictionary
        // The name of a case may look like a number.
        case (.enumeration(let name), .word(let text)),
            (.enumeration(let name), .quoted(let text)),
            (.enumeration(let name), .integer(let text)),
            (.enumeration(let name), .float(let text)):
            let cases = enumeration(named: name)?.cases ?? []
            return cases.contains { $0.name.value == text }
                ? .enumerationCase(enumeration: name, name: text) : nil
        case (.primitive(let primitive), let form), (.identity(_, let primitive), let form):
            return primitive.literal(form)
        case (.scalar(let name), let form):
            return primitive(ofScalar: name)?.literal(form)
        default: return nil
        }
    }

    /// The hint for a literal in place of a case of an enumeration or a Bool; nil if there is none.
    func hintOfCase(_ literal: LiteralExpression, as type: CheckedType) -> String? {
        switch (type.withoutNull, literal.form) {
        case (.enumeration(let name), .word(let word)), (.enumeration(let name), .quoted(let word)):
            NearestSpelling.hint(
                for: word,
                in: enumeration(named: name)?.cases.map(\.name.value) ?? []
            )
        case (.primitive(.bool), .word(let word)) where ["yes", "on", "y"].contains(word):
            "write true"
        case (.primitive(.bool), .word(let word)) where ["no", "off", "n"].contains(word):
            "write false"
        default: nil
        }
    }

    /// Whether a type is an enumeration with cases that could not be read.
    func lacksCases(_ type: CheckedType) -> Bool {
        guard case .enumeration(let name) = type.withoutNull else { return false }
        return enumeration(named: name)?.lacksCases != false
    }

    /// The reason why a type cannot have a default; nil if it can.
    func reasonAgainstDefaults(of type: CheckedType) -> String? {
        switch type.withoutNull {
        case .value(let name), .entity(let name), .union(let name), .draft(let name),
            .patch(let name):
            "a schema has no syntax for values of \(name)"
        case .scalar(let name) where primitive(ofScalar: name)?.hasNoLiteral != false:
            "a schema has no syntax for values of \(name)"
        case .primitive(let primitive) where primitive.hasNoLiteral,
            .identity(_, let primitive) where primitive.hasNoLiteral:
            "a schema has no syntax for values of \(primitive.rawValue)"
        default: nil
        }
    }

    /// The form of a default of a type, for a message.
    func expectation(of type: CheckedType) -> String {
        switch type {
        case .nullable(let inner): "\(expectation(of: inner)) or null"
        case .array: "[]"
        case .dictionary: "{}"
        case .enumeration(let name): "a case of \(name)"
        case .primitive(let primitive), .identity(_, let primitive): primitive.expectation
        case .scalar(let name): primitive(ofScalar: name)?.expectation ?? name
        case .value(let name), .entity(let name), .union(let name), .draft(let name),
            .patch(let name):
            name
        }
    }

    /// The built-in type of a scalar in Swift; nil if it is a type of the user.
    func primitive(ofScalar name: String) -> PrimitiveType? {
        scalar(named: name).flatMap { $0.0.swift }.flatMap { PrimitiveType(rawValue: $0.value) }
    }
}

extension PrimitiveType {
    func literal(_ form: LiteralExpression.Form) -> CheckedLiteral? {
        switch (self, form) {
        case (.bool, .bool(let value)): .bool(value)
        // In YAML it is a string, in Swift it is not.
        case (.string, .word("nil")): nil
        case (.string, .word(let text)), (.string, .quoted(let text)): .string(text)
        case (.decimal, .integer(let text)):
            text.isDecimal ? .integer(text.normalizedNumber) : nil
        case (.decimal, .float(let text)):
            text.isDecimal ? .decimal(text.normalizedNumber) : nil
        case (.double, .integer(let text)):
            Double(text)?.isFinite == true ? .integer(text.normalizedNumber) : nil
        case (.float, .integer(let text)):
            Float(text)?.isFinite == true ? .integer(text.normalizedNumber) : nil
        case (.double, .float(let text)):
            Double(text)?.isFinite == true ? .decimal(text.normalizedNumber) : nil
        case (.float, .float(let text)):
            Float(text)?.isFinite == true ? .decimal(text.normalizedNumber) : nil
        case (_, .integer(let text)) where isInteger && canHold(text):
            .integer(text.normalizedNumber)
        default: nil
        }
    }

    /// Whether a decimal number is in the range of this integer type.
    func canHold(_ text: String) -> Bool {
        switch self {
        case .int, .int64: Int64(text) != nil
        case .int8: Int8(text) != nil
        case .int16: Int16(text) != nil
        case .int32: Int32(text) != nil
        case .uint8: UInt8(text) != nil
        case .uint16: UInt16(text) != nil
        case .uint32: UInt32(text) != nil
        case .uint64: UInt64(text) != nil
        default: false
        }
    }

    /// Whether the short forms of a schema have no syntax for a value.
    var hasNoLiteral: Bool {
        switch self {
        case .date, .day, .url, .uuid, .data: true
        default: false
        }
    }

    var expectation: String {
        switch self {
        case .string: "a string"
        case .bool: "true or false"
        case .double, .float: "a number"
        case .decimal: "a number of at most 38 digits"
        case .json: "[] or {}"
        case .date, .day, .url, .uuid, .data: "a \(rawValue)"
        default: "an integer that fits \(rawValue)"
        }
    }
}

extension CheckedType {
    /// The type without an outermost `?`.
    var withoutNull: CheckedType {
        if case .nullable(let inner) = self { inner } else { self }
    }
}

extension LiteralExpression {
    /// The same place, with a string without quotes.
    fileprivate func plain(_ text: String) -> LiteralExpression {
        LiteralExpression(form: .init(plain: text), range: range)
    }

    var description: String {
        switch form {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let text), .float(let text): "the number \(text.shortened(to: 40))"
        case .word("nil"): "nil"
        case .quoted(let text), .word(let text): "the string '\(text.shortened(to: 40))'"
        case .emptyArray: "[]"
        case .emptyDictionary: "{}"
        case .collection: "a list or a mapping"
        case .unreadable: "no value"
        }
    }
}

extension String {
    /// Whether a `Decimal` represents the number exactly: 38 digits, times a power of ten from -128
    /// to 127.
    var isDecimal: Bool {
        let halves = lowercased().split(separator: "e", maxSplits: 1)
        guard let mantissa = halves.first else { return false }
        var exponent = 0
        if halves.count == 2 {
            guard let written = Int(halves[1]), (-999...999).contains(written) else { return false }
            exponent = written
        }
        let parts = mantissa.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 2 { exponent -= parts[1].utf8.count }
        var digits = mantissa.utf8.filter { (48...57).contains($0) }.drop { $0 == 48 }
        if digits.isEmpty { return true }
        while digits.last == 48 {
            digits.removeLast()
            exponent += 1
        }
        // Zeros may follow the digits instead of a larger exponent.
        return digits.count <= 38 && exponent >= -128 && exponent <= 127 + 38 - digits.count
    }

    /// A number in Swift notation: `+5` is `5`, `.5` is `0.5`, `1.` is `1.0`, `007` is `7`.
    var normalizedNumber: String {
        let exponent = utf8.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? endIndex
        let isNegative = hasPrefix("-")
        let mantissa = self[..<exponent].drop { $0 == "-" || $0 == "+" }
        let parts = mantissa.split(separator: ".", omittingEmptySubsequences: false)
        let digits = parts.first?.drop { $0 == "0" } ?? ""
        let whole = (isNegative ? "-" : "") + (digits.isEmpty ? "0" : digits)
        guard parts.count > 1 else { return whole + self[exponent...] }
        return whole + "." + (parts[1].isEmpty ? "0" : parts[1]) + self[exponent...]
    }
}
