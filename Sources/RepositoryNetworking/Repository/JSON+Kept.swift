extension JSON {
    /// Returns whether a service may have stored this value as another one: many trim or lowercase
    /// strings, normalize line breaks, escape HTML, drop fractions of seconds, round numbers, or
    /// omit empty values.
    ///
    /// A creation that is not recognized is sent again and creates a duplicate.
    package func isKept(as other: JSON) -> Bool {
        switch (self, other) {
        case (.string(let sent), .string(let kept)):
            sent == kept || sent.keptStem == kept.keptStem
        case (.array(let sent), .array(let kept)):
            sent.count == kept.count && zip(sent, kept).allSatisfy { $0.isKept(as: $1) }
        case (.object(let sent), .object(let kept)):
            // Values that the service adds are ignored.
            sent.allSatisfy { $0.value.isKept(as: kept[$0.key] ?? .null) }
        default: self == other || isEmptyOrNull && other.isEmptyOrNull || isRounded(to: other)
        }
    }

    /// Returns whether another number is this one rounded to fewer decimals, or to 32-bit
    /// precision.
    ///
    /// Integers may be identities, which are never rounded.
    private func isRounded(to other: JSON) -> Bool {
        guard let sent = double, let kept = other.double, sent != sent.rounded() else {
            return false
        }
        if Float(sent) == Float(kept) { return true }
        guard kept != kept.rounded(), let places = kept.places, places < sent.places ?? 0,
            let unit = Double("1e-\(places)")
        else { return false }
        return abs(sent - kept) < unit * (1 - 1e-9)
    }

    private var isEmptyOrNull: Bool {
        switch self {
        case .null: true
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        case .string(let text): text.keptStem.isEmpty
        default: false
        }
    }
}

extension Double {
    /// The number of decimals; nil if it is written with an exponent.
    fileprivate var places: Int? {
        let text = "\(self)"
        return text.contains("e") ? nil : text.split(separator: ".").last?.count
    }
}

extension String {
    /// The normalized form of a string: without HTML escapes, in lower case, with single spaces in
    /// place of white space, trimmed; for a date and time, without a fraction of a second.
    fileprivate var keptStem: String {
        var plain = lowercased()
        if plain.contains("&") {
            for (escape, character) in Self.escapes {
                plain = plain.replacing(escape, with: character)
            }
        }
        let text = plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let characters = Array(text.utf8)
        guard characters.count > 20, characters[10] == UInt8(ascii: "t"),
            characters[13] == UInt8(ascii: ":"), characters[19] == UInt8(ascii: ".")
        else { return text }
        let rest = characters[20...].drop { (0x30...0x39).contains($0) }
        return String(decoding: characters[..<19] + rest, as: UTF8.self)
    }

    /// The HTML escapes in use; that of the ampersand is last.
    private static let escapes = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"),
        ("&#039;", "'"), ("&#x27;", "'"), ("&amp;", "&"),
    ]
}
