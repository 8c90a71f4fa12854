import Foundation

/// A full-text search for words: all must occur, the last one also as the beginning of a longer
/// word.
package struct TextSearch: Hashable, Sendable {
    /// The words, in the form of ``words(in:)``.
    package let words: [String]
    /// Whether the last one may be the beginning of a word, because nothing follows it yet.
    package let isLastPrefix: Bool

    /// Creates a search for the words that a user has typed.
    ///
    /// - Parameter text: The text.
    package init(_ text: String) {
        words = Self.words(in: text)
        isLastPrefix = text.unicodeScalars.last?.isPartOfWord ?? false
    }

    /// Returns the words of a text: letters and digits, without case, diacritics and width.
    ///
    /// Characters of scripts that do not separate words are separate words.
    ///
    /// - Parameter text: The text.
    /// - Returns: The words in order, each truncated to 64 characters.
    package static func words(in text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        func end() {
            if !word.isEmpty { words.append(String(word)) }
            word.removeAll()
        }
        // By scalar, because an index compares their bytes, and a character may begin with a word
        // separator.
        for scalar in folded(text).unicodeScalars {
            if !scalar.isPartOfWord {
                end()
            } else if scalar.isWord {
                end()
                words.append(String(scalar))
            } else if word.count < 64 {
                word.append(scalar)
            }
        }
        end()
        return words
    }

    /// Calls a function with each string in a value: the value itself, or nested strings.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - body: The function.
    package static func forEachText(in json: JSON, _ body: (String) -> Void) {
        switch json {
        case .string(let text): body(text)
        case .array(let elements): for element in elements { forEachText(in: element, body) }
        case .object(let members):
            for (_, value) in members.sorted(by: { $0.key < $1.key }) {
                forEachText(in: value, body)
            }
        case .null, .bool, .number: break
        }
    }

    private static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        // Foundation folds the voiced marks of half-width kana only without other options.
        let folded = text.folding(options: .widthInsensitive, locale: nil)
            .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .precomposedStringWithCanonicalMapping
        // It keeps the points of Hebrew and Arabic.
        return String(String.UnicodeScalarView(folded.unicodeScalars.filter { !$0.isPoint }))
    }
}

extension Unicode.Scalar {
    fileprivate var isPartOfWord: Bool {
        if isASCII { return properties.isAlphabetic || ("0"..."9").contains(self) }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
            true
        default: false
        }
    }

    /// Whether it is a point of Hebrew or Arabic, which texts may omit.
    fileprivate var isPoint: Bool {
        (0x0591...0x06FF).contains(value) && properties.generalCategory == .nonspacingMark
    }

    /// Whether it is Chinese or Japanese, which do not separate words with spaces.
    fileprivate var isWord: Bool {
        switch value {
        // Kana, ideographs and their extensions.
        case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
