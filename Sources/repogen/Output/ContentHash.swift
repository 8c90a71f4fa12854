/// The 64-bit FNV-1a hash of a file's bytes, as sixteen hexadecimal digits.
///
/// It distinguishes edited files from untouched ones. It protects from mistakes, not attackers:
/// whoever can write the file can also write the manifest.
struct ContentHash: Hashable, Comparable {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Hashes bytes.
    init(of bytes: [UInt8]) {
        add(bytes)
    }

    /// Hashes several parts; other parts with the same concatenation have another hash.
    init(ofParts parts: [[UInt8]]) {
        for part in parts {
            withUnsafeBytes(of: UInt64(part.count).littleEndian) { add(Array($0)) }
            add(part)
        }
    }

    /// Parses the digits of a manifest; nil if they are invalid.
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

    /// The hash, as written in a manifest.
    var digits: String {
        // There is one for each file.
        String(unsafeUninitializedCapacity: 16) { buffer in
            for index in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: value >> (60 - 4 * index)) & 0xF
                buffer[index] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
            }
            return 16
        }
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

    /// Orders hashes by their digits.
    static func < (lhs: ContentHash, rhs: ContentHash) -> Bool { lhs.value < rhs.value }
}
