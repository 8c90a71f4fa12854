import HTTPTypes

/// The header field `Cookie`: `name=value` pairs with `; ` between them (RFC 6265, section 4.2.1).
struct CookieField: Sendable {
    /// The pairs as they are sent, each with its name.
    private var pairs: [(name: Substring, text: Substring)]

    /// Reads the value of a field; nil is a field without cookies.
    init(_ value: String?) {
        pairs = (value ?? "").split(separator: ";").compactMap { text in
            let text = text.trimming(while: { $0 == " " || $0 == "\t" })
            return text.isEmpty ? nil : (text.prefix { $0 != "=" }, text)
        }
    }

    /// Whether there are no cookies.
    var isEmpty: Bool { pairs.isEmpty }

    /// The value of the field; nil where it has no cookies.
    var value: String? {
        pairs.isEmpty ? nil : pairs.map(\.text).joined(separator: "; ")
    }

    /// Whether there is a cookie of a name; case tells names apart.
    func contains(_ name: String) -> Bool {
        pairs.contains { $0.name == name }
    }

    /// Sets a cookie, in place of one of the same name.
    mutating func set(_ name: String, _ value: String) {
        set(name, encoded: Self.encode(value))
    }

    /// Sets a cookie to a value that is encoded, in place of one of the same name.
    ///
    /// It may have commas, which servers take although the grammar has none.
    mutating func set(_ name: String, encoded value: String) {
        pairs.removeAll { $0.name == name }
        pairs.append((name[...], "\(name)=\(value)"))
    }

    /// Adds the cookies of another field whose names are not here, in front of those that are.
    mutating func add(below other: CookieField) {
        pairs = other.pairs.filter { !contains(String($0.name)) } + pairs
    }

    /// A value as a cookie has it: as it is, or percent-encoded where it has a character that no cookie
    /// can hold.
    ///
    /// A value from a server often has percent signs in it already, which must stay as they are.
    static func encode(_ value: String) -> String {
        guard !value.utf8.allSatisfy(isAllowed) else { return value }
        return PercentEncoding.encode(value, except: { isAllowed($0) && $0 != UInt8(ascii: "%") })
    }

    /// Whether a text is the name of a cookie: a token.
    static func isName(_ text: String) -> Bool {
        HTTPField.Name(text) != nil
    }

    /// Whether a value can have a byte: printable ASCII without spaces, quotes, commas, semicolons and
    /// backslashes.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"): false
        default: 0x21...0x7E ~= byte
        }
    }
}

extension Substring {
    /// The text without such characters at both ends.
    fileprivate func trimming(while isSpace: (Character) -> Bool) -> Substring {
        var text = drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}
