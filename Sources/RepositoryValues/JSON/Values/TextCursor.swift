/// Parses the parts of a short text in a fixed format, such as a date.
///
/// If a part is missing, every method returns nil or false with an undefined position, so that
/// parsing the whole text fails.
struct TextCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { index == bytes.count }

    /// The next byte; nil at the end.
    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Skips the next byte if it is this one.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    /// Skips spaces; returns whether there were any.
    mutating func skipSpaces() -> Bool {
        let start = index
        while skip(UInt8(ascii: " ")) {}
        return index > start
    }

    /// Returns the next byte if it is a digit.
    mutating func digit() -> Int? {
        guard let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else {
            return nil
        }
        index += 1
        return Int(byte - UInt8(ascii: "0"))
    }

    /// Returns a number with a fixed number of digits.
    mutating func number(digits: Int) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Returns three letters in lower case, packed into an integer.
    mutating func threeLetters() -> UInt32? {
        var value: UInt32 = 0
        for _ in 0..<3 {
            guard let byte = next else { return nil }
            let letter = byte | 0x20
            guard letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "z") else { return nil }
            value = value << 8 | UInt32(letter)
            index += 1
        }
        return value
    }
}
