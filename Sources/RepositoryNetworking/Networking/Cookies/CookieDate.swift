import Foundation

/// The date until which a server wants a cookie to be kept, in whatever form (RFC 6265, section
/// 5.1.1).
///
/// Servers write it in many forms, also without a day of the week or a zone.
enum CookieDate {
    /// Parses a date; nil if the string is not one.
    static func date(_ text: String) -> Date? {
        var time: [Int]?
        var parts = DateComponents()
        for token in text.utf8.split(whereSeparator: isDelimiter) {
            if time == nil, let found = self.time(token) {
                time = found
            } else if parts.day == nil, let day = number(token, digits: 1...2) {
                parts.day = day
            } else if parts.month == nil, let month = month(token) {
                parts.month = month
            } else if parts.year == nil, let year = number(token, digits: 2...4) {
                parts.year = year > 99 ? year : year + (year < 70 ? 2000 : 1900)
            }
        }
        guard let time, parts.day != nil, parts.month != nil, let year = parts.year, year >= 1601
        else { return nil }
        (parts.hour, parts.minute, parts.second) = (time[0], time[1], time[2])
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return parts.isValidDate(in: calendar) ? calendar.date(from: parts) : nil
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private static func month(_ token: Substring.UTF8View) -> Int? {
        let name = String(Substring(token.prefix(3))).lowercased()
        return months.firstIndex(of: name).map { $0 + 1 }
    }

    /// Returns hour, minute and second; nil if a token is not a time.
    private static func time(_ token: Substring.UTF8View) -> [Int]? {
        let parts = token.split(
            separator: UInt8(ascii: ":"),
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        guard parts.count == 3, parts[0].count <= 2, parts[1].count <= 2 else { return nil }
        let numbers = parts.compactMap { number($0, digits: 1...2) }
        return numbers.count == 3 ? numbers : nil
    }

    /// Returns the number at the start of a token; nil if it has another number of digits.
    private static func number(
        _ token: Substring.UTF8View,
        digits: ClosedRange<Int>
    ) -> Int? {
        let found = token.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return digits.contains(found.count) ? Int(Substring(found)) : nil
    }
}
