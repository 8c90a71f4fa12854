import SchemaLanguage

/// The words of a name, however it is written: `get_user-byID` has `get`, `user`, `by` and `ID`.
package struct NameWords {
    /// The words, as they are written.
    package let words: [String]

    /// Splits a text at what is neither a letter nor a digit, and where a word begins with a capital.
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
                    // `HTMLPage`; but the plural of `IDs` is one word.
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

    /// Words that are written in capitals, or small as a whole, in Swift.
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

    /// The name of a property or a case: `userID`; nil where there is no word in it.
    var lowerCamel: String? { camel(firstIsLower: true, usesAcronyms: true) }

    /// The name of a property without acronyms: `userIds`, of which every word is a word to the key strategies.
    var plainLowerCamel: String? { camel(firstIsLower: true, usesAcronyms: false) }

    /// The name of a type: `UserID`; nil where there is no word in it.
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
        // A name does not begin with a digit, and a letter without case is no capital.
        if first.properties.numericType != nil {
            return (firstIsLower ? "number" : "Number") + result
        }
        if !firstIsLower, !first.properties.isUppercase { return "Type" + result }
        return result
    }

    /// Whether the name is in capitals as a whole: `IN_STOCK`.
    private var areAllShouted: Bool { words.allSatisfy { $0 == $0.uppercased() } }
}

extension Character {
    /// Whether a name can have it.
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
    /// Whether it is a letter or a digit of ASCII.
    var isASCIIAlphanumeric: Bool {
        (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20)
    }
}

extension String {
    /// The letters and digits, in small letters: `petId`, `pet_id` and `PetID` are one.
    var bare: String {
        if isASCII {
            return String(decoding: utf8.filter(\.isASCIIAlphanumeric), as: UTF8.self).lowercased()
        }
        return filter { $0.isLetter || $0.isNumber }.lowercased()
    }

    var uppercasedFirst: String { prefix(1).uppercased() + dropFirst() }
    var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
