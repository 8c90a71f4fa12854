/// The 64-bit FNV-1a hash of a file's bytes, as sixteen hexadecimal digits.
///
/// It tells an edited file from an untouched one. It keeps out mistakes, not attackers: who can write
/// the file can write the manifest too.
struct ContentHash: Hashable, Comparable {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Hashes bytes.
    init(of bytes: [UInt8]) {
        add(bytes)
    }

    /// Hashes several parts, of which no other ones make up the same whole.
    init(ofParts parts: [[UInt8]]) {
        for part in parts {
            withUnsafeBytes(of: UInt64(part.count).littleEndian) { add(Array($0)) }
            add(part)
        }
    }

    /// Takes digits as a manifest has them; nil where they are none.
    init?(digits: some StringProtocol) {
        var value: UInt64 = 0
        for digit in digits.utf8 {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                value = value << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"):
                value = value << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        guard digits.utf8.count == 16 else { return nil }
        self.value = value
    }

    /// The hash as a manifest has it.
    var digits: String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }

    private mutating func add(_ bytes: [UInt8]) {
        value = bytes.withUnsafeBufferPointer { [value] buffer in
            var hash = value
            for byte in buffer {
                hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
            }
            return hash
        }
    }

    /// The order of the digits.
    static func < (lhs: ContentHash, rhs: ContentHash) -> Bool { lhs.value < rhs.value }
}
