import Diagnostics

/// A strict reader of JSON (RFC 8259) that makes the same tree as YAML would.
///
/// The YAML parser does not read JSON, because libyaml rejects the surrogate escapes of characters
/// beyond the basic plane. Numbers keep their text; strings are double-quoted scalars.
struct JSONTreeReader {
    /// The findings so far.
    var tally: ReadingTally
    /// The bytes and the position of the reader.
    var cursor: JSONCursor
    /// The path, for ranges.
    let path: String

    /// Starts at the beginning of a text.
    init(_ text: SourceText, tally: ReadingTally) {
        self.tally = tally
        self.cursor = JSONCursor(text.bytes)
        self.path = text.path
    }

    /// Reads the single value of the text; returns none if the text is blank.
    mutating func documents() throws(ReadingStopped) -> [YAMLNode] {
        cursor.skipBlanks()
        guard cursor.byte != nil else {
            return []
        }
        let root = try value(depth: 1)
        cursor.skipBlanks()
        guard cursor.byte == nil else {
            throw unexpected("the end of the file")
        }
        return [root]
    }

    /// Reads the value at the cursor; the depth of an array or object counts from 1.
    private mutating func value(depth: Int) throws(ReadingStopped) -> YAMLNode {
        let start = cursor.position
        switch cursor.byte {
        case UInt8(ascii: "{"):
            return try object(from: start, depth: depth)
        case UInt8(ascii: "["):
            return try array(from: start, depth: depth)
        case UInt8(ascii: "\""):
            return try string()
        case UInt8(ascii: "-"):
            return try number(from: start)
        case let byte? where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"):
            return try number(from: start)
        case UInt8(ascii: "t"):
            return try literal("true", meaning: .bool(true), from: start)
        case UInt8(ascii: "f"):
            return try literal("false", meaning: .bool(false), from: start)
        case UInt8(ascii: "n"):
            return try literal("null", meaning: .null, from: start)
        default:
            throw unexpected("a value")
        }
    }

    private mutating func array(
        from start: SourcePosition,
        depth: Int
    ) throws(ReadingStopped) -> YAMLNode {
        let bracket = range(from: start, to: start.advanced(by: 1))
        try tally.check(depth: depth, at: bracket)
        try tally.count(at: bracket)
        cursor.advance()
        cursor.skipBlanks()
        var elements: [YAMLNode] = []
        if cursor.byte != UInt8(ascii: "]") {
            elements.append(try value(depth: depth + 1))
            cursor.skipBlanks()
            while cursor.byte == UInt8(ascii: ",") {
                cursor.advance()
                cursor.skipBlanks()
                elements.append(try value(depth: depth + 1))
                cursor.skipBlanks()
            }
        }
        guard cursor.byte == UInt8(ascii: "]") else {
            throw unexpected("',' or ']'", note: .init("the array opens here", at: bracket))
        }
        cursor.advance()
        return YAMLNode(.sequence(elements), range: range(from: start, to: cursor.position))
    }

    private mutating func object(
        from start: SourcePosition,
        depth: Int
    ) throws(ReadingStopped) -> YAMLNode {
        let bracket = range(from: start, to: start.advanced(by: 1))
        try tally.check(depth: depth, at: bracket)
        try tally.count(at: bracket)
        cursor.advance()
        cursor.skipBlanks()
        var builder = MappingBuilder()
        if cursor.byte != UInt8(ascii: "}") {
            try member(of: &builder, depth: depth)
            while cursor.byte == UInt8(ascii: ",") {
                cursor.advance()
                cursor.skipBlanks()
                try member(of: &builder, depth: depth)
                try tally.check(keys: builder.pairs.count, at: bracket)
            }
        }
        guard cursor.byte == UInt8(ascii: "}") else {
            throw unexpected("',' or '}'", note: .init("the object opens here", at: bracket))
        }
        cursor.advance()
        return YAMLNode(.mapping(builder.pairs), range: range(from: start, to: cursor.position))
    }

    /// Reads a key and its value, and the blanks after them.
    private mutating func member(
        of builder: inout MappingBuilder,
        depth: Int
    ) throws(ReadingStopped) {
        guard cursor.byte == UInt8(ascii: "\"") else {
            throw unexpected("a key in double quotes")
        }
        let key = try string()
        let first = builder.existing(key)
        if let first {
            try tally.report(.duplicateKey(key, first: first))
        }
        cursor.skipBlanks()
        guard cursor.byte == UInt8(ascii: ":") else {
            throw unexpected("':' after the key")
        }
        cursor.advance()
        cursor.skipBlanks()
        let value = try value(depth: depth + 1)
        if first == nil {
            builder.append(key: key, value: value)
        }
        cursor.skipBlanks()
    }

    private mutating func literal(
        _ word: StaticString,
        meaning: YAMLScalar.Meaning,
        from start: SourcePosition
    ) throws(ReadingStopped) -> YAMLNode {
        let matches = word.withUTF8Buffer { cursor.skip($0) }
        guard matches else {
            throw unexpected("a value")
        }
        return try scalar("\(word)", meaning: meaning, from: start)
    }

    private mutating func number(from start: SourcePosition) throws(ReadingStopped) -> YAMLNode {
        let offset = cursor.offset
        var meaning = YAMLScalar.Meaning.integer
        cursor.skip(UInt8(ascii: "-"))
        if !cursor.skip(UInt8(ascii: "0")) {
            try digits()
        }
        if cursor.skip(UInt8(ascii: ".")) {
            meaning = .float
            try digits()
        }
        if cursor.skip(UInt8(ascii: "e")) || cursor.skip(UInt8(ascii: "E")) {
            meaning = .float
            if !cursor.skip(UInt8(ascii: "+")) {
                cursor.skip(UInt8(ascii: "-"))
            }
            try digits()
        }
        return try scalar(cursor.text(from: offset), meaning: meaning, from: start)
    }

    private mutating func digits() throws(ReadingStopped) {
        guard cursor.skipDigits() > 0 else {
            throw unexpected("a digit")
        }
    }

    /// A plain scalar that ends at the cursor.
    private mutating func scalar(
        _ text: String,
        meaning: YAMLScalar.Meaning,
        from start: SourcePosition
    ) throws(ReadingStopped) -> YAMLNode {
        let range = range(from: start, to: cursor.position)
        try tally.count(at: range)
        let scalar = YAMLScalar(text, style: .plain, meaning: meaning)
        return YAMLNode(.scalar(scalar), range: range)
    }

    /// A range in the file.
    func range(from start: SourcePosition, to end: SourcePosition) -> SourceRange {
        SourceRange(path: path, start: start, end: end)
    }

    /// Stops at the text at the cursor.
    mutating func unexpected(
        _ expected: String,
        note: Diagnostic.Note? = nil
    ) -> ReadingStopped {
        let lines = SourceLines(bytes: cursor.bytes)
        let found = FoundText(at: cursor.position, path: path, lines: lines)
        let message = "found \(found.description), expected \(expected)"
        let notes = note.map { [$0] } ?? []
        let diagnostic = Diagnostic(
            rule: YAMLRule.jsonSyntax,
            message,
            at: found.range,
            notes: notes
        )
        return tally.stop(diagnostic)
    }
}
