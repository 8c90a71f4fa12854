import Foundation
import HTTPTypes

/// The `Retry-After` header, RFC 9110, section 10.2.3: seconds, or a date.
///
/// Some services say fractions of seconds, such as `2.0`.
enum RetryAfter {
    /// How long the server asks to wait, nil where it does not say.
    static func duration(of response: NetworkingResponse, now: Date = Date()) -> Duration? {
        let fields = response.head.headerFields
        guard let text = fields[.retryAfter]?.trimmingCharacters(in: .whitespaces) else {
            return nil
        }
        // More than a year is no time to wait; a longer number could overflow a Duration.
        if text.utf8.allSatisfy({ $0 == 0x2E || (0x30...0x39).contains($0) }),
            let seconds = Double(text), seconds < Double(Int.max)
        {
            return .seconds(min(seconds, 31_536_000))
        }
        guard let date = httpDate(text) else {
            return nil
        }
        // The clock of the server counts, where it tells its time.
        let origin = fields[.date].flatMap(httpDate) ?? now
        return .seconds(max(0, min(date.timeIntervalSince(origin), 31_536_000)))
    }

    private static func httpDate(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }
}
