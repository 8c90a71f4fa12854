/// Validates the form of a JSON number.
enum JSONNumberText {
    /// The outcome of a scan.
    enum Outcome {
        /// After the number.
        case number
        /// At the start, where there is neither a digit nor a minus sign.
        case noNumber
        /// At a byte that should be a digit.
        case missingDigit
        /// At the digit after a leading zero.
        case leadingZero
    }

    /// The position and the outcome of a scan.
    struct Scan {
        let position: UnsafePointer<UInt8>
        let outcome: Outcome
    }

    /// Finds the end of a number, and validates its form.
    ///
    /// - Parameters:
    ///   - start: The first byte.
    ///   - end: The end of the input; never read beyond.
    /// - Returns: The position and the outcome.
    static func scan(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Scan {
        var position = start
        if position < end, position.pointee == UInt8(ascii: "-") { position += 1 }
        guard position < end, isDigit(position.pointee) else {
            let outcome: Outcome = position == start ? .noNumber : .missingDigit
            return Scan(position: position, outcome: outcome)
        }
        if position.pointee == UInt8(ascii: "0") {
            position += 1
            if position < end, isDigit(position.pointee) {
                return Scan(position: position, outcome: .leadingZero)
            }
        } else {
            position = endOfDigits(from: position, to: end)
        }
        if position < end, position.pointee == UInt8(ascii: ".") {
            let first = position + 1
            position = endOfDigits(from: first, to: end)
            guard position > first else { return Scan(position: position, outcome: .missingDigit) }
        }
        if position < end, position.pointee | 0x20 == UInt8(ascii: "e") {
            var first = position + 1
            if first < end,
                first.pointee == UInt8(ascii: "+") || first.pointee == UInt8(ascii: "-")
            {
                first += 1
            }
            position = endOfDigits(from: first, to: end)
            guard position > first else { return Scan(position: position, outcome: .missingDigit) }
        }
        return Scan(position: position, outcome: .number)
    }

    @inline(__always)
    private static func endOfDigits(
        from start: UnsafePointer<UInt8>,
        to end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        var position = start
        while position < end, isDigit(position.pointee) { position += 1 }
        return position
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }
}
