import Diagnostics

extension JSONTreeReader {
    /// Reads the string at the cursor, whose quote is the next byte.
    mutating func string() throws(ReadingStopped) -> YAMLNode {
        let start = cursor.position
        cursor.advance()
        let offset = cursor.offset
        cursor.skipPlainCharacters()
        // Most strings have no escape and are copied at once.
        var text = cursor.text(from: offset)
        while cursor.byte != UInt8(ascii: "\"") {
            switch cursor.byte {
            case UInt8(ascii: "\\"):
                text.unicodeScalars.append(try escape())
            case nil:
                throw unclosed(from: start)
            case let byte?:
                throw control(byte, in: start)
            }
            let offset = cursor.offset
            cursor.skipPlainCharacters()
            text += cursor.text(from: offset)
        }
        cursor.advance()
        let range = range(from: start, to: cursor.position)
        try tally.count(at: range)
        let scalar = YAMLScalar(text, style: .doubleQuoted, meaning: .string)
        return YAMLNode(.scalar(scalar), range: range)
    }

    /// Reads the escape at the cursor and returns its scalar.
    private mutating func escape() throws(ReadingStopped) -> Unicode.Scalar {
        let start = cursor.position
        cursor.advance()
        let letter = cursor.byte
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            cursor.advance()
            return letter.map { Unicode.Scalar($0) } ?? "/"
        case UInt8(ascii: "b"): return simple("\u{8}")
        case UInt8(ascii: "f"): return simple("\u{C}")
        case UInt8(ascii: "n"): return simple("\n")
        case UInt8(ascii: "r"): return simple("\r")
        case UInt8(ascii: "t"): return simple("\t")
        case UInt8(ascii: "u"): return try unicodeEscape(from: start)
        default:
            let lines = SourceLines(bytes: cursor.bytes)
            let found = FoundText(at: cursor.position, path: path, lines: lines)
            let message = found.first.map {
                "found the escape \(VisibleText.quote("\\" + String($0))), which does not exist"
            }
            let hint = "write '\\\\' for a backslash"
            let end = cursor.position.advanced(by: found.first == nil ? 0 : 1)
            throw invalidEscape(
                message ?? "found a backslash at \(found.description)",
                at: range(from: start, to: end),
                hint: hint
            )
        }
    }

    /// Steps over the letter of an escape.
    private mutating func simple(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        cursor.advance()
        return scalar
    }

    /// Reads the scalar of `\uXXXX`, or of two of them that form a surrogate pair.
    private mutating func unicodeEscape(
        from start: SourcePosition
    ) throws(ReadingStopped) -> Unicode.Scalar {
        let first = try codeUnit(from: start)
        if let scalar = Unicode.Scalar(UInt32(first)) {
            return scalar
        }
        let second = cursor
        if UTF16.isLeadSurrogate(first), cursor.skip(UInt8(ascii: "\\")),
            cursor.byte == UInt8(ascii: "u")
        {
            let next = try codeUnit(from: second.position)
            if UTF16.isTrailSurrogate(next) {
                return UTF16.decode(UTF16.EncodedScalar([first, next]))
            }
        }
        throw invalidEscape(
            "found half of a surrogate pair, expected two escapes for one character",
            at: range(from: start, to: second.position),
            hint: "write the character itself"
        )
    }

    /// Reads the code unit of `uXXXX` at the cursor.
    private mutating func codeUnit(from start: SourcePosition) throws(ReadingStopped) -> UInt16 {
        cursor.advance()
        var value: UInt16 = 0
        for _ in 0..<4 {
            let digit = cursor.byte.flatMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard let digit else {
                let end = range(from: start, to: cursor.position)
                throw invalidEscape("found a short escape, expected '\\u' and 4 digits", at: end)
            }
            value = value << 4 | UInt16(digit)
            cursor.advance()
        }
        return value
    }

    private mutating func invalidEscape(
        _ message: String,
        at range: SourceRange,
        hint: String? = nil
    ) -> ReadingStopped {
        tally.stop(Diagnostic(rule: YAMLRule.invalidEscape, message, at: range, hint: hint))
    }

    /// Stops at a string without an end.
    private mutating func unclosed(from start: SourcePosition) -> ReadingStopped {
        let quote = range(from: start, to: start.advanced(by: 1))
        let diagnostic = Diagnostic(
            rule: YAMLRule.unclosedQuote,
            "found the end of the file, expected the closing quote",
            at: range(from: cursor.position, to: cursor.position),
            notes: [Diagnostic.Note("the quote opens here", at: quote)]
        )
        return tally.stop(diagnostic)
    }

    /// Stops at a control character in a string; at a line break, the quote is probably missing.
    private mutating func control(_ byte: UInt8, in start: SourcePosition) -> ReadingStopped {
        let place = cursor.position
        let quote = range(from: start, to: start.advanced(by: 1))
        if byte == 0x0A || byte == 0x0D {
            let diagnostic = Diagnostic(
                rule: YAMLRule.unclosedQuote,
                "found the end of the line, expected the closing quote",
                at: range(from: place, to: place),
                notes: [Diagnostic.Note("the quote opens here", at: quote)],
                hint: "write a line break in a string as '\\n'"
            )
            return tally.stop(diagnostic)
        }
        let code = VisibleText.hexadecimal(UInt32(byte))
        let diagnostic = Diagnostic(
            rule: YAMLRule.controlCharacter,
            "found the control character U+\(code) in a string, expected an escape",
            at: range(from: place, to: place.advanced(by: 1)),
            hint: byte == 0x09 ? "write '\\t'" : "write '\\u\(code)'"
        )
        return tally.stop(diagnostic)
    }
}
