import Diagnostics

extension ProblemExplainer {
    /// Explains problems with the structure and the indentation.
    func structure() -> Diagnostic? {
        switch problem.problem {
        case "mapping values are not allowed in this context":
            if let tooLong = longKey() { return tooLong }
            if let keyAboveWithoutColon { return missingColon(at: keyAboveWithoutColon) }
            if let lineWithoutColon { return missingColon(at: lineWithoutColon) }
            let message = "unexpected ':', no mapping can start here"
            return make(.unexpectedIndicator, message, at: found.range, hint: mappingHint)
        case "found unexpected ':'":
            let message = "unexpected ':' inside brackets, expected ',' or a closing bracket"
            let hint = "put the string in quotes if the ':' belongs to it"
            return make(.unexpectedIndicator, message, at: found.range, hint: hint)
        case "mapping keys are not allowed in this context":
            let message = "unexpected '?', no mapping can start here"
            let hint =
                quotedWhole(isInBrackets: false)
                ?? "put the whole value in quotes if the '?' belongs to it"
            return make(.unexpectedIndicator, message, at: found.range, hint: hint)
        case "block sequence entries are not allowed in this context":
            let message = "unexpected '-', no list can start here"
            let hint = "start the list on its own line"
            return make(.unexpectedIndicator, message, at: found.range, hint: hint)
        case "could not find expected ':'":
            return missingColon(at: contextPlace ?? place)
        case "did not find expected key":
            return continuation(of: "mapping", expected: "a key")
        case "did not find expected '-' indicator":
            return continuation(of: "list", expected: "'-'")
        case "did not find expected <document start>":
            return endOfDocument()
        case "did not find expected node content":
            let message = "found \(found.description), expected a value"
            return make(.unexpectedContent, message, at: found.range)
        case "did not find expected ',' or ']'":
            return flow(expected: "',' or ']'", note: "the list opens here")
        case "did not find expected ',' or '}'":
            return flow(expected: "',' or '}'", note: "the mapping opens here")
        default:
            return nil
        }
    }

    /// The hint for an apostrophe that ended a string in single quotes; nil if there is none.
    private var apostropheHint: String? {
        let line = lines.line(place.line)
        let offset = lines.offset(of: place)
        guard offset > line.startIndex, line[offset - 1] == UInt8(ascii: "'"),
            line[offset...].contains(UInt8(ascii: "'"))
        else { return nil }
        return "inside single quotes, write an apostrophe as ''; or use double quotes"
    }

    /// The hint for a `:`: it belongs to the text before it, or its line belongs to another
    /// mapping.
    private var mappingHint: String {
        let before = lines.line(place.line)[..<lines.offset(of: place)]
        let isFirstOfLine = !zip(before, before.dropFirst()).contains { $0 == 0x3A && $1 == 0x20 }
        if let quotedDefault { return quotedDefault }
        return isFirstOfLine && before.first == 0x20
            ? "start all keys of a mapping in the same column"
            : "put the string in quotes if the ':' belongs to it"
    }

    /// Explains a key that is longer than libyaml searches for its `:`; nil if the mistake is
    /// another.
    private func longKey() -> Diagnostic? {
        let line = lines.line(place.line)
        let before = line[..<lines.offset(of: place)].drop { $0 == 0x20 }
        guard SourceLines.scalarCount(before) > 1024, found.first == ":" else { return nil }
        let column = before.startIndex - line.startIndex + 1
        return make(
            .unexpectedIndicator,
            "found a key of more than 1024 characters, expected fewer",
            at: range(
                from: SourcePosition(line: place.line, column: column),
                scalars: place.column - column
            )
        )
    }

    /// Explains text that does not continue the collection above it.
    private func continuation(of collection: String, expected: String) -> Diagnostic {
        let found = found
        guard found.isFirstOnLine || place == contextPlace else {
            let message = "found \(found.description), expected the end of the line"
            let isType = found.first == "=" || found.first == "?"
            let hint = isType ? quotedWhole(isInBrackets: false) : apostropheHint
            return make(.unexpectedContent, message, at: found.range, hint: hint)
        }
        guard let contextPlace, contextPlace != place else {
            let message = "found \(found.description), expected \(expected)"
            return make(.unexpectedContent, message, at: found.range)
        }
        let note = "the \(collection) starts here"
        guard contextPlace.column != place.column else {
            let message = "found \(found.description), expected \(expected)"
            return make(.unexpectedContent, message, at: found.range, note: note)
        }
        let expected = contextPlace.column - 1
        let deeper = indentations(above: place, downTo: expected).last { $0 >= place.column }
        let message =
            "found a line indented by \(spaces(place)), expected "
            + (deeper.map { "\($0) or \(expected) as in the lines above it" }
                ?? "\(expected) as in the \(collection) before it")
        return make(.invalidIndentation, message, at: found.range, note: note)
    }

