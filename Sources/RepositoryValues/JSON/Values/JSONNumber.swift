#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSON {
    /// A number with all the digits it was written with.
    ///
    /// Numbers are equal when their values are: `1`, `1.0` and `1e0` are one number, and
    /// `12345678901234567890` is no other than itself.
    public struct Number: Sendable {
        /// The number as it was written.
        public let literal: String

        /// Makes an integer.
        ///
        /// - Parameter value: The integer.
        public init(_ value: some FixedWidthInteger) {
            literal = value.description
        }

        /// Makes a number; nil when the double is not finite.
        ///
        /// - Parameter value: The number; its shortest text counts.
        public init?(_ value: Double) {
            guard value.isFinite else { return nil }
            literal = value.description
        }

        /// Makes a number; nil when the decimal is not one.
        ///
        /// - Parameter value: The number.
        public init?(_ value: Decimal) {
            guard value.isFinite else { return nil }
            literal = value.description
        }

        /// Makes a number from its text; nil when JSON has no such number.
        ///
        /// - Parameter literal: The text.
        public init?(_ literal: String) {
            guard let number = try? Number(jsonText: literal),
                number.literal.utf8.count == literal.utf8.count
            else { return nil }
            self = number
        }

        /// The number as an integer; nil when it has a fraction or does not fit.
        ///
        /// - Parameter type: The type of the integer.
        /// - Returns: The integer.
        public func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
            DecimalText(literal).integer(type)
        }

        /// The nearest double; nil beyond all doubles.
        public var double: Double? {
            Double(literal).flatMap { $0.isFinite ? $0 : nil }
        }

        /// The number as a decimal, exact for 38 digits; nil beyond all decimals.
        public var decimal: Decimal? {
            Decimal(string: literal).flatMap { $0.isFinite ? $0 : nil }
        }

        /// The number as `JSONSerialization` takes it.
        var any: any Sendable {
            if let value = integer(Int.self) { return value }
            if let value = integer(UInt64.self) { return value }
            if let value = double, Number(value) == self { return value }
            if let value = decimal, Number(value) == self { return value }
            return double ?? (literal.hasPrefix("-") ? -1 : 1) * Double.greatestFiniteMagnitude
        }
    }
}

extension JSON.Number: Hashable {
    /// Whether two numbers have the same value.
    public static func == (left: JSON.Number, right: JSON.Number) -> Bool {
        left.literal == right.literal || DecimalText(left.literal) == DecimalText(right.literal)
    }

    /// Feeds the value to a hasher.
    ///
    /// - Parameter hasher: Takes the value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(DecimalText(literal))
    }
}

extension JSON.Number: JSONDecodable, JSONEncodable {
    /// Reads a number.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Throws: ``JSONError`` when no number stands there.
    public init(from reader: inout JSONReader) throws(JSONError) {
        literal = try reader.numberLiteral(expected: "number")
    }

    /// Writes the number as it was written.
    ///
    /// - Parameter writer: Takes the value.
    public func encode(to writer: inout JSONWriter) {
        writer.ascii(literal)
    }
}

extension JSON.Number: CustomStringConvertible {
    /// The number as it was written.
    public var description: String { literal }
}
