#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Decimal: JSONDecodable, JSONEncodable {
    /// Decodes a number, exactly up to 38 digits; further digits are dropped.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is not a number, or out of range.
    public init(from reader: inout JSONReader) throws(JSONError) {
        let place = reader.place
        let literal = try reader.scanner.numberLiteral(expected: "Decimal")
        guard let value = Decimal(literal: literal) else {
            throw reader.invalidValue(expected: "Decimal", at: place)
        }
        self = value
    }

    /// Encodes all digits of the number; not-a-number is an error.
    ///
    /// - Parameter writer: The writer.
    public func encode(to writer: inout JSONWriter) {
        if isFinite {
            writer.ascii(description)
        } else {
            writer.fail(expected: "finite number", found: "not a number")
        }
    }
}

extension Decimal {
    /// Parses a number; nil if it is out of range.
    init?(literal: String) {
        if let value = Decimal(string: literal), value.isFinite {
            self = value
        } else if DecimalText(literal) == DecimalText("0") {
            // Foundation parses no zero with a large exponent.
            self = 0
        } else {
            return nil
        }
    }
}

extension Decimal: DictionaryValueInitializable, DictionaryValueRepresentable {
    /// Creates a decimal from a number in a dictionary; a double is converted by its shortest
    /// decimal form.
    ///
    /// - Parameter dictionaryValue: The number.
    /// - Throws: ``ConversionError`` if it is not a number.
    public init(dictionaryValue: Any) throws(ConversionError) {
        guard let literal = DictionaryValueKind.number(dictionaryValue)?.literal,
            let value = Decimal(literal: literal)
        else {
            throw ConversionError(expected: "Decimal", butFound: dictionaryValue)
        }
        self = value
    }

    /// The decimal itself.
    public var dictionaryValue: any Sendable { self }
}
