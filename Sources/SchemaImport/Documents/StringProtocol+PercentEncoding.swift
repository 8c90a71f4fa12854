extension StringProtocol {
    /// The percent-decoded text (RFC 3986, section 2.1); a `%` without two digits is kept.
    package var percentDecoded: String {
        guard contains("%") else { return String(self) }
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The percent-encoded text (RFC 3986, section 2.1).
    ///
    /// - Parameter isPlain: Whether a byte stays unencoded; it must be ASCII.
    /// - Returns: The text.
    package func percentEncoded(except isPlain: (UInt8) -> Bool) -> String {
        var result = ""
        for byte in utf8 {
            if isPlain(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (byte < 16 ? "0" : "") + digits
            }
        }
        return result
    }
}
