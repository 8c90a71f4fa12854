/// The grammar of strings for dates and days, including all variants that the runtime reads.
struct DateText {
    private var rest: Substring.UTF8View

    private init(_ text: String) {
        rest = text[...].utf8
    }

    /// Whether a string is a date of RFC 3339, or one of its variants: `2026-11-21 02:06+01`.
    static func isDate(_ text: String, needsZone: Bool) -> Bool {
        var scanner = DateText(text)
        guard scanner.day(), scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
            scanner.minutes()
        else { return false }
        if scanner.skip(":") {
            guard scanner.number(digits: 2, upTo: 60) != nil else { return false }
            if scanner.skip(".") || scanner.skip(",") {
                guard scanner.digits() > 0 else { return false }
            }
        }
        if scanner.rest.isEmpty { return !needsZone }
        return (scanner.skip("Z") || scanner.skip("z") || scanner.zone(isLoose: true))
            && scanner.rest.isEmpty
    }

    /// Whether a string is a date of HTTP or mail: `Sat, 21 Nov 2026 02:06:32 GMT`.
    static func isDateOfMail(_ text: String) -> Bool {
        var scanner = DateText(text)
        if let first = scanner.rest.first, first >= UInt8(ascii: "A") {
            guard let name = scanner.letters(3), weekdays.contains(name), scanner.skip(","),
                scanner.spaces()
            else { return false }
        }
        guard let tens = scanner.number(digits: 1) else { return false }
        let day = scanner.number(digits: 1).map { tens * 10 + $0 } ?? tens
        guard scanner.spaces(), let name = scanner.letters(3),
            let month = months.firstIndex(of: name), scanner.spaces(),
            let year = scanner.number(digits: 4), scanner.spaces(),
            isDay(year, month + 1, day), scanner.minutes()
        else { return false }
        if scanner.skip(":"), scanner.number(digits: 2, upTo: 60) == nil { return false }
        return scanner.spaces() && scanner.zoneOfMail() && scanner.rest.isEmpty
    }

    /// Whether a string is a calendar day: `2026-11-21`.
    static func isDay(_ text: String) -> Bool {
        var scanner = DateText(text)
        return scanner.day() && scanner.rest.isEmpty
    }

    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
        let isLeap =
            year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let count =
            switch month {
            case 2: isLeap ? 29 : 28
            case 4, 6, 9, 11: 30
            case 1...12: 31
            default: 0
            }
        return day >= 1 && day <= count
    }

    // MARK: - Parts

    private mutating func day() -> Bool {
        guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
            let day = number(digits: 2)
        else { return false }
        return Self.isDay(year, month, day)
    }

    /// The time of day up to the minute: `02:06`.
    private mutating func minutes() -> Bool {
        number(digits: 2, upTo: 23) != nil && skip(":") && number(digits: 2, upTo: 59) != nil
    }

    /// The offset from UTC: `+0100`; if it is loose, also `+01:00` and `+01`.
    private mutating func zone(isLoose: Bool) -> Bool {
        guard skip("-") || skip("+"), number(digits: 2, upTo: 23) != nil else { return false }
        if isLoose {
            if rest.isEmpty { return true }
            _ = skip(":")
        }
        return number(digits: 2, upTo: 59) != nil
    }

    private mutating func zoneOfMail() -> Bool {
        if let first = rest.first, first < UInt8(ascii: "A") { return zone(isLoose: false) }
        return letters(3).map(["gmt", "utc"].contains) ?? false
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Skips spaces, at least one of which is required.
    private mutating func spaces() -> Bool {
        guard skip(" ") else { return false }
        while skip(" ") {}
        return true
    }

    /// Skips digits, and returns their number.
    private mutating func digits() -> Int {
        var count = 0
        while number(digits: 1) != nil { count += 1 }
        return count
    }

    /// A number with exactly that many digits.
    private mutating func number(digits: Int, upTo limit: Int = .max) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            else { return nil }
            rest.removeFirst()
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value <= limit ? value : nil
    }

    /// That many letters, in lower case.
    private mutating func letters(_ count: Int) -> String? {
        var letters = ""
        for _ in 0..<count {
            guard let byte = rest.first,
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            else { return nil }
            rest.removeFirst()
            letters.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
        }
        return letters
    }
}
