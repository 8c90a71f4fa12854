#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A point in time as whole seconds and microseconds since 1970-01-01 in UTC.
///
/// A `Date` holds a binary fraction of a second. All forms of dates go by way of this type, so that
/// one date that was read is written, in whatever form, and read again as the same date.
struct Instant: Hashable {
    /// The whole seconds, rounded down.
    let seconds: Int
    /// The microseconds behind them, from 0 to 999,999.
    let microseconds: Int

    /// The seconds from 1970-01-01 to 2001-01-01, from which `Date` counts.
    private static let referenceDate = 978_307_200

    init(seconds: Int, microseconds: Int = 0) {
        self.seconds = seconds
        self.microseconds = microseconds
    }

    /// The point in time of a date; nil when it is not finite, or some hundred thousand years off.
    init?(_ date: Date) {
        self.init(seconds: date.timeIntervalSinceReferenceDate, since: Instant.referenceDate)
    }

    /// A point in time from seconds; nil when they are not finite, or far too many.
    init?(secondsSince1970 seconds: Double) {
        self.init(seconds: seconds, since: 0)
    }

    /// A point in time from milliseconds; nil when they are not finite, or far too many.
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

    /// The point in time as the date that `Date(timeIntervalSince1970:)` makes of it too.
    var date: Date {
        Date(timeIntervalSince1970: secondsSince1970)
    }

    /// The seconds as the double nearest to them.
    var secondsSince1970: Double {
        // Whole microseconds are exact as a double for 285 years, and are divided once.
        abs(seconds) < 9_000_000_000
            ? Double(seconds * 1_000_000 + microseconds) / 1_000_000
            : Double(seconds) + Double(microseconds) / 1_000_000
    }

    /// The milliseconds as the double nearest to them.
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
