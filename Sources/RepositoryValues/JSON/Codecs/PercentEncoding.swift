/// The strict percent-encoding of RFC 3986: only its unreserved characters stay as they are.
///
/// What Foundation leaves in a path or a query is more, and a server may read it as syntax: `/` and
/// `;` in a segment, `+` and `&` in a query.
package enum PercentEncoding {
    /// Encodes a text as one segment of a path, or as a name or value of a query.
    package static func encode(_ text: String) -> String {
        encode(text) { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                true
            default: false
            }
        }
    }

    /// Encodes each byte of a text but those that may stay as they are.
    package static func encode(_ text: String, except isAllowed: (UInt8) -> Bool) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if isAllowed(byte) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(digits[Int(byte >> 4)])
                encoded.append(digits[Int(byte & 0xF)])
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Decodes a segment of a path; nil where it is not encoded right, or is no text.
    package static func decode(_ segment: some StringProtocol) -> String? {
        var decoded: [UInt8] = []
        var bytes = segment.utf8.makeIterator()
        while let byte = bytes.next() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = bytes.next().flatMap(value), let low = bytes.next().flatMap(value)
            else {
                return nil
            }
            decoded.append(high << 4 | low)
        }
        return String(validating: decoded, as: UTF8.self)
    }

    /// The value of a hexadecimal digit.
    private static func value(_ digit: UInt8) -> UInt8? {
        Character(UnicodeScalar(digit)).hexDigitValue.map { UInt8($0) }
    }

    /// Encodes what cannot stand in the path and the query of an address, and leaves what is encoded.
    ///
    /// Services write addresses with brackets, braces and quotes in them, and mix them with what is
    /// encoded; to Foundation a part of an address is encoded, or it is not.
    ///
    /// - Parameter address: An address, absolute or relative.
    /// - Returns: The same, for `URL` to read.
    package static func complete(_ address: String) -> String {
        let start = startOfPath(in: address)
        var encoded = Array(address[..<start].utf8)
        let bytes = Array(address[start...].utf8)
        for (index, byte) in bytes.enumerated() {
            let isEncoded =
                byte == UInt8(ascii: "%") && index + 2 < bytes.count
                && bytes[index + 1...index + 2].allSatisfy {
                    Character(UnicodeScalar($0)).isHexDigit
                }
            if isEncoded || allowed.contains(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Where an address goes on behind scheme and host, in which brackets may stand.
    private static func startOfPath(in address: String) -> String.Index {
        guard let slashes = address.firstRange(of: "//"),
            address[..<slashes.lowerBound].allSatisfy({ $0 == ":" || $0.isLetter })
        else { return address.startIndex }
        return address[slashes.upperBound...].firstIndex { "/?#".contains($0) } ?? address.endIndex
    }

    /// What may stand in a path, a query or a fragment (RFC 3986), besides what is encoded.
    private static let allowed = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#@!$&'()*+,;=".utf8
    )
    private static let digits = Array("0123456789ABCDEF".utf8)
}
