/// Validates UTF-8.
enum UTF8Check {
    /// Whether bytes are well-formed UTF-8: no overlong form, no surrogate, nothing above U+10FFFF.
    static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while index < bytes.count {
            let lead = bytes[index]
            if lead < 0x80 {
                index += 1
                continue
            }
            guard let (count, second) = form(of: lead), index + count <= bytes.count,
                second.contains(bytes[index + 1])
            else { return false }
            for offset in stride(from: 2, to: count, by: 1)
            where bytes[index + offset] & 0xC0 != 0x80 { return false }
            index += count
        }
        return true
    }

    /// The length of a scalar that starts with this byte, and the range of its second byte.
    private static func form(of lead: UInt8) -> (count: Int, second: ClosedRange<UInt8>)? {
        switch lead {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: nil
        }
    }
}
