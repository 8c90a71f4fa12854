import RepositoryValues

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A form of strings for a value in JSON, as the runtime reads it.
///
/// The generator does not import the runtime. For forms that Foundation reads there, the same
/// functions are used here. Dates and days have separate grammars in both, and a test that passes
/// the same strings to both.
enum WireText: Hashable, Sendable {
    /// A point in time.
    case date(DateFormat)
    /// A calendar day.
    case day
    case url
    case uuid
    /// Base64 (RFC 4648, section 4).
    case data

    /// The form of the strings for a type; nil if any string is valid, or it is not a string.
    ///
    /// Dates have no form of their own: their formats define it.
    init?(of primitive: PrimitiveType) {
        switch primitive {
        case .day: self = .day
        case .url: self = .url
        case .uuid: self = .uuid
        case .data: self = .data
        default: return nil
        }
    }

    /// Whether a string has the form.
    func matches(_ text: String) -> Bool {
        switch self {
        case .date(.iso8601): DateText.isDate(text, needsZone: true)
        case .date(.iso8601WithoutZone): DateText.isDate(text, needsZone: false)
        case .date(.rfc1123): DateText.isDateOfMail(text)
        case .date(.dateOnly), .day: DateText.isDay(text)
        // They are numbers.
        case .date(.unixSeconds), .date(.unixMilliseconds): false
        case .url: URL(string: text) != nil
        case .uuid: UUID(uuidString: text) != nil
        case .data: Data(strictBase64: text) != nil
        }
    }

    /// A value in the form, for a message: `'2026-11-21'`.
    var sample: String {
        switch self {
        case .date(.iso8601): "'2026-11-21T02:06:32Z'"
        case .date(.iso8601WithoutZone): "'2026-11-21T02:06:32'"
        case .date(.rfc1123): "'Sat, 21 Nov 2026 02:06:32 GMT'"
        case .date(.dateOnly), .day: "'2026-11-21'"
        case .date(.unixSeconds): "1795226792"
        case .date(.unixMilliseconds): "1795226792000"
        case .url: "'https://example.com/cat.jpg'"
        case .uuid: "'6D3C1F0E-8A52-4B7C-9E15-2F40D86A7B93'"
        case .data: "'aGVsbG8=' in Base64"
        }
    }
}

extension DateFormat {
    /// Whether a number, in the JSON of a numeric format, is a plausible date.
    func matches(_ number: Double) -> Bool {
        switch self {
        case .unixSeconds: abs(number) < 9e12
        case .unixMilliseconds: abs(number) < 9e15
        case .iso8601, .iso8601WithoutZone, .rfc1123, .dateOnly: false
        }
    }
}
