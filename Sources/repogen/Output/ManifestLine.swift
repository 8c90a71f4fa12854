/// A member of a manifest, on a line of its own: `"Entities/Message.swift": "0123456789abcdef",`.
///
/// There is one for each file, so a line is read byte by byte: regular expressions took half the time of
/// a run in which nothing changed.
struct ManifestLine {
    /// The key, as it is between its quotes.
    let key: Substring
    /// The value without quotes and comma.
    let value: Substring
    /// Whether the value is between quotes.
    let isQuoted: Bool

    /// Reads a line; nil where it is no member of which the value is a number or a plain text.
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

        /// The bytes up to the quote that ends them, which is skipped; nil where there is none.
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
