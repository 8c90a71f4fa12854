import Diagnostics

/// Checks that the cases of an enumeration have distinct names and raw values of its type.
struct EnumerationCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap(\.enumerations).flatMap { enumeration -> [Diagnostic] in
            let rawType = enumeration.checkedRawType
            let type = enumeration.rawType.flatMap { written in
                rawType != nil
                    ? nil
                    : Diagnostic(
                        rule: SchemaRule.invalidEnumCase,
                        "the type of an enum is String or an integer type, such as Int",
                        at: written.range,
                        hint: ForeignType.names[written.value.lowercased()].flatMap {
                            PrimitiveType(rawValue: $0).map { "write \($0.rawValue)" }
                        }
                    )
            }
            return [type, Self.numbersWithoutType(enumeration)].compactMap(\.self)
                + diagnostics(for: enumeration.cases, rawType)
                + formerValues(of: enumeration.cases, rawType)
        }
    }

    /// If all raw values are numbers and no type is declared, they would become strings, which is
    /// rarely intended.
    private static func numbersWithoutType(_ enumeration: EnumerationDeclaration) -> Diagnostic? {
        let areNumbers = enumeration.cases.allSatisfy { declared in
            if case .integer = declared.raw?.form { true } else { declared.isNumber }
        }
        guard enumeration.rawType == nil, !enumeration.hasUnreadableType,
            enumeration.heading.isWhole, areNumbers, let first = enumeration.cases.first
        else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidEnumCase,
            "the raw values of '\(enumeration.heading.name.value)' are numbers, but its type is "
                + "String",
            at: first.raw?.range ?? first.name.range,
            hint: first.isNumber
                ? "write `type: Int` with `cases: { one: 1 }`, or put quotes around each of them"
                : "write `type: Int`, or put quotes around each of them"
        )
    }

    private func diagnostics(
        for cases: [EnumerationDeclaration.Case],
        _ rawType: PrimitiveType?
    ) -> [Diagnostic] {
        var names: [String: Located<String>] = [:]
        var values: [CheckedEnumeration.RawValue: Located<String>] = [:]
        var diagnostics: [Diagnostic] = []
        for (index, declared) in cases.enumerated() {
            let range = declared.raw?.range ?? declared.name.range
            if let first = names.updateValue(declared.name, forKey: declared.name.value) {
                diagnostics.append(
                    duplicate("the case '\(declared.name.value)'", declared.name.range, first)
                )
                continue
            }
            guard let rawType else { continue }
            guard let raw = declared.rawValue(of: rawType) else {
                diagnostics.append(
                    Diagnostic(
                        rule: SchemaRule.invalidEnumCase,
                        "the case '\(declared.name.value)' needs a raw value of "
                            + rawType.rawValue + declared.foundInstead,
                        at: range,
                        hint: rawType == .string
                            ? "put quotes around the raw value"
                            : declared.hintOfNumber(at: index + 1)
                    )
                )
                continue
            }
            if let first = values.updateValue(declared.name, forKey: raw) {
                diagnostics.append(duplicate("a raw value", range, first))
            }
        }
        return diagnostics
    }

    /// Checks that each former raw value has the type, is no longer used, and belongs to one case.
    private func formerValues(
        of cases: [EnumerationDeclaration.Case],
        _ rawType: PrimitiveType?
    ) -> [Diagnostic] {
        guard let rawType else { return [] }
        var values: [CheckedEnumeration.RawValue: Located<String>] = [:]
        for declared in cases {
            if let raw = declared.rawValue(of: rawType) { values[raw] = declared.name }
        }
        var diagnostics: [Diagnostic] = []
        for declared in cases {
            for former in declared.former {
                guard let raw = EnumerationDeclaration.Case.value(of: former, rawType) else {
                    diagnostics.append(
                        Diagnostic(
                            rule: SchemaRule.invalidEnumCase,
                            "a former value of '\(declared.name.value)' does not fit "
                                + "\(rawType.rawValue)",
                            at: former.range
                        )
                    )
                    continue
                }
                if let first = values.updateValue(declared.name, forKey: raw) {
                    diagnostics.append(
                        Diagnostic(
                            rule: SchemaRule.invalidEnumCase,
                            "a former value of '\(declared.name.value)' already belongs to "
                                + "'\(first.value)'",
                            at: former.range,
                            notes: [
                                Diagnostic.Note(
                                    "'\(first.value)' is declared here",
                                    at: first.range
                                )
                            ]
                        )
                    )
                }
            }
        }
        return diagnostics
    }

    private func duplicate(
        _ what: String,
        _ range: SourceRange,
        _ first: Located<String>
    ) -> Diagnostic {
        Diagnostic(
            rule: SchemaRule.invalidEnumCase,
            "\(what) is declared twice",
            at: range,
            notes: [Diagnostic.Note("the first is here", at: first.range)]
        )
    }
}

extension EnumerationDeclaration {
    /// The type of the raw values; nil if the schema names another, or one that could not be read.
    var checkedRawType: PrimitiveType? {
        if hasUnreadableType { return nil }
        guard let rawType else { return .string }
        return PrimitiveType(rawValue: rawType.value).flatMap {
            $0 == .string || $0.isInteger ? $0 : nil
        }
    }
}

extension EnumerationDeclaration.Case {
    /// The value found instead of a raw value of the type, for a message.
    fileprivate var foundInstead: String {
        raw.map { ", found \($0.description)" } ?? ""
    }

    /// The hint where a number is expected, with a number for an example.
    fileprivate func hintOfNumber(at number: Int) -> String {
        switch raw?.form {
        case .quoted(let text) where text.isDecimalInteger: "drop the quotes"
        case .word(let text) where text.first?.isNumber == true, .float(let text):
            Self.integer(writtenAs: text).map { "write \($0)" } ?? "write a decimal integer"
        default: "write `\(name.value): \(number)` under `cases:`"
        }
    }

    /// The integer of another notation, such as `0x10`, `0o17`, `1_000` or `1e3`.
    private static func integer(writtenAs text: String) -> Int? {
        let digits = text.filter { $0 != "_" }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
            return Int(digits.dropFirst(2), radix: radix)
        }
        return Int(digits) ?? Double(digits).flatMap { Int(exactly: $0) }
    }

    /// The raw value; nil if it is missing or has another type.
    func rawValue(of rawType: PrimitiveType) -> CheckedEnumeration.RawValue? {
        guard let raw else { return rawType == .string ? .string(name.value) : nil }
        return Self.value(of: raw, rawType)
    }

    /// The former raw values of that type.
    func formerValues(of rawType: PrimitiveType) -> [CheckedEnumeration.RawValue] {
        former.compactMap { Self.value(of: $0, rawType) }
    }

    static func value(
        of literal: LiteralExpression,
        _ rawType: PrimitiveType
    ) -> CheckedEnumeration.RawValue? {
        guard rawType == .string else {
            guard case .integer(let text) = literal.form, rawType.canHold(text) else { return nil }
            let number = text.normalizedNumber
            return .integer(number == "-0" ? "0" : number)
        }
        return switch literal.form {
        case .quoted(let text), .word(let text): .string(text)
        // Without quotes these are no strings in YAML, but as the cases of a string enum they can
        // only be intended as such.
        case .integer(let text), .float(let text): .string(text)
        case .null, .bool, .emptyArray, .emptyDictionary, .collection, .unreadable: nil
        }
    }
}
