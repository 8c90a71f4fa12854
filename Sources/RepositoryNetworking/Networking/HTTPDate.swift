package import Foundation

/// The date format of header fields (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// Recipients accept two obsolete ones, too: `Sunday, 06-Nov-94 08:49:37 GMT` and
/// `Sun Nov  6 08:49:37 1994`.
package enum HTTPDate {
    private static let codec = DateCodec(.rfc1123)

    /// Parses a date; nil if the string is not one.
    package static func date(_ text: String) -> Date? {
        var words = text.split { $0 == " " || $0 == "," }.map(String.init)
        if words.first?.first?.isLetter == true { words.removeFirst() }
        if let day = words.first, day.contains("-") {
            words.replaceSubrange(..<1, with: day.split(separator: "-").map(String.init))
        }
        if words.count == 4, words[0].first?.isLetter == true {
            words = [words[1], words[0], words[3], words[2], "GMT"]
        }
        if words.count > 2, words[2].count == 2, let year = Int(words[2]) {
            words[2] = String(year + (year < 70 ? 2000 : 1900))
        }
        return try? codec.decode(dictionaryValue: words.joined(separator: " "))
    }

    /// Formats a date, to the second.
    package static func text(_ date: Date) -> String? {
        codec.dictionaryValue(of: date) as? String
    }
}
