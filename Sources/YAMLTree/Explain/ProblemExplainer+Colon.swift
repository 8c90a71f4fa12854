import Diagnostics

extension ProblemExplainer {
    /// Explains a line in place of a key that has no `:`, or none with a space after it.
    func missingColon(at start: SourcePosition) -> Diagnostic {
        let range = restOfLine(from: start)
        let text = lines.bytes[lines.offset(of: range.start)..<lines.offset(of: range.end)]
        if start.line > 1, let mark = Self.blockMark(of: lines.line(start.line - 1)) {
            return make(
                .missingColon,
                "found a line of text below '\(mark)' that is not indented",
                at: range,
                hint: "indent the text more than the key with '\(mark)'"
            )
        }
        guard let (key, value, hasColon) = Self.keyAndValue(in: text) else {
            let message = "found a key without ':', expected 'key: value' on one line"
            var hint: String?
            if ["<<<<<<<", "=======", ">>>>>>>"].contains(where: { text.starts(with: $0.utf8) }) {
                hint = "unresolved merge conflict: keep one side, and delete the markers"
            } else if text.starts(with: "//".utf8) || text.starts(with: "/*".utf8) {
                hint = "a comment starts with '#'"
            } else if !text.isEmpty, text.count <= 60, text.allSatisfy(Self.isKeyPart) {
                hint = "write `\(String(decoding: text, as: UTF8.self)):`"
            } else if Self.foreignSpace(in: text) {
                hint = "it contains a character that only looks like a space: retype it"
            }
            return make(.missingColon, message, at: range, hint: hint)
        }
        return make(
            .missingColon,
            hasColon
                ? "found a key without a space after its ':', expected ': ' between key and value"
                : "found a key without ':', expected ': ' between key and value",
            at: range,
            hint: "write `\(key): \(value)`"
        )
    }

    /// The first of the lines that libyaml joined with the key at the position because they have no
    /// `:`; nil if the text does not start with such a line.
    ///
    /// libyaml reads `f Int` and `g` on the next line as one text, and rejects the `:` after it.
    var lineWithoutColon: SourcePosition? {
        let line = lines.line(place.line)
        let indentation = Self.indentation(of: line)
        let before = line[..<lines.offset(of: place)]
        guard !before.isEmpty, !Self.hasKey(before) else { return nil }
        var number = place.line
        while number > 1 {
            let above = lines.line(number - 1)
            let isBlank = above.allSatisfy { $0 == 0x20 || $0 == 0x09 }
            guard isBlank || Self.indentation(of: above) == indentation && !Self.hasKey(above)
            else { break }
            number -= 1
        }
        let first = number
        while number < place.line, lines.line(number).allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
            number += 1
        }
        // There is nothing above, or only a key whose value is the text.
        guard number < place.line else { return nil }
        if first > 1 {
            let parent = lines.line(first - 1)
            guard Self.isKeyAlone(parent), Self.indentation(of: parent) < indentation else {
                return nil
            }
        }
        return SourcePosition(line: number, column: indentation + 1)
    }

    /// The word above that libyaml joined with the key at the position, because its `:` is missing;
    /// nil if there is none.
    ///
    /// libyaml reads `User` and a deeper `id` on the next line as one text.
    var keyAboveWithoutColon: SourcePosition? {
        let line = lines.line(place.line)
        let before = line[..<lines.offset(of: place)]
        guard place.line > 1, !before.isEmpty, !Self.hasKey(before) else { return nil }
        let above = lines.line(place.line - 1)
        let column = Self.indentation(of: above)
        let word = above.dropFirst(column)
        guard column < Self.indentation(of: line), !word.isEmpty, word.allSatisfy(Self.isKeyPart)
        else { return nil }
        return SourcePosition(line: place.line - 1, column: column + 1)
    }

    /// The `|` or `>` after a key at the end of a line, which starts a block of text; nil if there
    /// is none.
    private static func blockMark(of line: ArraySlice<UInt8>) -> Character? {
        let text = line.reversed().drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        let marked = text.drop { "+-0123456789".utf8.contains($0) }
        guard let mark = marked.first, "|>".utf8.contains(mark),
            marked.dropFirst().starts(with: " :".utf8)
        else { return nil }
        return Character(Unicode.Scalar(mark))
    }

    /// Whether there is a space-like character, as in text copied from a web page.
    private static func foreignSpace(in text: ArraySlice<UInt8>) -> Bool {
        String(decoding: text, as: UTF8.self).unicodeScalars.contains {
            !$0.isASCII && $0.properties.isWhitespace
        }
    }

    /// The probable key and value of a line: two words, or the parts around a `:`.
    private static func keyAndValue(
        in text: ArraySlice<UInt8>
    ) -> (key: String, value: String, hasColon: Bool)? {
        let key = text.prefix { $0 != 0x20 && $0 != 0x3A }
        var separator = text[key.endIndex...].prefix { $0 == 0x20 || $0 == 0x3A }
        if text[separator.endIndex...].first == UInt8(ascii: "="), !separator.contains(0x3A) {
            separator = text[key.endIndex...].prefix { $0 == 0x20 || $0 == UInt8(ascii: "=") }
        }
        let value = text[separator.endIndex...]
        let isPlain =
            text.count <= 60 && text.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x60 }
        // A URL contains a ':', too, and other characters cannot be part of a key.
        let isKey = !key.isEmpty && key.allSatisfy(isKeyPart)
        guard isPlain, isKey, let first = value.first, first != 0x2F, !value.contains(0x23)
        else { return nil }
        return (
            String(decoding: key, as: UTF8.self), String(decoding: value, as: UTF8.self),
            separator.contains(0x3A)
        )
    }

    private static func isKeyPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_-?".utf8.contains(byte)
        }
    }

    private static func indentation(of line: ArraySlice<UInt8>) -> Int {
        line.prefix { $0 == 0x20 }.count
    }

    /// Whether a line has a `:` that ends a key, is a comment, or is an element of a list.
    private static func hasKey(_ line: ArraySlice<UInt8>) -> Bool {
        let content = line.drop { $0 == 0x20 }
        return content.first == 0x23 || content.starts(with: "- ".utf8) || content.last == 0x3A
            || zip(content, content.dropFirst()).contains {
                ($0 == 0x3A && ($1 == 0x20 || $1 == 0x09)) || ($0 == 0x20 && $1 == 0x23)
            }
    }

    /// Whether a line is `key:`, followed by a comment at most.
    private static func isKeyAlone(_ line: ArraySlice<UInt8>) -> Bool {
        var content = line
        let bytes = Array(line)
        if let comment = bytes.indices.first(where: {
            bytes[$0] == 0x23 && ($0 == 0 || bytes[$0 - 1] == 0x20)
        }) {
            content = line.prefix(comment)
        }
        return content.last { $0 != 0x20 && $0 != 0x09 } == 0x3A
    }
}
