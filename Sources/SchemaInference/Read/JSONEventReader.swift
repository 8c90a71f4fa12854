import Diagnostics

/// A strict, streaming reader of JSON (RFC 8259): its memory does not grow with the text.
///
/// A text may have any number of values: one, several in a row, one on each line (NDJSON), or each behind a
/// record separator (RFC 7464). The reader keeps no tree and does not call itself, so that no depth of
/// nesting overflows the stack.
struct JSONEventReader<Handler: JSONEventHandler> {
    /// What takes the events.
    var handler: Handler
    private var window: JSONWindow
    private var texts: JSONTextScanner
    /// For each open container whether it is an object.
    private var stack: [Bool] = []

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - stream: The text.
    ///   - handler: What takes the events.
    ///   - longestText: The most bytes of a string that the handler gets.
    init(_ stream: any ByteStream, handler: Handler, longestText: Int = 1 << 16) {
        self.handler = handler
        window = JSONWindow(stream)
        texts = JSONTextScanner(limit: longestText)
    }

    /// The position of what comes next.
    var position: SourcePosition { window.position }

    /// Reads the next value at the top.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: ``JSONFault``.
    mutating func readDocument() throws(JSONFault) -> Bool {
        try readDocument { _ in }
    }

    /// Reads the next value at the top.
    ///
    /// - Parameter pause: What takes from the handler what it has gathered, each time a container ends.
    /// - Returns: Whether there was one.
    /// - Throws: ``JSONFault``.
    mutating func readDocument(pause: (inout Handler) -> Void) throws(JSONFault) -> Bool {
        stack.removeAll(keepingCapacity: true)
        if window.position == SourcePosition(line: 1, column: 1) { try skipByteOrderMark() }
        try window.skipBlanks(separators: true)
        guard try window.byte() != nil else { return false }
        handler.beginDocument()
        try value()
        while let isObject = stack.last {
            try window.skipBlanks()
            let separator = try window.byte()
            if separator == UInt8(ascii: ",") {
                window.advance()
                try window.skipBlanks()
                if isObject { try key() }
                try value()
            } else if separator == UInt8(ascii: isObject ? "}" : "]") {
                window.advance()
                close(isObject)
                pause(&handler)
            } else {
                throw try unexpected(isObject ? "',' or '}'" : "',' or ']'")
            }
        }
        handler.endDocument()
        return true
    }

    /// Reads all values at the top: up to the first mistake, or, where each line has a value of its own, those
    /// of all other lines.
    ///
    /// - Parameters:
    ///   - areLines: Whether each line has a value of its own, whatever the first one says.
    ///   - report: What takes a mistake, with the handler as it is there.
    /// - Throws: Where the bytes cannot be read.
    mutating func readDocuments(
        areLines: Bool,
        report: (Handler, JSONMistake) -> Void
    ) throws {
        var areLines = areLines
        var isFirst = true
        var line = 0
        do throws(JSONFault) {
            while true {
                do throws(JSONFault) {
                    guard try readDocument() else { return }
                    let end = position.line
                    areLines = (areLines || isFirst) && end > line
                    line = end
                    isFirst = false
                } catch .syntax(let mistake) {
                    report(handler, mistake)
                    guard areLines else { return }
                    try window.skipLine()
                }
            }
        } catch {
            throw error.cause
        }
    }

    // MARK: - Values

    /// Reads a value that has no parts, or opens one, with its first parts, down to the first that has
    /// none, or is empty.
    private mutating func value() throws(JSONFault) {
        while true {
            let place = window.position
            switch try window.byte() {
            case UInt8(ascii: "\""):
                let found = try texts.scan(&window)
                deliver(found) { $0.text($1, at: place) }
                return
            case UInt8(ascii: "{"):
                try open(isObject: true, at: place)
                handler.beginObject(at: place)
                try window.skipBlanks()
                if try window.byte() == UInt8(ascii: "}") {
                    window.advance()
                    close(true)
                    return
                }
                try key()
            case UInt8(ascii: "["):
                try open(isObject: false, at: place)
                handler.beginArray(at: place)
                try window.skipBlanks()
                if try window.byte() == UInt8(ascii: "]") {
                    window.advance()
                    close(false)
                    return
                }
            case UInt8(ascii: "t"):
                try word("true")
                handler.bool(true, at: place)
                return
            case UInt8(ascii: "f"):
                try word("false")
                handler.bool(false, at: place)
                return
            case UInt8(ascii: "n"):
                try word("null")
                handler.null(at: place)
                return
            case let byte? where JSONNumberText.isStart(byte):
                try number(at: place)
                return
            default:
                throw try unexpected("a value")
            }
        }
    }

