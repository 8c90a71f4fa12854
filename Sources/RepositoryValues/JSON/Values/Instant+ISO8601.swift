extension Instant {
    /// The largest length of the text in bytes.
    static let longestISO8601 = 27

    /// Parses text such as `2026-11-21T02:06:32.5+01:00` (RFC 3339, with variants used by servers).
    ///
    /// Day and time are separated by `T`, `t` or a space. Seconds may be missing; a fraction after
    /// a dot or a comma may have any number of digits, of which six are used. A time zone is
    /// required: `Z`, `z`, `+01:00`, `+0100` or `+01`. Second 60 is the first one of the next
    /// minute. An instant outside the years 0 to 9999 in UTC becomes the nearest one within.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - needsZone: Whether a time zone is required; if it is optional, UTC is the default.
    init?(iso8601 text: UnsafeBufferPointer<UInt8>, needsZone: Bool = true) {
        var cursor = TextCursor(text)
        guard let days = cursor.day(),
            cursor.skip(UInt8(ascii: "T")) || cursor.skip(UInt8(ascii: "t"))
                || cursor.skip(UInt8(ascii: " ")),
            let hour = cursor.number(digits: 2), hour < 24, cursor.skip(UInt8(ascii: ":")),
            let minute = cursor.number(digits: 2), minute < 60
        else { return nil }
        var second = 0
        var microseconds = 0
        if cursor.skip(UInt8(ascii: ":")) {
            guard let number = cursor.number(digits: 2), number <= 60 else { return nil }
            second = number
            if cursor.skip(UInt8(ascii: ".")) || cursor.skip(UInt8(ascii: ",")) {
                guard let fraction = cursor.microseconds() else { return nil }
                microseconds = fraction
            }
        }
        guard let offset = cursor.isAtEnd && !needsZone ? 0 : cursor.zone(), cursor.isAtEnd else {
            return nil
        }
        let instant = Instant(
            seconds: days * 86_400 + hour * 3600 + minute * 60 + second - offset,
            microseconds: microseconds
        )
        // A time zone may lead to the year 10000 in UTC.
        self = instant.writable
    }

    /// Parses text in the format `2026-11-21` as the first instant of that day in UTC.
    init?(dateOnly text: UnsafeBufferPointer<UInt8>) {
        var cursor = TextCursor(text)
        guard let days = cursor.day(), cursor.isAtEnd else { return nil }
        self.init(seconds: days * 86_400)
    }

    /// Writes the day in UTC in the format `2026-11-21`; returns its length, or nil outside the
    /// years 0 to 9999.
    func writeDateOnly(to start: UnsafeMutablePointer<UInt8>) -> Int? {
        guard let day = Day(daysSince1970: daysAndSeconds.days) else { return nil }
        return TextBuilder.fill(from: start) { $0.append(day: day) }
    }

    /// Writes text such as `2026-11-21T02:06:32Z`, with a fraction of three or six digits if there
    /// is one; returns its length, or nil outside the years 0 to 9999.
    ///
    /// - Parameters:
    ///   - start: The memory to write to.
    ///   - hasZone: Whether to write the `Z`.
    /// - Returns: The length.
    func writeISO8601(to start: UnsafeMutablePointer<UInt8>, hasZone: Bool = true) -> Int? {
        let (days, seconds) = daysAndSeconds
        guard let day = Day(daysSince1970: days) else { return nil }
        return TextBuilder.fill(from: start) { text in
            text.append(day: day)
            text.append("T" as Unicode.Scalar)
            text.append(timeOfDay: seconds)
            if microseconds > 0 {
                text.append("." as Unicode.Scalar)
                if microseconds % 1000 == 0 {
                    text.append(microseconds / 1000, digits: 3)
                } else {
                    text.append(microseconds, digits: 6)
                }
            }
            if hasZone { text.append("Z" as Unicode.Scalar) }
        }
    }
}

extension TextBuilder {
    /// Writes the seconds since midnight in the format `02:06:32`.
    mutating func append(timeOfDay seconds: Int) {
        append(seconds / 3600, digits: 2)
        append(":" as Unicode.Scalar)
        append(seconds / 60 % 60, digits: 2)
        append(":" as Unicode.Scalar)
        append(seconds % 60, digits: 2)
    }
}

extension TextCursor {
    /// Parses a day in the format `2026-11-21` into the number of days since 1970-01-01.
    fileprivate mutating func day() -> Int? {
        guard let year = number(digits: 4), skip(UInt8(ascii: "-")),
            let month = number(digits: 2), skip(UInt8(ascii: "-")),
            let day = number(digits: 2),
            CivilDate.isValid(year: year, month: month, day: day)
        else { return nil }
        return CivilDate.daysSince1970(year: year, month: month, day: day)
    }

    /// Parses a fraction of a second with at least one digit.
    fileprivate mutating func microseconds() -> Int? {
        guard var value = digit() else { return nil }
        var count = 1
        while let digit = digit() {
            if count < 6 {
                value = value * 10 + digit
                count += 1
            }
        }
        while count < 6 {
            value *= 10
            count += 1
        }
        return value
    }

    /// Parses a time zone into its offset from UTC in seconds.
    fileprivate mutating func zone() -> Int? {
        if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return 0 }
        return numericZone(colon: true)
    }

    /// Parses a time zone in the format `+0100` into its offset from UTC in seconds.
    ///
    /// - Parameter colon: Whether `+01:00` and `+01` are accepted too.
    /// - Returns: The seconds; nil if there is no time zone.
    mutating func numericZone(colon: Bool) -> Int? {
        let isNegative = skip(UInt8(ascii: "-"))
        guard isNegative || skip(UInt8(ascii: "+")), let hours = number(digits: 2), hours < 24
        else { return nil }
        var minutes = 0
        if colon, isAtEnd {
            minutes = 0
        } else {
            if colon { _ = skip(UInt8(ascii: ":")) }
            guard let number = number(digits: 2), number < 60 else { return nil }
            minutes = number
        }
        let seconds = hours * 3600 + minutes * 60
        return isNegative ? -seconds : seconds
    }
}
