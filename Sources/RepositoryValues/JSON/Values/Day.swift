/// A calendar day without a time and a time zone, such as a birthday.
///
/// It is encoded as a string in the format `2026-11-21` (ISO 8601, RFC 3339 `full-date`).
public struct Day: Hashable, Sendable {
    /// The year, from 0 to 9999.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day of the month, starting at 1.
    public let day: Int

    /// Creates a day; nil if it does not exist in the Gregorian calendar, which is used for early
    /// years too.
    ///
    /// - Parameters:
    ///   - year: The year, from 0 to 9999.
    ///   - month: The month, from 1 to 12.
    ///   - day: The day of the month, starting at 1.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), CivilDate.isValid(year: year, month: month, day: day)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates a day from its number; nil outside the years 0 to 9999.
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

    /// Returns the day a number of days later; nil outside the years 0 to 9999.
    ///
    /// - Parameter days: The number of days; negative for earlier ones.
    /// - Returns: The later day.
    public func adding(days: Int) -> Day? {
        let (sum, overflows) = daysSince1970.addingReportingOverflow(days)
        return overflows ? nil : Day(daysSince1970: sum)
    }
}

extension Day: Comparable {
    /// Returns whether a day is before another one.
    public static func < (left: Day, right: Day) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension Day: LosslessStringConvertible {
    /// Creates a day from a string in the format `2026-11-21`; nil for any other string.
    ///
    /// - Parameter description: The string.
    public init?(_ description: String) {
        var text = description
        guard let day = text.withUTF8({ Day.parse($0) }) else { return nil }
        self = day
    }

    /// The day in the format `2026-11-21`.
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

    /// Decodes a day from a string in the format `2026-11-21`.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is not such a string.
    public init(from reader: inout JSONReader) throws(JSONError) {
        try self.init(textFrom: &reader)
    }

    /// Encodes the day in the format `2026-11-21`.
    ///
    /// - Parameter writer: The writer.
    public func encode(to writer: inout JSONWriter) { writer.string(description) }

    /// Creates a day from a string in a dictionary.
    ///
    /// - Parameter dictionaryValue: The string.
    /// - Throws: ``ConversionError`` if it is not a day.
    public init(dictionaryValue: Any) throws(ConversionError) {
        try self.init(textIn: dictionaryValue)
    }

    /// The day in the format `2026-11-21`.
    public var dictionaryValue: any Sendable { description }
}