    private mutating func open(isObject: Bool, at place: SourcePosition) throws(JSONFault) {
        guard stack.count < JSONDepth.limit else {
            throw .syntax(
                JSONMistake(
                    "found a value nested deeper than \(JSONDepth.limit) levels, which generated "
                        + "code does not read",
                    at: place
                )
            )
        }
        stack.append(isObject)
        window.advance()
    }

    private mutating func close(_ isObject: Bool) {
        stack.removeLast()
        if isObject { handler.endObject() } else { handler.endArray() }
    }

    /// Reads a key and the colon behind it.
    private mutating func key() throws(JSONFault) {
        let place = window.position
        guard try window.byte() == UInt8(ascii: "\"") else {
            throw try unexpected("a key in double quotes")
        }
        let found = try texts.scan(&window)
        deliver(found) { $0.key($1, at: place) }
        try window.skipBlanks()
        guard try window.byte() == UInt8(ascii: ":") else { throw try unexpected("':'") }
        window.advance()
        try window.skipBlanks()
    }

    private mutating func deliver(
        _ found: JSONTextScanner.Found,
        _ call: (inout Handler, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        switch found {
        case .inWindow(let range):
            window.bytes.withUnsafeBufferPointer {
                call(&handler, UnsafeBufferPointer(rebasing: $0[range]))
            }
        case .inScratch:
            texts.scratch.withUnsafeBufferPointer { call(&handler, $0) }
        }
    }

    private mutating func word(_ word: StaticString) throws(JSONFault) {
        let place = window.position
        for offset in 0..<word.utf8CodeUnitCount {
            let expected = word.withUTF8Buffer { $0[offset] }
            guard try window.byte() == expected else {
                throw .syntax(JSONMistake("expected a value, found an unknown word", at: place))
            }
            window.advance()
        }
    }

    // MARK: - Numbers

    private mutating func number(at place: SourcePosition) throws(JSONFault) {
        var first = window.offset
        while true {
            let end = numberEnd(from: window.offset)
            window.advance(end - window.offset)
            guard end == window.bytes.count else { break }
            guard end - first <= JSONNumberText.longest else {
                throw .syntax(
                    JSONMistake("found a number of too many digits to be read", at: place)
                )
            }
            let kept = end - first
            let hasMore = try window.fill(keepingFrom: first)
            first = window.offset - kept
            if !hasMore { break }
        }
        let range = first..<window.offset
        let form = window.bytes.withUnsafeBufferPointer {
            JSONNumberText.form(of: UnsafeBufferPointer(rebasing: $0[range]))
        }
        guard let form else {
            throw .syntax(
                JSONMistake(
                    "found a number that JSON does not have",
                    at: place,
                    hint: "write a digit before and after a point, and no '+' or '0' at the start"
                )
            )
        }
        deliver(.inWindow(range)) { $0.number($1, isInteger: form == .integer, at: place) }
    }

    private func numberEnd(from start: Int) -> Int {
        window.bytes.withUnsafeBufferPointer { bytes in
            var index = start
            while index < bytes.count, JSONNumberText.isPart(bytes[index]) { index += 1 }
            return index
        }
    }

    // MARK: - The beginning, and mistakes

    private mutating func skipByteOrderMark() throws(JSONFault) {
        guard let first = try window.byte() else { return }
        if first == 0xFE || first == 0xFF {
            throw .syntax(
                JSONMistake(
                    "found UTF-16, expected UTF-8",
                    at: window.position,
                    hint: "JSON is exchanged in UTF-8 (RFC 8259, section 8.1)"
                )
            )
        }
        guard first == 0xEF else { return }
        for expected: UInt8 in [0xEF, 0xBB, 0xBF] {
            guard try window.byte() == expected else { throw try unexpected("a value") }
            // As if it were not there: it has no column.
            window.advance(continuations: 1)
        }
    }

    private mutating func unexpected(_ expected: String) throws(JSONFault) -> JSONFault {
        guard let byte = try window.byte() else {
            return .syntax(
                JSONMistake("found the end of the file, expected \(expected)", at: window.position)
            )
        }
        let found =
            byte > 0x20 && byte < 0x7F
            ? "'\(Character(Unicode.Scalar(byte)))'" : "what is no JSON"
        return .syntax(JSONMistake("found \(found), expected \(expected)", at: window.position))
    }
}

/// How deep values nest.
enum JSONDepth {
    /// The most levels that the runtime reads.
    static let limit = 512
}
