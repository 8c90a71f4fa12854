/// Numbers of a schema as Swift literals of their type.
enum NumberLiteral {
    /// The literal of an integer, in groups of three digits if there are seven or more.
    static func integer(_ text: String) -> String {
        let (sign, digits) = parts(text)
        let isZero = digits == "0"
        // No unsigned type accepts `-0`.
        return (isZero ? "" : sign) + grouped(digits)
    }

    /// The literal of a number of `Double`.
    static func double(_ text: String) -> String {
        floating(text, isTiny: Double(text).map { $0.isSubnormal || $0.isZero } ?? false) {
            let pattern = Double(text)?.bitPattern ?? 0
            return "Double(bitPattern: 0x\(String(pattern, radix: 16)))"
        }
    }

    /// The literal of a number of `Float`.
    static func float(_ text: String) -> String {
        floating(text, isTiny: Float(text).map { $0.isSubnormal || $0.isZero } ?? false) {
            let pattern = Float(text)?.bitPattern ?? 0
            return "Float(bitPattern: 0x\(String(pattern, radix: 16)))"
        }
    }

    /// An expression of a number of `Decimal`, exact.
    ///
    /// A literal with a fraction would go through `Double`: as a `Decimal`, `1.1` is not 1.1.
    static func decimal(_ text: String) -> String {
        let (sign, unsigned) = parts(text)
        let halves = unsigned.lowercased().split(separator: "e", maxSplits: 1)
        var exponent = halves.count == 2 ? Int(halves[1]) ?? 0 : 0
        let numbers = (halves.first ?? "0").split(separator: ".", maxSplits: 1)
        let fraction = numbers.count == 2 ? numbers[1] : ""
        var digits = String(((numbers.first ?? "0") + fraction).drop { $0 == "0" })
        exponent -= fraction.count
        while exponent < 0, digits.last == "0" {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty { return "0" }
        if exponent == 0, digits.count <= 18 { return sign + grouped(digits) }
        // A significand is a literal of Int.
        guard digits.count <= 18 else {
            return "Decimal(string: \"\(sign)\(unsigned)\") ?? 0"
        }
        return "Decimal(sign: .\(sign.isEmpty ? "plus" : "minus"), exponent: \(exponent), "
            + "significand: \(grouped(digits)))"
    }

    private static func floating(
        _ text: String,
        isTiny: Bool,
        bitPattern: () -> String
    ) -> String {
        let (sign, digits) = parts(text)
        let isZero = digits.prefix { $0 != "e" && $0 != "E" }.allSatisfy { $0 == "0" || $0 == "." }
        // The integer -0 has no sign.
        if isZero { return sign + "0.0" }
        // The compiler warns about a literal that loses digits because it is so close to zero.
        if isTiny { return bitPattern() }
        let isWhole = digits.allSatisfy { $0.isASCII && $0.isNumber }
        if isWhole {
            // The compiler warns about an integer that a float cannot represent exactly.
            return sign + grouped(digits) + (digits.count > 6 ? ".0" : "")
        }
        return sign + digits
    }

    private static func parts(_ text: String) -> (sign: String, digits: String) {
        let sign = text.first == "-" ? "-" : ""
        let unsigned = text.drop { $0 == "-" || $0 == "+" }
        var digits = String(unsigned.drop { $0 == "0" })
        if digits.first.map({ !$0.isNumber }) ?? true { digits = "0" + digits }
        return (sign, digits)
    }

    private static func grouped(_ digits: String) -> String {
        guard digits.count >= 7 else { return digits }
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result += "_" }
            result.append(digit)
        }
        return result
    }
}
