/// A string format of JSON Schema.
public enum TextFormat: String, Hashable, Sendable, CaseIterable {
    /// An email address (RFC 5321, section 4.1.2).
    case email
    /// An internet host name (RFC 1123, section 2.1) in ASCII.
    case hostname
    /// An IPv4 address: four numbers separated by dots (RFC 2673, section 3.2).
    case ipv4
    /// An IPv6 address (RFC 4291, section 2.2).
    case ipv6
    /// A URI with a scheme (RFC 3986).
    case uri
    /// A UUID in groups of hexadecimal digits (RFC 4122).
    case uuid

    /// The name of the format, with its article.
    var noun: String {
        switch self {
        case .email: "an email address"
        case .hostname: "a host name"
        case .ipv4: "an IPv4 address"
        case .ipv6: "an IPv6 address"
        case .uri: "a URI"
        case .uuid: "a UUID"
        }
    }

    /// Returns whether a string has the format.
    func isSatisfied(by text: String) -> Bool {
        let bytes = Array(text.utf8)
        return switch self {
        case .email: MailAddress.isValid(bytes[...])
        case .hostname: InternetAddress.isHost(bytes[...])
        case .ipv4: InternetAddress.isVersion4(bytes[...])
        case .ipv6: InternetAddress.isVersion6(bytes[...])
        case .uri: URISyntax.isURI(bytes[...])
        case .uuid: Self.isUUID(bytes)
        }
    }

    private static func isUUID(_ bytes: [UInt8]) -> Bool {
        let groups = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.allSatisfy(\.isHexadecimalDigit) }
    }
}

extension UInt8 {
    var isDecimalDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isHexadecimalDigit: Bool {
        isDecimalDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }

    var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    /// Returns whether it is one of several characters.
    func isOne(of characters: StaticString) -> Bool {
        characters.withUTF8Buffer { $0.contains(self) }
    }
}
