package import Foundation
package import HTTPTypes

/// The header field `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date.
///
/// Some services send fractions of seconds, such as `2.0`, and some use another header field.
package enum RetryAfter {
    /// Returns the delay that the server asks for.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - name: The header field with the delay.
    ///   - now: The current time, for a server that does not send its own.
    /// - Returns: The delay; nil if there is none.
    package static func duration(
        of response: NetworkingResponse,
        in name: HTTPField.Name = .retryAfter,
        now: Date = Date()
    ) -> Duration? {
        let fields = response.head.headerFields
        guard let text = fields[name]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else {
            return nil
        }
        // More than a year is not a sensible delay, and a larger number could overflow a Duration.
        if text.utf8.allSatisfy({ $0 == 0x2E || (0x30...0x39).contains($0) }),
            let seconds = Double(text)
        {
            return .seconds(min(seconds, 31_536_000))
        }
        guard let date = HTTPDate.date(text) else {
            return nil
        }
        // Measured by the server's clock if the response has a date.
        let origin = fields[.date].flatMap(HTTPDate.date) ?? now
        return .seconds(max(0, min(date.timeIntervalSince(origin), 31_536_000)))
    }
}
