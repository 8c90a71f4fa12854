/// The words of a name, however it is written: `get_user-byID` has `get`, `user`, `by` and `ID`.
package struct NameWords {
    /// The words, as they are written.
    package let words: [String]

    /// Splits a text at what is neither a letter nor a digit, and where a word begins with a capital.
    package init(_ text: String) {
        var words: [String] = []
        var word = ""
        var previous: Sign?
        let signs = text.map(Sign.init)
        for (index, sign) in signs.enumerated() {
            guard sign.isNamePart else {
                if !word.isEmpty { words.append(word) }
                word = ""
                previous = nil
                continue
            }
            let next = index + 1 < signs.count ? signs[index + 1] : nil
            let isStart =
                sign.isUppercase
                && (previous.map { $0.isLowercase || $0.isNumber && next?.isLowercase == true }
                    == true
                    // `HTMLPage`; but the plural of `IDs` is one word.
                    || previous?.isUppercase == true && next?.isLowercase == true
                        && !(next?.character == "s"
                            && !Self.isLowercase(after: index + 1, in: signs)))
            if isStart, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word.append(sign.character)
            previous = sign
        }
        if !word.isEmpty { words.append(word) }
        self.words = words
    }

    private static func isLowercase(after index: Int, in signs: [Sign]) -> Bool {
        index + 1 < signs.count && signs[index + 1].isLowercase
    }

    /// A character and what it is; nearly all are of ASCII, and need no table of Unicode.
    private struct Sign {
        let character: Character
        let isNamePart, isUppercase, isLowercase, isNumber: Bool

        init(_ character: Character) {
            self.character = character
            if let byte = character.asciiValue {
                isUppercase = (0x41...0x5A).contains(byte)
                isLowercase = (0x61...0x7A).contains(byte)
                isNumber = (0x30...0x39).contains(byte)
                isNamePart = byte.isASCIIAlphanumeric
            } else {
                isUppercase = character.isUppercase
                isLowercase = character.isLowercase
                isNumber = character.isNumber
                isNamePart = character.unicodeScalars.allSatisfy {
                    ($0.properties.isAlphabetic || $0.properties.generalCategory == .decimalNumber)
                        && !$0.properties.isDefaultIgnorableCodePoint
                }
            }
        }
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

extension UInt8 {
    /// Whether it is a letter or a digit of ASCII.
    var isASCIIAlphanumeric: Bool {
        (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20)
    }
}

extension String {
    var uppercasedFirst: String { prefix(1).uppercased() + dropFirst() }
    var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
