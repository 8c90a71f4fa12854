/// Writes the parts of a short text in a fixed format, such as a date, into given memory.
struct TextBuilder {
    private var position: UnsafeMutablePointer<UInt8>

    /// Writes a text and returns its length.
    ///
    /// - Parameters:
    ///   - buffer: Memory for the longest text that the body may write.
    ///   - body: Writes the text.
    /// - Returns: The number of bytes written.
    static func fill(
        _ buffer: UnsafeMutableBufferPointer<UInt8>,
        _ body: (inout TextBuilder) -> Void
    ) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        return fill(from: start, body)
    }

    /// Writes a text and returns its length.
    ///
    /// - Parameters:
    ///   - start: Memory for the longest text that the body may write.
    ///   - body: Writes the text.
    /// - Returns: The number of bytes written.
    static func fill(
        from start: UnsafeMutablePointer<UInt8>,
        _ body: (inout TextBuilder) -> Void
    ) -> Int {
        var builder = TextBuilder(position: start)
        body(&builder)
        return builder.position - start
    }

    private init(position: UnsafeMutablePointer<UInt8>) {
        self.position = position
    }

    /// Writes one character.
    mutating func append(_ character: Unicode.Scalar) {
        position.pointee = UInt8(truncatingIfNeeded: character.value)
        position += 1
    }

    /// Writes characters.
    mutating func append(_ text: StaticString) {
        position.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        position += text.utf8CodeUnitCount
    }

    /// Writes a number with a fixed number of digits.
    mutating func append(_ number: Int, digits: Int) {
        var rest = number
        var index = digits
        while index > 0 {
            index &-= 1
            position[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        position += digits
    }

    /// Writes a day in the format `2026-11-21`.
    mutating func append(day: Day) {
        append(day.year, digits: 4)
        append("-" as Unicode.Scalar)
        append(day.month, digits: 2)
        append("-" as Unicode.Scalar)
        append(day.day, digits: 2)
    }
}
