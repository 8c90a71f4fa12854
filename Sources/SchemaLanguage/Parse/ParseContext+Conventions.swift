import Diagnostics
import YAMLTree

extension ParseContext {
    /// A key path: keys separated by dots, `[0]` for an element; anything else is a mistake.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - what: The purpose of the path.
    ///   - isOfKeys: Whether it leads through objects only.
    ///   - mayBeWhole: Whether `.` stands for the whole.
    ///   - mayBeNone: Whether `none` means that there is none.
    ///   - mayBeElement: Whether it can start with an element of an array, such as `[0]`.
    /// - Returns: The path; empty for the whole.
    mutating func keyPath(
        _ node: YAMLNode,
        what: String,
        isOfKeys: Bool = false,
        mayBeWhole: Bool = false,
        mayBeNone: Bool = false,
        mayBeElement: Bool = false
    ) -> String? {
        let expected = "a key path such as data.items\(isOfKeys ? "" : " or rows[0]")"
        guard let text = name(node, what: what, expected: expected, mayBeNone: mayBeNone) else {
            return nil
        }
        if mayBeWhole, text.value == "." { return "" }
        if let hint = foreignStep(of: text.value, isOfKeys: isOfKeys) {
            report(
                .invalidValue,
                "expected \(expected) for \(what), found '\(text.value.shortened(to: 60))'",
                at: text.range,
                hint: hint
            )
            return nil
        }
        let key = #"(?:[^.\[\]\\]|\\.)+"#
        let steps = isOfKeys ? "" : #"(?:\[[0-9]{1,3}\])*"#
        let path = "\(key)\(steps)(?:\\.\(key)\(steps))*"
        let element = #"\[[0-9]{1,3}\]\#(steps)"#
        let grammar = try? Regex(
            mayBeElement ? "\(path)|\(element)(?:\\.\(path))?" : path
        )
        let isPointer = text.value.hasPrefix("/")
        if !isPointer, text.value.utf8.count <= 200, let grammar,
            (try? grammar.wholeMatch(in: text.value)) != nil
        {
            return text.value
        }
        report(
            .invalidValue,
            "expected \(expected) for \(what), found "
                + "'\(text.value.shortened(to: 60))'",
            at: text.range,
            hint: isPointer
                ? "write dots between the keys, and `\\` before a '/' at the start of a key"
                : nil
        )
        return nil
    }

    /// The hint for a path in JSONPath notation: `$.data`, `items[*]`; nil for any other.
    private func foreignStep(of path: String, isOfKeys: Bool) -> String? {
        if path == "$" || path == "*" {
            return "leave it out for the whole response, or write the key that contains the data"
        }
        if path.hasPrefix("$."), path.count > 2 {
            return "write `\(path.dropFirst(2).shortened(to: 60))`"
        }
        if path.hasSuffix("[*]") || path.hasSuffix(".*") {
            let array = path.dropLast(path.hasSuffix("]") ? 3 : 2)
            let all = "`\(array.shortened(to: 60))`, the key of the whole array"
            return array.isEmpty ? nil : "write \(all)"
        }
        return nil
    }

    /// The name of a query parameter; empty only if that is allowed and means that there is none.
    mutating func parameterName(
        _ node: YAMLNode,
        what: String,
        mayBeNone: Bool = false
    ) -> String? {
        let expected = "the name of a query parameter"
        guard let text = name(node, what: what, expected: expected, mayBeNone: mayBeNone) else {
            return nil
        }
        let isBlank = text.value.allSatisfy(\.isWhitespace)
        if let mark = text.value.firstIndex(where: "={}&?".contains) {
            let name = text.value[..<mark]
            report(
                .invalidValue,
                "\(what) is only the name of a query parameter, found "
                    + "'\(text.value.shortened(to: 60))'",
                at: text.range,
                hint: name.isEmpty ? nil : "write `\(what): \(name.shortened(to: 60))`"
            )
            return nil
        }
        if !isBlank, !text.value.contains(where: \.isNewline) { return text.value }
        report(
            .invalidValue,
            "expected \(expected) for \(what), found "
                + (text.value.isEmpty ? "nothing" : isBlank ? "blanks" : "several lines"),
            at: text.range
        )
        return nil
    }

    /// The name of a header field.
    mutating func headerName(_ node: YAMLNode, mayBeNone: Bool = false) -> String? {
        let expected = "the name of a header field"
        guard let text = name(node, expected: expected, mayBeNone: mayBeNone) else { return nil }
        guard
            let problem = HeaderField.problem(text, hint: "use the name that the service documents")
        else { return text.value }
        add(problem)
        return nil
    }

    /// The text of a name; `true` and `5`, which are rarely intended as names, must be quoted.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - what: The purpose of the name; nil if `expected` includes it.
    ///   - expected: The expected value, with its article: "the name of a query parameter".
    ///   - mayBeNone: Whether `none` means that there is none, as `false` and null probably do.
    /// - Returns: The text.
    mutating func name(
        _ node: YAMLNode,
        what: String? = nil,
        expected: String,
        mayBeNone: Bool = false
    ) -> Located<String>? {
        let none = mayBeNone ? "write `none` if there is none" : nil
        var hint: String?
        if case .scalar(let scalar) = node.content {
            switch scalar.meaning {
            case .string: return Located(scalar.text, at: node.range)
            case .null where mayBeNone, .bool(false) where mayBeNone: hint = none
            case .null: break
            case .bool, .integer, .float: hint = "put quotes around it if that is its name"
            }
        }
        report(
            .wrongKind,
            "expected \(expected)\(what.map { " for \($0)" } ?? ""), found \(node.kindDescription)",
            at: node.range,
            hint: hint
        )
        return nil
    }

    /// A time in seconds, written as an integer with its unit, such as `24 h`.
    mutating func seconds(
        _ node: YAMLNode,
        what: String,
        example: String = "24 h",
        usual unit: String = "s"
    ) -> Int? {
        let time = TimeText(node.scalarText ?? "", usual: unit)
        if let seconds = time.seconds { return seconds }
        let problem = time.problem ?? "found \(node.kindDescription)"
        report(
            .invalidValue,
            "expected a duration such as \(example) for \(what), \(problem)",
            at: node.range,
            hint: time.hint
        )
        return nil
    }

    /// A string, a Boolean or a number, as in JSON.
    mutating func literal(_ node: YAMLNode, what: String) -> CheckedConventions.Literal? {
        var value: CheckedConventions.Literal?
        if case .scalar(let scalar) = node.content {
            switch scalar.meaning {
            case .bool(let isTrue): value = .boolean(isTrue)
            case .integer, .float: value = Self.number(scalar.text).map { .number($0) }
            case .string: value = .string(scalar.text)
            case .null: break
            }
        }
        if value == nil {
            reportKind(of: node, what: what, expected: "a string, true, false or a 64-bit number")
        }
        return value
    }

    /// A number in the notation of JSON and Swift; nil if it is too large for either.
    private static func number(_ text: String) -> String? {
        guard let digits = JSONText.number(text) else { return nil }
        if Int(digits) != nil { return digits }
        let isWhole = digits.allSatisfy { $0.isNumber || $0 == "-" }
        return !isWhole && Double(digits)?.isFinite == true ? digits : nil
    }

    /// An integer that is at least a minimum.
    mutating func number(_ node: YAMLNode, what: String, from minimum: Int) -> Int? {
        if let text = node.scalarText, let number = Int(text), number >= minimum { return number }
        report(
            .invalidValue,
            "expected an integer from \(minimum) for \(what), found \(node.kindDescription)",
            at: node.range
        )
        return nil
    }
}
