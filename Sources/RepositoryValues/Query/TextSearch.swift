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
        isLastPrefix = text.last?.isPartOfWord ?? false
    }

    /// The words of a text: letters and digits, without regard to case, diacritics and width. Characters of
    /// scripts that do not separate words are words of their own.
    ///
    /// - Parameter text: The text.
    /// - Returns: The words, in their order; what is longer than 64 characters is cut off.
    package static func words(in text: String) -> [String] {
        var words: [String] = []
        var word = ""
        func end() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        for character in folded(text) {
            if !character.isPartOfWord {
                end()
            } else if character.isWord {
                end()
                words.append(String(character))
            } else if word.count < 64 {
                word.append(character)
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
        )
    }
}

extension Character {
    fileprivate var isPartOfWord: Bool { isLetter || isNumber }

    /// Whether it is Chinese or Japanese, or of another script without blanks between words.
    fileprivate var isWord: Bool {
        guard let scalar = unicodeScalars.first?.value, scalar >= 0x0E00 else { return false }
        return switch scalar {
        // Thai and Lao, Myanmar, Khmer, kana, ideographs and their extensions.
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
