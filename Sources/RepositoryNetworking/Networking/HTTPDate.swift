#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A date in a header field, RFC 9110, section 5.6.7, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
package enum HTTPDate {
    private static let codec = DateCodec(.rfc1123)

    /// The date that a text says; nil where it says none.
    package static func date(_ text: String) -> Date? {
        try? codec.decode(dictionaryValue: text)
    }

    /// A date as text, to the second.
    package static func text(_ date: Date) -> String? {
        codec.dictionaryValue(of: date) as? String
    }
}
