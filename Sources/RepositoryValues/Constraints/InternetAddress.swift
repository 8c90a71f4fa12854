/// The syntax of host names and addresses.
enum InternetAddress {
    /// Returns whether bytes are a host name: labels of letters, digits and inner hyphens.
    static func isHost(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count <= 253 else { return false }
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            (1...63).contains(label.count)
                && label.allSatisfy { $0.isASCIILetter || $0.isDecimalDigit || $0 == 0x2D }
                && label.first != 0x2D && label.last != 0x2D
        }
    }

    /// Returns whether bytes are four numbers up to 255 without leading zeros, separated by dots.
    static func isVersion4(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard (1...3).contains(part.count), part.allSatisfy(\.isDecimalDigit),
                    part.count == 1 || part.first != UInt8(ascii: "0")
                else { return false }
                return part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= 255
            }
    }

    /// Returns whether bytes are groups of hexadecimal digits separated by colons: eight, or fewer
    /// with `::`; the last two may be an IPv4 address.
    static func isVersion6(_ bytes: ArraySlice<UInt8>) -> Bool {
        let colon = UInt8(ascii: ":")
        let parts = bytes.split(separator: colon, omittingEmptySubsequences: false)
        guard (3...9).contains(parts.count) else { return false }
        var groups = 0
        var gaps = 0
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            if part.isEmpty {
                // A colon at either end must be part of `::`.
                if index == 0 {
                    guard parts[1].isEmpty else { return false }
                } else if isLast {
                    guard parts[index - 1].isEmpty else { return false }
                } else {
                    gaps += 1
                }
            } else if isLast, part.contains(UInt8(ascii: ".")) {
                guard isVersion4(part) else { return false }
                groups += 2
            } else {
                guard part.count <= 4, part.allSatisfy(\.isHexadecimalDigit) else { return false }
                groups += 1
            }
        }
        return gaps == 0 ? groups == 8 : gaps == 1 && groups <= 7
    }
}

/// The syntax of email addresses.
enum MailAddress {
    /// Returns whether bytes are a mailbox: a local part, `@`, and a host name or an address in
    /// brackets.
    static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let local = bytes[..<at]
        return (1...64).contains(local.count) && (isWords(local) || isQuoted(local))
            && isDomain(bytes[(at + 1)...])
    }

    private static func isWords(_ local: ArraySlice<UInt8>) -> Bool {
        local.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { word in
                !word.isEmpty
                    && word.allSatisfy {
                        $0.isASCIILetter || $0.isDecimalDigit || $0.isOne(of: "!#$%&'*+-/=?^_`{|}~")
                    }
            }
    }

    private static func isQuoted(_ local: ArraySlice<UInt8>) -> Bool {
        let quote = UInt8(ascii: "\"")
        guard local.count >= 2, local.first == quote, local.last == quote else { return false }
        var isEscaped = false
        for byte in local.dropFirst().dropLast() {
            guard (0x20...0x7E).contains(byte), isEscaped || byte != quote else { return false }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        }
        return !isEscaped
    }

    private static func isDomain(_ domain: ArraySlice<UInt8>) -> Bool {
        guard domain.first == UInt8(ascii: "["), domain.last == UInt8(ascii: "]") else {
            return InternetAddress.isHost(domain)
        }
        let address = domain.dropFirst().dropLast()
        let tag = Array("ipv6:".utf8)
        let isTagged = address.prefix(tag.count).map { $0.isASCIILetter ? $0 | 0x20 : $0 } == tag
        return isTagged
            ? InternetAddress.isVersion6(address.dropFirst(tag.count))
            : InternetAddress.isVersion4(address)
    }
}
