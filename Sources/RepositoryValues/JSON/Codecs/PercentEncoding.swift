/// The strict percent-encoding of RFC 3986: only its unreserved characters are not encoded.
///
/// Foundation leaves more characters in a path or a query, which a server may parse as syntax: `/`
/// and `;` in a segment, `+` and `&` in a query.
package enum PercentEncoding {
    /// Encodes a string as one segment of a path, or as a name or value of a query.
    package static func encode(_ text: String) -> String {
        encode(text, except: URISyntax.isUnreserved)
    }

    /// Encodes each byte of a string except the allowed ones.
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

    /// Decodes a segment of a path; nil if the encoding is invalid, or the result is not UTF-8.
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

    /// Returns the value of a hexadecimal digit.
    private static func value(_ digit: UInt8) -> UInt8? {
        Character(UnicodeScalar(digit)).hexDigitValue.map { UInt8($0) }
    }

    /// Encodes the characters that are invalid in the path and the query of a URL, keeping existing
    /// encoding.
    ///
    /// Services send URLs with brackets, braces and quotes mixed with encoded characters, whereas
    /// Foundation treats a part of a URL as either encoded or not.
    ///
    /// - Parameter address: A URL, absolute or relative.
    /// - Returns: The same URL, in a form that `URL` accepts.
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

    /// Returns the end of scheme and host, in which brackets are valid.
    private static func startOfPath(in address: String) -> String.Index {
        guard let slashes = address.firstRange(of: "//"),
            address[..<slashes.lowerBound].allSatisfy({ $0 == ":" || $0.isLetter })
        else { return address.startIndex }
        return address[slashes.upperBound...].firstIndex { "/?#".contains($0) } ?? address.endIndex
    }

    /// The valid characters in a path, a query or a fragment (RFC 3986), besides encoded ones.
    private static let allowed = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#@!$&'()*+,;=".utf8
    )
    private static let digits = Array("0123456789ABCDEF".utf8)
}
