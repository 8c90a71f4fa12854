/// A key of a manifest with its value, on its own line: `"Entities/Message.swift":
/// "0123456789abcdef",`.
///
/// Each file has a line, so lines are parsed byte by byte: regular expressions took half of the
/// time of a run without changes.
struct ManifestLine {
    /// The key, without its quotes.
    let key: Substring
    /// The value, without quotes and comma.
    let value: Substring
    /// Whether the value is between quotes.
    let isQuoted: Bool

    /// Parses a line; nil if it does not have a key with a number or a plain string.
    init?(_ line: Substring) {
        var scanner = Scanner(bytes: line.utf8)
        scanner.skipSpaces()
        guard scanner.skip("\""), let key = scanner.text(), !key.isEmpty, scanner.skip(":") else {
            return nil
        }
        scanner.skipSpaces()
        isQuoted = scanner.skip("\"")
        let value: Substring.UTF8View
        if isQuoted {
            guard let text = scanner.text() else { return nil }
            value = text
        } else {
            value = scanner.number()
        }
        _ = scanner.skip(",")
        scanner.skipSpaces()
        guard scanner.bytes.isEmpty, !value.isEmpty else { return nil }
        self.key = Substring(key)
        self.value = Substring(value)
    }

    private struct Scanner {
        var bytes: Substring.UTF8View

        mutating func skipSpaces() {
            bytes = bytes.drop { $0 == UInt8(ascii: " ") }
        }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard bytes.first == UInt8(ascii: character) else { return false }
            bytes.removeFirst()
            return true
        }

        /// The bytes up to the closing quote, which is skipped; nil if there is none.
        mutating func text() -> Substring.UTF8View? {
            var isEscaped = false
            guard
                let end = bytes.firstIndex(where: { byte in
                    defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
                    return byte == UInt8(ascii: "\"") && !isEscaped
                })
            else { return nil }
            defer { bytes = bytes[bytes.index(after: end)...] }
            return bytes[..<end]
        }

        mutating func number() -> Substring.UTF8View {
            let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            bytes = bytes.dropFirst(digits.count)
            return digits
        }
    }
}
