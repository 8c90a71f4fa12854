/// The 64-bit FNV-1a hash of a file's bytes, as sixteen hexadecimal digits.
///
/// It tells an edited file from an untouched one. It keeps out mistakes, not attackers: who can write
/// the file can write the manifest too.
struct ContentHash: Hashable {
    let digits: String

    /// Hashes bytes.
    init(of bytes: [UInt8]) {
        let hash = bytes.withUnsafeBufferPointer { buffer in
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            for byte in buffer {
                hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
            }
            return hash
        }
        let text = String(hash, radix: 16)
        digits = String(repeating: "0", count: 16 - text.count) + text
    }

    /// Takes digits as a manifest has them; nil where they are none.
    init?(digits: some StringProtocol) {
        let isHash = digits.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
        guard digits.utf8.count == 16, isHash else { return nil }
        self.digits = String(digits)
    }
}
