import HTTPTypes

/// The header field `Cookie`: `name=value` pairs separated by `; ` (RFC 6265, section 4.2.1).
package struct CookieField: Sendable {
    /// The encoded pairs, each with its name.
    private var pairs: [(name: Substring, text: Substring)]

    /// Parses the value of a field; nil is a field without cookies.
    init(_ value: String?) {
        pairs = (value ?? "").split(separator: ";").compactMap { text in
            let text = text.trimming(while: { $0 == " " || $0 == "\t" })
            return text.isEmpty ? nil : (text.prefix { $0 != "=" }, text)
        }
    }

    /// Whether there are no cookies.
    var isEmpty: Bool { pairs.isEmpty }

    /// The value of the field; nil if there are no cookies.
    var value: String? {
        pairs.isEmpty ? nil : pairs.map(\.text).joined(separator: "; ")
    }

    /// Returns whether there is a cookie with the name; names are case-sensitive.
    func contains(_ name: String) -> Bool {
        pairs.contains { $0.name == name }
    }

    /// Sets a cookie, replacing one with the same name.
    mutating func set(_ name: String, _ value: String) {
        set(name, encoded: Self.encode(value))
    }

    /// Sets a cookie to an encoded value, replacing one with the same name.
    ///
    /// The value may contain commas: servers accept them although the grammar does not.
    mutating func set(_ name: String, encoded value: String) {
        pairs.removeAll { $0.name == name }
        pairs.append((name[...], "\(name)=\(value)"))
    }

    /// Prepends the cookies of another field whose names are not in this one.
    mutating func add(below other: CookieField) {
        pairs = other.pairs.filter { !contains(String($0.name)) } + pairs
    }

    /// Returns a value as a cookie sends it: unchanged, or percent-encoded if it has a character
    /// that no cookie can contain.
    ///
    /// Values set by a server often contain percent signs already, which must stay as they are.
    package static func encode(_ value: String) -> String {
        guard !value.utf8.allSatisfy(isAllowed) else { return value }
        return PercentEncoding.encode(value, except: { isAllowed($0) && $0 != UInt8(ascii: "%") })
    }

    /// Returns whether a string is a valid cookie name: a token.
    static func isName(_ text: String) -> Bool {
        HTTPField.Name(text) != nil
    }

    /// Returns whether a value may contain a byte: printable ASCII without spaces, quotes, commas,
    /// semicolons and backslashes.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"): false
        default: 0x21...0x7E ~= byte
        }
    }
}

extension Substring {
    /// Returns the string without such characters at both ends.
    fileprivate func trimming(while isSpace: (Character) -> Bool) -> Substring {
        var text = drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}