    /// Explains text after the value of a document.
    private func endOfDocument() -> Diagnostic {
        let found = found
        guard !followsDirective else {
            let message = "found \(found.description), expected '---' after the directives"
            return make(.invalidDirective, message, at: found.range)
        }
        guard found.isFirstOnLine, place.column > 1 else {
            let message = "found \(found.description) after the value of the document"
            let hint = "start all keys of a mapping, or all '-' of a list, in the same column"
            let hintIfLine = found.isFirstOnLine ? hint : nil
            return make(.unexpectedContent, message, at: found.range, hint: hintIfLine)
        }
        let message = "found a line indented by \(spaces(place)), expected none"
        return make(.invalidIndentation, message, at: found.range)
    }

    /// Explains text inside brackets that neither continues nor closes them.
    private func flow(expected: String, note: String) -> Diagnostic {
        let message = "found \(found.description), expected \(expected)"
        let otherwise: String? =
            switch found.first {
            case "=": quotedWhole(isInBrackets: true)
            case "{", "[": "put the string in quotes if the \(found.description) belongs to it"
            case ":" where place.column > 1024: "a key can have at most 1024 characters"
            case ":" where followsDefault: "put the string in quotes: it contains ': '"
            case ":": wordBefore.map { "write a ',' before '\($0)'" }
            default: apostropheHint
            }
        let hint = joinedText.map { "put the string in quotes: \"\($0)\"" } ?? otherwise
        return make(.unclosedBracket, message, at: found.range, note: note, hint: hint)
    }

    /// Whether the text before the position, back to a comma or a bracket, contains a character
    /// that no key has: the `=` of a default, the `@` or the `(` of other languages.
    private var followsDefault: Bool {
        let line = lines.line(place.line)
        let before = line[..<lines.offset(of: place)]
        return before.reversed().prefix { !",{".utf8.contains($0) }.contains {
            "=@(".utf8.contains($0)
        }
    }

    /// The key that ends at the position, if a comma is missing between it and the text before it.
    private var wordBefore: String? {
        let line = lines.line(place.line)
        let before = line[..<lines.offset(of: place)]
        let word = before.reversed().prefix { !" ,[]{}:\"'".utf8.contains($0) }
        let rest = before.dropLast(word.count)
        guard !word.isEmpty, word.count <= 60, rest.last == 0x20,
            let last = rest.last(where: { $0 != 0x20 }), !",[{:".utf8.contains(last)
        else { return nil }
        return String(decoding: word.reversed(), as: UTF8.self)
    }

    /// The text around the position without blanks, with brackets in pairs: `/users/{id}`,
    /// `[URL]?`.
    ///
    /// Nil if nothing is joined to the text before the position, or quotes would not help.
    private var joinedText: String? {
        let line = lines.line(place.line)
        let offset = lines.offset(of: place)
        guard offset > line.startIndex, offset < line.endIndex else { return nil }
        let opens = "[{".utf8.contains(line[offset])
        guard opens || "]}".utf8.contains(line[offset - 1]) else { return nil }
        let before = Self.joined(line[..<offset].reversed(), opening: "]}", closing: "[{")
        let after = Self.joined(line[offset...], opening: "[{", closing: "]}")
        let text = before.reversed() + after
        let isPlain = text.allSatisfy { (0x20...0x7E).contains($0) && !"\"\\".utf8.contains($0) }
        guard !before.isEmpty, !after.isEmpty, text.count <= 60, isPlain else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// Up to a comma, a blank or a bracket that does not belong to a pair.
    private static func joined(
        _ bytes: some Sequence<UInt8>,
        opening: String,
        closing: String
    ) -> [UInt8] {
        var depth = 0
        var joined: [UInt8] = []
        for byte in bytes {
            if opening.utf8.contains(byte) { depth += 1 }
            if closing.utf8.contains(byte) { depth -= 1 }
            if depth < 0 || depth == 0 && ", \t".utf8.contains(byte) { break }
            joined.append(byte)
        }
        return joined
    }

    /// Whether the last line with text before the position is a directive.
    private var followsDirective: Bool {
        var number = place.line - 1
        while number >= 1 {
            let line = lines.line(number)
            if let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }), first != 0x23 {
                return line.first == UInt8(ascii: "%")
            }
            number -= 1
        }
        return false
    }

    /// The indentations of the line above a position and of the lines that contain it, deepest
    /// first.
    private func indentations(above place: SourcePosition, downTo limit: Int) -> [Int] {
        var found: [Int] = []
        var number = place.line - 1
        while number >= 1, found.last.map({ $0 > limit }) ?? true {
            let line = lines.line(number)
            let indentation = line.prefix { $0 == 0x20 }.count
            let isText = line.dropFirst(indentation).first.map { $0 != 0x23 } ?? false
            if isText, found.last.map({ $0 > indentation }) ?? true { found.append(indentation) }
            number -= 1
        }
        return found
    }

    /// The indentation of a position, in words.
    private func spaces(_ place: SourcePosition) -> String {
        place.column == 2 ? "1 space" : "\(place.column - 1) spaces"
    }
}
