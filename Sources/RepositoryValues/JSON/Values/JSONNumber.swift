#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSON {
    /// A number with all its digits.
    ///
    /// Numbers are equal if their values are: `1`, `1.0` and `1e0` are equal, and
    /// `12345678901234567890` differs from `12345678901234567891`.
    public struct Number: Sendable {
        /// The number as it was written.
        public let literal: String

        /// Creates an integer.
        ///
        /// - Parameter value: The integer.
        public init(_ value: some FixedWidthInteger) {
            literal = value.description
        }

        /// Creates a number; nil if the double is not finite.
        ///
        /// - Parameter value: The number; its shortest decimal form is used.
        public init?(_ value: Double) {
            guard value.isFinite else { return nil }
            literal = value.description
        }

        /// Creates a number; nil if the decimal is not-a-number.
        ///
        /// - Parameter value: The number.
        public init?(_ value: Decimal) {
            guard value.isFinite else { return nil }
            literal = value.description
        }

        /// Creates a number from its text; nil if JSON has no such number.
        ///
        /// - Parameter literal: The text.
        public init?(_ literal: String) {
            guard let number = try? Number(jsonText: literal),
                number.literal.utf8.count == literal.utf8.count
            else { return nil }
            self = number
        }

        /// The number as an integer; nil if it has a fraction or does not fit.
        ///
        /// - Parameter type: The type of the integer.
        /// - Returns: The integer.
        public func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
            DecimalText(literal).integer(type)
        }

        /// The nearest double; nil if out of range.
        public var double: Double? {
            Double(literal).flatMap { $0.isFinite ? $0 : nil }
        }

        /// The number as a decimal, exact up to 38 digits; nil if out of range.
        public var decimal: Decimal? {
            Decimal(literal: literal)
        }

        /// The number in a form that `JSONSerialization` accepts.
        var any: any Sendable {
            if let value = integer(Int.self) { return value }
            if let value = integer(UInt64.self) { return value }
            if let value = double, Number(value) == self { return value }
            if let value = decimal {
                if Number(value) == self { return value }
                // The digits beyond those of a decimal would be lost in any form.
                if let double, Double(value.description) == double { return value }
            }
            return double ?? (literal.hasPrefix("-") ? -1 : 1) * Double.greatestFiniteMagnitude
        }
    }
}

extension JSON.Number: Hashable {
    /// Returns whether two numbers have the same value.
    public static func == (left: JSON.Number, right: JSON.Number) -> Bool {
        left.literal == right.literal || DecimalText(left.literal) == DecimalText(right.literal)
    }

    /// Hashes the value.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(DecimalText(literal))
    }
}

extension JSON.Number: JSONDecodable, JSONEncodable {
    /// Decodes a number.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is not a number.
    public init(from reader: inout JSONReader) throws(JSONError) {
        literal = try reader.scanner.numberLiteral(expected: "number")
    }

    /// Encodes the number as it was written.
    ///
    /// - Parameter writer: The writer.
    public func encode(to writer: inout JSONWriter) {
        writer.ascii(literal)
    }
}

extension JSON.Number: CustomStringConvertible {
    /// The number as it was written.
    public var description: String { literal }
}
