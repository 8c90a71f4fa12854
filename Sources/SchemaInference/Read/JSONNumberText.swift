/// The text of a number.
enum JSONNumberText {
    /// The forms of numbers.
    enum Form {
        /// Digits, possibly with a sign.
        case integer
        /// With a fraction or an exponent.
        case decimal
    }

    /// The maximum number of bytes of a number.
    static let longest = 1 << 16

    /// Whether a number starts with a byte.
    static func isStart(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    /// Whether a byte can be part of a number.
    static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// The form of a number (RFC 8259, section 6).
    ///
    /// - Parameter text: The text.
    /// - Returns: Its form; nil if it is not a number.
    static func form(of text: UnsafeBufferPointer<UInt8>) -> Form? {
        var index = 0
        func digits() -> Int {
            let start = index
            while index < text.count, text[index] >= UInt8(ascii: "0"),
                text[index] <= UInt8(ascii: "9")
            { index += 1 }
            return index - start
        }
        func skip(_ byte: UInt8) -> Bool {
            guard index < text.count, text[index] == byte else { return false }
            index += 1
            return true
        }
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) {
            guard digits() > 0 else { return nil }
        }
        var form = Form.integer
        if skip(UInt8(ascii: ".")) {
            guard digits() > 0 else { return nil }
            form = .decimal
        }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            if !skip(UInt8(ascii: "-")) { _ = skip(UInt8(ascii: "+")) }
            guard digits() > 0 else { return nil }
            form = .decimal
        }
        return index == text.count ? form : nil
    }
}
