import SchemaLanguage

/// The words of a name in any style: `get_user-byID` has `get`, `user`, `by` and `ID`.
package struct NameWords {
    /// The words, unchanged.
    package let words: [String]

    /// Splits a text at characters other than letters and digits, and before capitals.
    package init(_ text: String) {
        var words: [String] = []
        var word = ""
        var previous: Character?
        let characters = Array(text)
        for (index, character) in characters.enumerated() {
            guard character.isNamePart else {
                if !word.isEmpty { words.append(word) }
                word = ""
                previous = nil
                continue
            }
            let next = index + 1 < characters.count ? characters[index + 1] : nil
            let isStart =
                character.isCapital
                && (previous.map { $0.isSmall || $0.isNumber && next?.isSmall == true }
                    == true
                    // `HTMLPage` has two words, but the plural `IDs` is one.
                    || previous?.isCapital == true && next?.isSmall == true
                        && !(next == "s" && !Self.isNamePart(after: index + 1, in: characters)))
            if isStart, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word.append(character)
            previous = character
        }
        if !word.isEmpty { words.append(word) }
        self.words = words
    }

    private static func isNamePart(after index: Int, in characters: [Character]) -> Bool {
        index + 1 < characters.count && characters[index + 1].isSmall
    }

    /// Words that are all upper or all lower case in Swift.
    static let acronyms: Set<String> = [
        "api", "cpu", "css", "csv", "dns", "gpg", "html", "http", "https", "id", "ios", "ip",
        "isbn",
        "json", "jwt", "pdf", "rss", "sha", "sms", "sql", "ssh", "ssl", "svg", "tcp", "tls", "ui",
        "uri", "url", "utc", "uuid", "vat", "xml", "yaml",
    ]

    /// The plurals of acronyms: `ids`, `urls`.
    private static let acronymPlurals: [String: String] = [
        "apis": "APIs", "ids": "IDs", "ips": "IPs", "uris": "URIs", "urls": "URLs",
        "uuids": "UUIDs",
    ]

    /// The name of a property or a case: `userID`; nil if there are no words.
    var lowerCamel: String? { camel(firstIsLower: true, usesAcronyms: true) }

    /// The name of a property without acronyms, as key strategies convert it: `userIds`.
    var plainLowerCamel: String? { camel(firstIsLower: true, usesAcronyms: false) }

    /// The name of a type: `UserID`; nil if there are no words.
    var upperCamel: String? { camel(firstIsLower: false, usesAcronyms: true) }

    private func camel(firstIsLower: Bool, usesAcronyms: Bool) -> String? {
        var result = ""
        for word in words {
            let isFirst = result.isEmpty
            let lowered = word.lowercased()
            let isShouted = word.count > 1 && word == word.uppercased() && words.count > 1
            let isAcronym = usesAcronyms && Self.acronyms.contains(lowered)
            if isFirst, firstIsLower {
                result += isAcronym || word == word.uppercased() ? lowered : word.lowercasedFirst
            } else if usesAcronyms, let plural = Self.acronymPlurals[lowered] {
                result += plural
            } else if isAcronym {
                result += word.uppercased()
            } else if isShouted && areAllShouted || !usesAcronyms && word == word.uppercased() {
                result += lowered.uppercasedFirst
            } else {
                result += word.uppercasedFirst
            }
        }
        guard let first = result.unicodeScalars.first else { return nil }
        // A name does not start with a digit or a letter without case.
        if first.properties.numericType != nil {
            return (firstIsLower ? "number" : "Number") + result
        }
        if !firstIsLower, !first.properties.isUppercase { return "Type" + result }
        return result
    }

    /// Whether the name is all upper case: `IN_STOCK`.
    private var areAllShouted: Bool { words.allSatisfy { $0 == $0.uppercased() } }
}

extension Character {
    /// Whether a name can contain it.
    fileprivate var isNamePart: Bool {
        if let value = asciiValue {
            return value.isASCIIAlphanumeric
        }
        return unicodeScalars.allSatisfy {
            ($0.properties.isAlphabetic || $0.properties.generalCategory == .decimalNumber)
                && !$0.properties.isDefaultIgnorableCodePoint
        }
    }
}

extension UInt8 {
    /// Whether it is an ASCII letter or digit.
    var isASCIIAlphanumeric: Bool {
        (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20)
    }
}

extension String {
    /// The letters and digits in lower case: equal for `petId`, `pet_id` and `PetID`.
    var bare: String {
        if isASCII {
            return String(decoding: utf8.filter(\.isASCIIAlphanumeric), as: UTF8.self).lowercased()
        }
        return filter { $0.isLetter || $0.isNumber }.lowercased()
    }

    var uppercasedFirst: String { prefix(1).uppercased() + dropFirst() }
    var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
