/// The syntax of URIs (RFC 3986).
enum URISyntax {
    /// Returns whether bytes are a URI: a scheme, and the parts that it requires.
    static func isURI(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), isScheme(bytes[..<colon]) else {
            return false
        }
        let (beforeFragment, fragment) = split(bytes[(colon + 1)...], at: "#")
        let (hierarchy, query) = split(beforeFragment, at: "?")
        guard are(fragment ?? [], pathCharactersAnd: "/?"),
            are(query ?? [], pathCharactersAnd: "/?")
        else { return false }
        guard hierarchy.starts(with: Array("//".utf8)) else {
            return are(hierarchy, pathCharactersAnd: "/")
        }
        let rest = hierarchy.dropFirst(2)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        return isAuthority(authority)
            && are(rest.dropFirst(authority.count), pathCharactersAnd: "/")
    }

    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.first?.isASCIILetter == true
            && bytes.allSatisfy { $0.isASCIILetter || $0.isDecimalDigit || $0.isOne(of: "+-.") }
    }

    /// Returns the bytes before and after the first occurrence of a character, if it occurs.
    private static func split(
        _ bytes: ArraySlice<UInt8>,
        at character: Unicode.Scalar
    ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
        guard let index = bytes.firstIndex(of: UInt8(ascii: character)) else { return (bytes, nil) }
        return (bytes[..<index], bytes[(index + 1)...])
    }

    private static func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
        var host = bytes
        if let at = bytes.firstIndex(of: UInt8(ascii: "@")) {
            guard are(bytes[..<at], unreservedAnd: "!$&'()*+,;=:") else { return false }
            host = bytes[(at + 1)...]
        }
        var port: ArraySlice<UInt8> = []
        if host.first == UInt8(ascii: "[") {
            guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
            guard isLiteral(host[(host.startIndex + 1)..<end]) else { return false }
            port = host[(end + 1)...]
            guard port.isEmpty || port.first == UInt8(ascii: ":") else { return false }
            port = port.dropFirst()
        } else {
            let name = host.prefix { $0 != UInt8(ascii: ":") }
            guard are(name, unreservedAnd: "!$&'()*+,;=") else { return false }
            port = host.dropFirst(name.count).dropFirst()
        }
        return port.allSatisfy(\.isDecimalDigit)
    }

    /// Returns whether bytes are an address in brackets: IPv6, or a future version.
    private static func isLiteral(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first.map({ $0 | 0x20 }) == UInt8(ascii: "v") else {
            return InternetAddress.isVersion6(bytes)
        }
        let (version, address) = split(bytes.dropFirst(), at: ".")
        guard let address, !version.isEmpty, !address.isEmpty else { return false }
        return version.allSatisfy(\.isHexadecimalDigit)
            && address.allSatisfy { isUnreserved($0) || $0.isOne(of: "!$&'()*+,;=:") }
    }

    private static func are(
        _ bytes: ArraySlice<UInt8>,
        pathCharactersAnd others: StaticString
    ) -> Bool {
        are(bytes) { $0.isOne(of: "!$&'()*+,;=:@") || $0.isOne(of: others) }
    }

    private static func are(_ bytes: ArraySlice<UInt8>, unreservedAnd others: StaticString) -> Bool
    {
        are(bytes) { $0.isOne(of: others) }
    }

    /// Returns whether all bytes are unreserved, percent-encoded or allowed.
    private static func are(_ bytes: ArraySlice<UInt8>, _ isAllowed: (UInt8) -> Bool) -> Bool {
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.count >= 2, rest.prefix(2).allSatisfy(\.isHexadecimalDigit) else {
                    return false
                }
                rest.removeFirst(2)
            } else if !isUnreserved(byte), !isAllowed(byte) {
                return false
            }
        }
        return true
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isDecimalDigit || byte.isOne(of: "-._~")
    }
}
