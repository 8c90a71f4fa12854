import Diagnostics

/// A strict, streaming JSON parser (RFC 8259) with constant memory use.
///
/// A text may have any number of values: one, several in a row, one per line (NDJSON), or with
/// record separators (RFC 7464). The parser builds no tree and is not recursive, so deep nesting
/// does not overflow the stack.
struct JSONEventReader<Handler: JSONEventHandler> {
    /// Receives the events.
    var handler: Handler
    private var window: JSONWindow
    /// The line on which the last top-level value starts.
    private var firstLine = 0
    private var texts: JSONTextScanner
    /// Whether each open container is an object.
    private var stack: [Bool] = []

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - stream: The text.
    ///   - handler: Receives the events.
    ///   - longestText: The maximum number of bytes of a string to pass to the handler.
    init(_ stream: any ByteStream, handler: Handler, longestText: Int = 1 << 16) {
        self.handler = handler
        window = JSONWindow(stream)
        texts = JSONTextScanner(limit: longestText)
    }

    /// The position of the next byte.
    var position: SourcePosition { window.position }

    /// Reads the next top-level value.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: ``JSONFault``.
    mutating func readDocument() throws(JSONFault) -> Bool {
        try readDocument { _ in }
    }

    /// Reads the next top-level value.
    ///
    /// - Parameter pause: Called with the handler whenever a container ends, to collect results.
    /// - Returns: Whether there was one.
    /// - Throws: ``JSONFault``.
    mutating func readDocument(pause: (inout Handler) -> Void) throws(JSONFault) -> Bool {
        stack.removeAll(keepingCapacity: true)
        if window.position == SourcePosition(line: 1, column: 1) { try skipByteOrderMark() }
        try window.skipBlanks(separators: true)
        guard try window.byte() != nil else { return false }
        firstLine = window.position.line
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

    /// Reads all top-level values: up to the first error or, with one value per line, all lines
    /// without errors.
    ///
    /// - Parameters:
    ///   - areLines: Whether each line has its own value, regardless of the first line.
    ///   - report: Receives an error, with the handler in its current state.
    /// - Throws: if the bytes cannot be read.
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
                    areLines = (areLines || isFirst) && end > line && end == firstLine
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

    /// Reads a single value or the start of a container, with its first contents, down to the first
    /// single value or empty container.
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

    /// Reads a key and the colon after it.
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
                throw .syntax(JSONMistake("expected a value, found an unknown literal", at: place))
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
                    JSONMistake("found a number with too many digits", at: place)
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
                    "found an invalid number",
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
            // The byte order mark occupies no column.
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
            ? "'\(Character(Unicode.Scalar(byte)))'" : "an invalid character"
        return .syntax(JSONMistake("found \(found), expected \(expected)", at: window.position))
    }
}

/// The nesting depth of values.
enum JSONDepth {
    /// The maximum depth that the runtime supports.
    static let limit = 512
}
