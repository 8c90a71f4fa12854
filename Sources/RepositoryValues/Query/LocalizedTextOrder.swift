import Foundation

/// The order of strings for display in a list, by the rules of a locale.
///
/// Numbers below 2^63 are ordered by value, and case matters only if nothing else differs. It is a total order,
/// on which pages and sorted lists rely: that of Foundation's `compare` is none unless the strings
/// are in one form and compared literally. Without, 第１０話, 第11話 and 第100話 form a cycle.
struct LocalizedTextOrder: Sendable {
    private let locale: Locale
    /// Whether the locale has its own rules for case.
    private let hasOwnCase: Bool

    init(_ locale: Locale) {
        self.locale = locale
        let language = locale.language.languageCode?.identifier ?? ""
        hasOwnCase = ["tr", "az", "lt"].contains(language)
    }

    /// Compares two strings: negative if the first one precedes the second, zero if they are equal.
    func compare(_ first: String, _ second: String) -> Int {
        let (one, other) = (Self.plain(first), Self.plain(second))
        let order = collate(lowercased(one), lowercased(other))
        if order != 0 { return order }
        let exact = collate(one, other)
        return exact != 0 ? exact : TextOrder.compare(first, second)
    }

    private func collate(_ first: String, _ second: String) -> Int {
        first.compare(second, options: [.literal, .numeric], range: nil, locale: locale).rawValue
    }

    private func lowercased(_ text: String) -> String {
        hasOwnCase ? text.lowercased(with: locale) : text.lowercased()
    }

    /// Returns a text without invisible characters and differences in width, with ligatures as
    /// letters and all decimal digits in ASCII.
    private static func plain(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var plain = String.UnicodeScalarView()
        for scalar in text.precomposedStringWithCompatibilityMapping.unicodeScalars
        where !scalar.properties.isDefaultIgnorableCodePoint {
            plain.append(scalar.asciiDigit ?? scalar)
        }
        return String(plain)
    }
}

extension Unicode.Scalar {
    /// The ASCII digit of the same value; nil if it is no decimal digit of another script.
    fileprivate var asciiDigit: Unicode.Scalar? {
        guard !isASCII, properties.numericType == .decimal, let value = properties.numericValue
        else { return nil }
        return Unicode.Scalar(0x30 + UInt32(value))
    }
}
