import Diagnostics

/// Reads a JSON string, starting at its opening quote.
struct JSONTextScanner {
    /// The location of the text: unchanged in memory, or with its escapes replaced.
    enum Found {
        /// A range of the window.
        case inWindow(Range<Int>)
        /// The bytes of ``JSONTextScanner/scratch``.
        case inScratch
    }

    /// The text, if it is not unchanged in the window.
    private(set) var scratch: [UInt8] = []
    /// The maximum number of bytes of a text; longer ones are read to the end, but truncated.
    let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Reads up to the closing quote.
    mutating func scan(_ window: inout JSONWindow) throws(JSONFault) -> Found {
        let start = window.position
        window.advance()
        var first = window.offset
        var isPlain = true
        var isASCII = true
        scratch.removeAll(keepingCapacity: true)
        while true {
            let (end, continuations, sawOther) = Self.plainEnd(in: window)
            window.advance(end - window.offset, continuations: continuations)
            if sawOther { isASCII = false }
            if end == window.bytes.count {
                if !isPlain || end - first > limit {
                    keep(window, from: first)
                    isPlain = false
                    first = end
                }
                let kept = end - first
                guard try window.fill(keepingFrom: first) else {
                    throw unclosed(window, start, "the end of the file")
                }
                first = window.offset - kept
                continue
            }
            switch window.bytes[end] {
            case UInt8(ascii: "\""):
                if !isPlain { keep(window, from: first) }
                window.advance()
                let found: Found = isPlain ? .inWindow(first..<end) : .inScratch
                guard isASCII || isValid(found, window) else {
                    throw .syntax(
                        JSONMistake("found bytes that are not UTF-8 in a string", at: start)
                    )
                }
                return found
            case UInt8(ascii: "\\"):
                keep(window, from: first)
                isPlain = false
                try escape(&window)
                first = window.offset
            case let byte:
                throw control(byte, window, start)
            }
        }
    }

    /// The index of the next special byte, or of the end of the window; the number of continuation
    /// bytes before it; and whether any byte is not ASCII.
    private static func plainEnd(in window: JSONWindow) -> (Int, Int, Bool) {
        let start = window.offset
        return window.bytes.withUnsafeBufferPointer { bytes in
            var index = start
            var continuations = 0
            var all: UInt8 = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 {
                    break
                }
                all |= byte
                if byte & 0xC0 == 0x80 { continuations += 1 }
                index += 1
            }
            return (index, continuations, all >= 0x80)
        }
    }

    private mutating func keep(_ window: JSONWindow, from first: Int) {
        let part = window.bytes[first..<window.offset]
        if scratch.count < limit { scratch += part }
    }

    private func isValid(_ found: Found, _ window: JSONWindow) -> Bool {
        switch found {
        case .inWindow(let range):
            return window.bytes.withUnsafeBufferPointer {
                UTF8Check.isValid(UnsafeBufferPointer(rebasing: $0[range]))
            }
        case .inScratch:
            // Truncation may have split a scalar.
            return scratch.count >= limit || scratch.withUnsafeBufferPointer(UTF8Check.isValid)
        }
    }

    // MARK: - Escapes

    private mutating func escape(_ window: inout JSONWindow) throws(JSONFault) {
        let start = window.position
        window.advance()
        let letter = try window.byte()
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(letter ?? 0)
        case UInt8(ascii: "b"): scratch.append(0x08)
        case UInt8(ascii: "f"): scratch.append(0x0C)
        case UInt8(ascii: "n"): scratch.append(0x0A)
        case UInt8(ascii: "r"): scratch.append(0x0D)
        case UInt8(ascii: "t"): scratch.append(0x09)
        case UInt8(ascii: "u"):
            let scalar = try unicodeEscape(&window, start)
            scratch += Array(String(Character(scalar)).utf8)
            return
        default:
            throw .syntax(
                JSONMistake(
                    "found an invalid escape",
                    at: start,
                    hint: "write '\\\\' for a backslash"
                )
            )
        }
        window.advance()
    }

    private func unicodeEscape(
        _ window: inout JSONWindow,
        _ start: SourcePosition
    ) throws(JSONFault) -> Unicode.Scalar {
        let first = try codeUnit(&window, start)
        if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
        if UTF16.isLeadSurrogate(first), try window.byte() == UInt8(ascii: "\\") {
            window.advance()
            if try window.byte() == UInt8(ascii: "u") {
                let second = try codeUnit(&window, start)
                if UTF16.isTrailSurrogate(second) {
                    return UTF16.decode(UTF16.EncodedScalar([first, second]))
                }
            }
        }
        throw .syntax(
            JSONMistake(
                "found half of a surrogate pair, expected two escapes for one character",
                at: start,
                hint: "write the character itself"
            )
        )
    }

    /// The code unit of `uXXXX` at the window's position.
    private func codeUnit(
        _ window: inout JSONWindow,
        _ start: SourcePosition
    ) throws(JSONFault) -> UInt16 {
        window.advance()
        var value: UInt16 = 0
        for _ in 0..<4 {
            let digit = try window.byte().flatMap {
                Character(Unicode.Scalar($0)).hexDigitValue
            }
            guard let digit else {
                throw .syntax(
                    JSONMistake("found a short escape, expected '\\u' and 4 digits", at: start)
                )
            }
            value = value << 4 | UInt16(digit)
            window.advance()
        }
        return value
    }

    // MARK: - Mistakes

    private func unclosed(
        _ window: JSONWindow,
        _ start: SourcePosition,
        _ found: String
    ) -> JSONFault {
        .syntax(
            JSONMistake(
                "found \(found), expected the closing quote of the string that begins at "
                    + "\(start.line):\(start.column)",
                at: window.position
            )
        )
    }

    private func control(
        _ byte: UInt8,
        _ window: JSONWindow,
        _ start: SourcePosition
    ) -> JSONFault {
        if byte == 0x0A || byte == 0x0D { return unclosed(window, start, "the end of the line") }
        let code = VisibleText.hexadecimal(UInt32(byte))
        return .syntax(
            JSONMistake(
                "found the control character U+\(code) in a string, expected an escape",
                at: window.position
            )
        )
    }
}
