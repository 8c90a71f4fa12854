/// Random numbers that are the same in each run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Returns true with a probability of one in `count`.
    mutating func oneIn(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }

    mutating func text(upTo length: Int = 24) -> String {
        let alphabet: [Character] = Array(
            "abcXYZ019 _-/.\"\\\n\t\u{0}\u{1F}\u{7F}éßıжあ漢😀\u{10FFFF}\u{2028}"
        )
        let count = Int.random(in: 0...length, using: &self)
        return String((0..<count).compactMap { _ in alphabet.randomElement(using: &self) })
    }

    /// Returns a finite double of any magnitude.
    mutating func double() -> Double {
        while true {
            let value = Double(bitPattern: next())
            if value.isFinite { return value }
        }
    }

    /// Returns a date in whole microseconds between the years 1900 and 2100.
    mutating func microseconds() -> Int {
        Int.random(in: -2_200_000_000_000_000...4_100_000_000_000_000, using: &self)
    }

    /// Returns any JSON, nested a few levels deep.
    mutating func json(depth: Int = 3) -> JSONText {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &self) {
        case 0: JSONText("null")
        case 1: JSONText(Bool.random(using: &self) ? "true" : "false")
        case 2: JSONText(Int.random(in: .min ... .max, using: &self).description)
        case 3: JSONText(double().description)
        case 4: JSONText(NumberPool.literals.randomElement(using: &self) ?? "0")
        case 5: JSONText(quoting: text())
        case 6:
            JSONText(
                "["
                    + (0..<Int.random(in: 0...4, using: &self))
                    .map { _ in json(depth: depth - 1).text }.joined(separator: ",") + "]"
            )
        default:
            JSONText(
                "{"
                    + (0..<Int.random(in: 0...4, using: &self))
                    .map { index in
                        JSONText(quoting: "\(index)" + text(upTo: 6)).text + ":"
                            + json(depth: depth - 1).text
                    }
                    .joined(separator: ",") + "}"
            )
        }
    }
}

/// JSON that is created without the code under test.
struct JSONText {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    init(quoting string: String) {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        self.text = text + "\""
    }
}

/// Numbers that are often decoded incorrectly.
enum NumberPool {
    static let literals = [
        "0", "-0", "0.0", "-0.0", "0e1", "0e-1", "0E+999999999999999999999", "1.0", "1e3", "1E3",
        "1e-3", "10e-1", "1200e-2", "1.5", "-1.5", "127", "128", "-128", "-129", "255", "256",
        "32767", "32768", "65535", "65536", "2147483647", "2147483648", "-2147483649",
        "4294967295", "4294967296", "9007199254740992", "9007199254740993", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "12345678901234567890", "1e18", "1e19",
        "1e20", "1e22", "1e23", "123456789012345678901234567890", "0.1", "0.30000000000000004",
        "2.2250738585072014e-308", "5e-324", "1.7976931348623157e308", "3.4028235e38",
        "3.4028236e38", "1e39", "1e-45", "8.5070592e37",
    ]
}
