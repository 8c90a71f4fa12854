import Foundation

/// Words that are searched for in texts: all of them, the last one also as the beginning of a longer word.
package struct TextSearch: Hashable, Sendable {
    /// The words, as ``words(in:)`` gives them.
    package let words: [String]
    /// Whether the last one may be the beginning of a word: nothing stands behind it yet.
    package let isLastPrefix: Bool

    /// The words of what somebody has typed.
    ///
    /// - Parameter text: The text.
    package init(_ text: String) {
        words = Self.words(in: text)
        isLastPrefix = text.unicodeScalars.last?.isPartOfWord ?? false
    }

    /// The words of a text: letters and digits, without regard to case, diacritics and width.
    ///
    /// Characters of scripts that do not separate words are words of their own.
    ///
    /// - Parameter text: The text.
    /// - Returns: The words, in their order; what is longer than 64 characters is cut off.
    package static func words(in text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        func end() {
            if !word.isEmpty { words.append(String(word)) }
            word.removeAll()
        }
        // Scalar by scalar: an index compares their bytes, and a character may begin with what ends a word.
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

    /// Calls a function with each text in a value: itself, or those within it.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - body: What is done with each text.
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
        return text.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
            locale: nil
        ).precomposedStringWithCanonicalMapping
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

    /// Whether it is Chinese or Japanese: there, no blanks part words.
    fileprivate var isWord: Bool {
        switch value {
        // Kana, ideographs and their extensions.
        case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
