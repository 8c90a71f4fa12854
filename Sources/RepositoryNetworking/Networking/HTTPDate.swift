package import Foundation

/// The date format of header fields (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
package enum HTTPDate {
    private static let codec = DateCodec(.rfc1123)

    /// Parses a date; nil if the string is not one.
    package static func date(_ text: String) -> Date? {
        try? codec.decode(dictionaryValue: text)
    }

    /// Formats a date, to the second.
    package static func text(_ date: Date) -> String? {
        codec.dictionaryValue(of: date) as? String
    }
}
