/// The words of a schema name, which can be any text, for making an identifier.
///
/// A name without separators is one word and keeps its case. Separators are `_` and all characters
/// that identifiers cannot contain. A name without letters and digits is spelled with the Unicode
/// names of its characters: `👍` is `thumbsUpSign`.
struct NameWords {
    private let words: [String]

    /// Splits a name.
    init(_ name: String) {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        var sign: Unicode.Scalar?
        for scalar in name.unicodeScalars {
            if scalar.isWordPart {
                // `+1` and `-1` are two different names.
                if word.isEmpty, words.isEmpty, let sign, scalar.isDigit {
                    words.append(sign == "-" ? "minus" : "plus")
                }
                // A mark has to follow the character that it belongs to.
                if word.isEmpty, scalar.isMark { continue }
                word.append(scalar)
            } else if !scalar.properties.isDefaultIgnorableCodePoint {
                if !word.isEmpty { words.append(String(word)) }
                word = String.UnicodeScalarView()
                sign = scalar == "-" || scalar == "+" ? scalar : nil
            }
        }
        if !word.isEmpty { words.append(String(word)) }
        if words.isEmpty { words = Self.spelled(name) }
        // In words in capitals throughout, `USER_NAME`, capitals have no meaning.
        if words.count > 1, words.allSatisfy(\.isShouted) {
            words = words.map { $0.lowercased() }
        }
        self.words = words
    }

    /// `sent_at` as `sentAt`; empty if there are no words.
    var lowerCamelCase: String {
        guard let first = words.first else { return "" }
        return legal(first.loweringFirst + words.dropFirst().map(\.capitalizingFirst).joined())
    }

    /// `sent_at` as `SentAt`; empty if there are no words.
    var upperCamelCase: String {
        legal(words.map(\.capitalizingFirst).joined())
    }

    /// Digits cannot start an identifier.
    private func legal(_ text: String) -> String {
        guard let first = text.unicodeScalars.first else { return "" }
        return first.properties.isXIDStart ? text : "_" + text
    }

    /// The Unicode names of the characters of a text, without invisible ones.
    private static func spelled(_ name: String) -> [String] {
        name.unicodeScalars.flatMap { scalar -> [String] in
            guard !scalar.properties.isDefaultIgnorableCodePoint,
                !scalar.properties.isVariationSelector, !scalar.properties.isWhitespace,
                let unicodeName = scalar.properties.name
            else { return [] }
            return unicodeName.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
                .map(String.init)
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar can be part of a word.
    ///
    /// Swift identifiers can contain every `XID_Continue`.
    var isWordPart: Bool {
        if isASCII { return isDigit || properties.isAlphabetic }
        return properties.isXIDContinue && !properties.isDefaultIgnorableCodePoint
            && properties.generalCategory != .connectorPunctuation
    }

    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

    /// Whether the scalar is combined with the one before it.
    var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}

extension String {
    /// Whether all letters are capitals, and there is one.
    fileprivate var isShouted: Bool {
        unicodeScalars.contains { $0.properties.isUppercase }
            && !unicodeScalars.contains { $0.properties.isLowercase }
    }

    /// The word with a capital first; an acronym in capitals: `id` becomes `ID`.
    fileprivate var capitalizingFirst: String {
        Self.acronyms[self] ?? (prefix(1).uppercased() + dropFirst())
    }

    /// The word without a capital first: `Name` becomes `name`, `URL` `url`, `URLPath` `urlPath`.
    fileprivate var loweringFirst: String {
        let capitals = prefix { $0.isUppercase }
        guard capitals.count > 1 else { return prefix(1).lowercased() + dropFirst() }
        let rest = self[capitals.endIndex...]
        // The last capital starts the next word, if letters follow; `IDs` is one word.
        guard let next = rest.first, next.isLetter, rest != "s" else {
            return capitals.lowercased() + rest
        }
        return capitals.dropLast().lowercased() + capitals.suffix(1) + rest
    }

    /// The acronyms that Swift writes in capitals where they are not first.
    private static let acronyms = [
        "api": "API", "html": "HTML", "http": "HTTP", "https": "HTTPS", "id": "ID", "ids": "IDs",
        "ip": "IP", "json": "JSON", "uri": "URI", "url": "URL", "urls": "URLs", "uuid": "UUID",
        "xml": "XML",
    ]
}
