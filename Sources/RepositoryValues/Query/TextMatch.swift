import Foundation

/// A text to find in others by the rules of a locale, ignoring case, diacritics and width.
struct TextMatch: Sendable {
    private let text: String
    private let locale: Locale

    init(_ text: String, _ locale: Locale) {
        self.text = Self.plain(text)
        self.locale = locale
    }

    /// Whether a string contains the text.
    func isFound(in value: String) -> Bool {
        let options: String.CompareOptions = [
            .caseInsensitive, .diacriticInsensitive, .widthInsensitive,
        ]
        return text.isEmpty
            || Self.plain(value).range(of: text, options: options, locale: locale) != nil
    }

    /// Whether a string contains another one, compared by characters like `hasPrefix`.
    ///
    /// Foundation's `contains` is not used: on Linux, it crashes for some strings with U+0000, and
    /// finds "ệ" in "eê".
    static func contains(_ text: String, in value: String) -> Bool {
        guard isPlain(text), isPlain(value) else {
            return text.isEmpty || value.firstRange(of: text) != nil
        }
        var (text, value) = (text, value)
        return text.withUTF8 { text in
            guard let first = text.first else { return true }
            return value.withUTF8 { value in
                value.indices.dropLast(text.count - 1).contains { index in
                    value[index] == first && value[index...].starts(with: text)
                }
            }
        }
    }

    /// Whether each byte is a character.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D }
    }

    /// Returns a text with full-width letters and half-width kana in their usual width, which
    /// Foundation folds only separately from diacritics, and without U+0000, with which its search
    /// crashes.
    private static func plain(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 || $0 == 0 }) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(scalar == "\0" ? "\u{FFFE}" : scalar) }
        return String(scalars).folding(options: .widthInsensitive, locale: nil)
    }
}
