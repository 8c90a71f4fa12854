extension Instant {
    /// The length of the text in bytes.
    static let longestRFC1123 = 29

    /// Parses text such as `Sat, 21 Nov 2026 02:06:32 GMT` (RFC 9110), or with a numeric time zone
    /// (RFC 5322, formerly 2822).
    ///
    /// The day of the week is optional and not compared with the date. The day may have one digit,
    /// seconds are optional, and case is ignored.
    init?(rfc1123 text: UnsafeBufferPointer<UInt8>) {
        var cursor = TextCursor(text)
        if let first = cursor.next, first >= UInt8(ascii: "A") {
            guard let name = cursor.threeLetters(), Instant.weekdays.contains(name),
                cursor.skip(UInt8(ascii: ",")), cursor.skipSpaces()
            else { return nil }
        }
        guard var day = cursor.digit() else { return nil }
        if let digit = cursor.digit() { day = day * 10 + digit }
        guard cursor.skipSpaces(),
            let name = cursor.threeLetters(), let month = Instant.months.firstIndex(of: name),
            cursor.skipSpaces(), let year = cursor.number(digits: 4), cursor.skipSpaces(),
            CivilDate.isValid(year: year, month: month + 1, day: day),
            let hour = cursor.number(digits: 2), hour < 24, cursor.skip(UInt8(ascii: ":")),
            let minute = cursor.number(digits: 2), minute < 60
        else { return nil }
        var second = 0
        if cursor.skip(UInt8(ascii: ":")) {
            guard let number = cursor.number(digits: 2), number <= 60 else { return nil }
            second = number
        }
        guard cursor.skipSpaces(), let offset = cursor.namedZone(), cursor.isAtEnd else {
            return nil
        }
        let days = CivilDate.daysSince1970(year: year, month: month + 1, day: day)
        let instant = Instant(
            seconds: days * 86_400 + hour * 3600 + minute * 60 + second - offset
        )
        self = instant.writable
    }

    /// Writes text such as `Sat, 21 Nov 2026 02:06:32 GMT`, without a fraction; returns its length,
    /// or nil outside the years 0 to 9999.
    func writeRFC1123(to start: UnsafeMutablePointer<UInt8>) -> Int? {
        let (days, seconds) = daysAndSeconds
        guard let day = Day(daysSince1970: days) else { return nil }
        // 1970-01-01 was a Thursday, and the names begin with one.
        let weekday = days - CivilDate.floorDivide(days, 7) * 7
        return TextBuilder.fill(from: start) { text in
            text.append(name: Instant.weekdays[weekday])
            text.append(", ")
            text.append(day.day, digits: 2)
            text.append(" " as Unicode.Scalar)
            text.append(name: Instant.months[day.month - 1])
            text.append(" " as Unicode.Scalar)
            text.append(day.year, digits: 4)
            text.append(" " as Unicode.Scalar)
            text.append(timeOfDay: seconds)
            text.append(" GMT")
        }
    }

    /// The days of the week, starting with Thursday.
    fileprivate static let weekdays = ["thu", "fri", "sat", "sun", "mon", "tue", "wed"].map(pack)

    /// The months.
    fileprivate static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ].map(pack)

    /// The time zone names that HTTP and email use for UTC.
    fileprivate static let zones = ["gmt", "utc"].map(pack)

    private static func pack(_ name: String) -> UInt32 {
        name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension TextCursor {
    /// Parses a time zone, numeric or a name of UTC, into its offset from UTC in seconds.
    fileprivate mutating func namedZone() -> Int? {
        guard let first = next else { return nil }
        if first < UInt8(ascii: "A") { return numericZone(colon: false) }
        guard let name = threeLetters(), Instant.zones.contains(name) else { return nil }
        return 0
    }
}

extension TextBuilder {
    /// Writes a packed name with a capital first letter.
    fileprivate mutating func append(name: UInt32) {
        append(Unicode.Scalar(UInt8(name >> 16 & 0xDF)))
        append(Unicode.Scalar(UInt8(name >> 8 & 0xFF)))
        append(Unicode.Scalar(UInt8(name & 0xFF)))
    }
}
