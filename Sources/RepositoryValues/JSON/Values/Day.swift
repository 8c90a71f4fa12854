/// A day of the calendar, without a time and without a time zone, such as a birthday.
///
/// On the wire it is text of the form `2026-11-21` (ISO 8601, RFC 3339 `full-date`).
public struct Day: Hashable, Sendable {
    /// The year, from 0 to 9999.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Makes a day; nil when the calendar (the Gregorian one, also for early years) has no such day.
    ///
    /// - Parameters:
    ///   - year: The year, from 0 to 9999.
    ///   - month: The month, from 1 to 12.
    ///   - day: The day of the month, from 1.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), CivilDate.isValid(year: year, month: month, day: day)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Makes a day from its number; nil outside the years 0 to 9999.
    ///
    /// - Parameter daysSince1970: The number of days since 1970-01-01; negative before.
    public init?(daysSince1970: Int) {
        guard (-4_000_000...4_000_000).contains(daysSince1970) else { return nil }
        let (year, month, day) = CivilDate.components(daysSince1970: daysSince1970)
        self.init(year: year, month: month, day: day)
    }

    /// The number of days since 1970-01-01; negative before.
    public var daysSince1970: Int {
        CivilDate.daysSince1970(year: year, month: month, day: day)
    }

    /// The day so many days later; nil outside the years 0 to 9999.
    ///
    /// - Parameter days: The number of days; negative for earlier ones.
    /// - Returns: The later day.
    public func adding(days: Int) -> Day? {
        let (sum, overflows) = daysSince1970.addingReportingOverflow(days)
        return overflows ? nil : Day(daysSince1970: sum)
    }
}

extension Day: Comparable {
    /// Whether a day is before another one.
    public static func < (left: Day, right: Day) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension Day: LosslessStringConvertible {
    /// Makes a day from text of the form `2026-11-21`; nil for any other text.
    ///
    /// - Parameter description: The text.
    public init?(_ description: String) {
        var text = description
        guard let day = text.withUTF8({ Day.parse($0) }) else { return nil }
        self = day
    }

    /// The day in the form `2026-11-21`.
    public var description: String {
        String(unsafeUninitializedCapacity: 10) { buffer in
            TextBuilder.fill(buffer) { $0.append(day: self) }
        }
    }

    private static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Day? {
        var cursor = TextCursor(text)
        guard let year = cursor.number(digits: 4), cursor.skip(UInt8(ascii: "-")),
            let month = cursor.number(digits: 2), cursor.skip(UInt8(ascii: "-")),
            let day = cursor.number(digits: 2), cursor.isAtEnd
        else { return nil }
        return Day(year: year, month: month, day: day)
    }
}

extension Day: JSONTextConvertible {
    static var textDescription: String { "Day" }

    init?(jsonValueText: String) { self.init(jsonValueText) }

    var jsonValueText: String { description }

    /// Reads a day from text of the form `2026-11-21`.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Throws: ``JSONError`` when no such text stands there.
    public init(from reader: inout JSONReader) throws(JSONError) {
        try self.init(textFrom: &reader)
    }

    /// Writes the day in the form `2026-11-21`.
    ///
    /// - Parameter writer: Takes the value.
    public func encode(to writer: inout JSONWriter) { writer.string(description) }

    /// Makes a day of text inside a dictionary.
    ///
    /// - Parameter dictionaryValue: The text.
    /// - Throws: ``ConversionError`` when it is no text of a day.
    public init(dictionaryValue: Any) throws(ConversionError) {
        try self.init(textIn: dictionaryValue)
    }

    /// The day in the form `2026-11-21`.
    public var dictionaryValue: any Sendable { description }
}
