package import Foundation
package import HTTPTypes

/// The `Retry-After` header, RFC 9110, section 10.2.3: seconds, or a date.
///
/// Some services say fractions of seconds, such as `2.0`, and some have a field of their own beside it.
package enum RetryAfter {
    /// How long the server asks to wait.
    ///
    /// - Parameters:
    ///   - response: What it has answered.
    ///   - name: The field that says so.
    ///   - now: The time, for a server that does not tell its own.
    /// - Returns: How long; nil where it does not say.
    package static func duration(
        of response: NetworkingResponse,
        in name: HTTPField.Name = .retryAfter,
        now: Date = Date()
    ) -> Duration? {
        let fields = response.head.headerFields
        guard let text = fields[name]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else {
            return nil
        }
        // More than a year is no time to wait; a longer number could overflow a Duration.
        if text.utf8.allSatisfy({ $0 == 0x2E || (0x30...0x39).contains($0) }),
            let seconds = Double(text), seconds < Double(Int.max)
        {
            return .seconds(min(seconds, 31_536_000))
        }
        guard let date = HTTPDate.date(text) else {
            return nil
        }
        // The clock of the server counts, where it tells its time.
        let origin = fields[.date].flatMap(HTTPDate.date) ?? now
        return .seconds(max(0, min(date.timeIntervalSince(origin), 31_536_000)))
    }
}
