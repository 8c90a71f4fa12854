#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An instant as whole seconds and microseconds since 1970-01-01 in UTC.
///
/// A `Date` has a binary fraction of a second. All date formats use this type, so that a decoded
/// date is encoded in any format and decoded again as the same date.
struct Instant: Hashable {
    /// The whole seconds, rounded down.
    let seconds: Int
    /// The microseconds of the second, from 0 to 999,999.
    let microseconds: Int

    /// The seconds from 1970-01-01 to 2001-01-01, the reference date of `Date`.
    private static let referenceDate = 978_307_200

    init(seconds: Int, microseconds: Int = 0) {
        self.seconds = seconds
        self.microseconds = microseconds
    }

    /// Creates the instant of a date; nil if it is not finite, or some hundred thousand years away.
    init?(_ date: Date) {
        self.init(seconds: date.timeIntervalSinceReferenceDate, since: Instant.referenceDate)
        // Some centuries from 2001, the step of a date is larger than a microsecond.
        guard microseconds % 1000 != 0 else { return }
        let rounded = Instant(seconds: seconds, carrying: (microseconds + 500) / 1000 * 1000)
        if rounded.date == date { self = rounded }
    }

    /// Creates an instant from seconds; nil if they are not finite, or far too many.
    init?(secondsSince1970 seconds: Double) {
        self.init(seconds: seconds, since: 0)
    }

    /// Creates an instant from milliseconds; nil if they are not finite, or far too many.
    init?(millisecondsSince1970 milliseconds: Double) {
        guard abs(milliseconds) < 9e15 else { return nil }
        let whole = milliseconds.rounded(.down)
        let (seconds, rest) = Instant.divide(Int(whole), by: 1000)
        let microseconds = rest * 1000 + Int(((milliseconds - whole) * 1000).rounded())
        self.init(seconds: seconds, carrying: microseconds)
    }

    private init?(seconds: Double, since reference: Int) {
        guard abs(seconds) < 9e12 else { return nil }
        let whole = seconds.rounded(.down)
        self.init(
            seconds: Int(whole) + reference,
            carrying: Int(((seconds - whole) * 1_000_000).rounded())
        )
    }

    private init(seconds: Int, carrying microseconds: Int) {
        self.seconds = microseconds < 1_000_000 ? seconds : seconds + 1
        self.microseconds = microseconds < 1_000_000 ? microseconds : 0
    }

    /// The instant as a date, equal to the result of `Date(timeIntervalSince1970:)`.
    var date: Date {
        Date(timeIntervalSince1970: secondsSince1970)
    }

    /// The nearest double of the seconds.
    var secondsSince1970: Double {
        // Whole microseconds are exact as a double for 285 years, and are divided once.
        abs(seconds) < 9_000_000_000
            ? Double(seconds * 1_000_000 + microseconds) / 1_000_000
            : belowNextSecond(Double(seconds) + Double(microseconds) / 1_000_000)
    }

    /// A rounded number of seconds that has not become the next second, which may be in the year
    /// 10000.
    private func belowNextSecond(_ rounded: Double) -> Double {
        microseconds > 0 ? min(rounded, Double(seconds + 1).nextDown) : rounded
    }

    /// The nearest instant in the years 0 to 9999, which all formats can write.
    var writable: Instant {
        let years = -62_167_219_200...253_402_300_799
        if years.contains(seconds) { return self }
        return seconds < 0
            ? Instant(seconds: years.lowerBound)
            : Instant(seconds: years.upperBound, microseconds: 999_999)
    }

    /// The nearest double of the milliseconds.
    var millisecondsSince1970: Double {
        abs(seconds) < 9_000_000_000
            ? Double(seconds * 1_000_000 + microseconds) / 1000
            : Double(seconds) * 1000 + Double(microseconds) / 1000
    }

    /// The number of the day, and the seconds since its midnight.
    var daysAndSeconds: (days: Int, seconds: Int) {
        let (days, rest) = Instant.divide(seconds, by: 86_400)
        return (days, rest)
    }

    private static func divide(_ value: Int, by divisor: Int) -> (quotient: Int, rest: Int) {
        let quotient = CivilDate.floorDivide(value, divisor)
        return (quotient, value - quotient * divisor)
    }
}
