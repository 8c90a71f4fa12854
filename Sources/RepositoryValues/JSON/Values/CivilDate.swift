/// Arithmetic of the proleptic Gregorian calendar: years, months, days and day numbers.
enum CivilDate {
    /// Returns the number of days in a month; 0 if the month is invalid.
    static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 1, 3, 5, 7, 8, 10, 12: 31
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 0
        }
    }

    /// Returns whether a day exists.
    static func isValid(year: Int, month: Int, day: Int) -> Bool {
        day >= 1 && day <= dayCount(year: year, month: month)
    }

    /// Returns the number of days from 1970-01-01 to a day.
    ///
    /// Years start in March, so that a leap day is the last day of its year, and the days before a
    /// month follow from one linear formula.
    static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = month < 3 ? year - 1 : year
        let era = floorDivide(shifted, 400)
        let yearOfEra = shifted - era * 400
        let monthFromMarch = month < 3 ? month + 9 : month - 3
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Returns the day that is a number of days after 1970-01-01.
    static func components(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month < 3 ? 1 : 0)
        return (year, month, day)
    }

    /// Returns the quotient rounded down, also for a negative dividend.
    static func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
