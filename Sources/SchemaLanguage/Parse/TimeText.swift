/// A time in schema notation: an integer of at most six digits, with its unit.
struct TimeText {
    /// The time; nil if it is not a valid one.
    let seconds: Int?
    /// The problem with it, for a message; nil if none is known.
    let problem: String?
    /// The hint.
    let hint: String

    private static let units = ["s": 1, "min": 60, "h": 3_600, "d": 86_400]
    private static let most = 999_999

    /// The names of the units in other languages, in lower case.
    private static let names: [String: String] = [
        "sec": "s", "secs": "s", "second": "s", "seconds": "s",
        "m": "min", "mins": "min", "minute": "min", "minutes": "min",
        "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "day": "d", "days": "d",
    ]
    private static let milliseconds: Set = ["ms", "msec", "millis", "millisecond", "milliseconds"]

    /// Reads a time.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - usual: The unit that a number without one probably has, for the hint.
    init(_ text: String, usual: String = "s") {
        guard let match = text.wholeMatch(of: /(-?)([0-9]+)(\.[0-9]+)? *([A-Za-z]*)/),
            let number = Double("\(match.2)\(match.3 ?? "")")
        else {
            self.init(nil, nil, "write an integer with s, min, h or d, such as `30 s`")
            return
        }
        let word = match.4.lowercased()
        let isMilliseconds = Self.milliseconds.contains(word)
        let other = word.isEmpty ? usual : Self.names[word]
        let unit = isMilliseconds ? "s" : Self.units[word] == nil ? other : word
        guard let unit, let length = Self.units[unit] else {
            let problem = "found the unit '\(match.4.prefix(20))'"
            self.init(nil, problem, "the units are s, min, h and d: write `30 s`, for example")
            return
        }
        let most = "write at most `\(Self.most) d`"
        if !match.1.isEmpty || number == 0 {
            self.init(
                nil,
                "found '\(text.shortened(to: 40))': the shortest duration is 1 s",
                "write `1 s` or more"
            )
        } else if isMilliseconds || match.3 != nil {
            let whole = (isMilliseconds ? number / 1_000 : number * Double(length)).rounded(.up)
            let meant = Self.text(ofSeconds: whole)
            self.init(
                nil,
                "found '\(text.shortened(to: 40))': a duration is in whole seconds",
                meant.map { "write `\($0)`" } ?? most
            )
        } else if number > Double(Self.most) {
            let meant = Self.text(ofSeconds: number * Double(length))
            self.init(
                nil,
                "found '\(text.shortened(to: 40))': the number can have at most six digits",
                meant.map { "write `\($0)`" } ?? most
            )
        } else if match.4 == unit, match.2.first != "0",
            text.wholeMatch(of: /[0-9]+ ?[a-z]+/) != nil
        {
            self.init(Int(number) * length, nil, "")
        } else {
            self.init(nil, nil, "write `\(Int(number)) \(unit)`: the units are s, min, h and d")
        }
    }

    private init(_ seconds: Int?, _ problem: String?, _ hint: String) {
        (self.seconds, self.problem, self.hint) = (seconds, problem, hint)
    }

    /// A time in the largest unit that gives an integer; nil if it is too long for all.
    private static func text(ofSeconds seconds: Double) -> String? {
        units.sorted { $0.value > $1.value }.lazy.compactMap { unit, length in
            let number = seconds / Double(length)
            return number == number.rounded() && number <= Double(most)
                ? "\(Int(number)) \(unit)" : nil
        }.first
    }
}
