#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Decimal: JSONDecodable, JSONEncodable {
    /// Reads a number with up to 38 digits exactly; of more digits, the first count.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Throws: ``JSONError`` when no number stands there, or one beyond all decimals.
    public init(from reader: inout JSONReader) throws(JSONError) {
        let place = reader.place
        let literal = try reader.numberLiteral(expected: "Decimal")
        guard let value = Decimal(string: literal), value.isFinite else {
            throw reader.invalidValue(expected: "Decimal", at: place)
        }
        self = value
    }

    /// Writes all digits of the number; one that is not a number is an error.
    ///
    /// - Parameter writer: Takes the value.
    public func encode(to writer: inout JSONWriter) {
        if isFinite {
            writer.ascii(description)
        } else {
            writer.fail(expected: "finite number", found: "not a number")
        }
    }
}

extension Decimal: DictionaryValueInitializable, DictionaryValueRepresentable {
    /// Makes a decimal of a number inside a dictionary; of a double, its shortest text counts.
    ///
    /// - Parameter dictionaryValue: The number.
    /// - Throws: ``ConversionError`` when it is none.
    public init(dictionaryValue: Any) throws(ConversionError) {
        guard let literal = DictionaryValueKind.number(dictionaryValue)?.literal,
            let value = Decimal(string: literal), value.isFinite
        else {
            throw ConversionError(expected: "Decimal", butFound: dictionaryValue)
        }
        self = value
    }

    /// The decimal itself.
    public var dictionaryValue: any Sendable { self }
}
