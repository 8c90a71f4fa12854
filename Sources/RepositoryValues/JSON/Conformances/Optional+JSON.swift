import Foundation

extension Optional: JSONElementDecodable where Wrapped: JSONElementDecodable {
    /// Decodes a value, or nil from null.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is of another type.
    @inlinable
    public init(from reader: inout JSONReader) throws(JSONError) {
        if reader.scanner.currentByte == UInt8(ascii: "n") {
            try reader.null()
            self = nil
        } else {
            self = try Wrapped(from: &reader)
        }
    }
}

extension Optional: JSONElementEncodable where Wrapped: JSONElementEncodable {
    /// Encodes the value, or null for nil.
    ///
    /// - Parameter writer: The writer.
    @inlinable
    public func encode(to writer: inout JSONWriter) {
        if let self { self.encode(to: &writer) } else { writer.null() }
    }
}

extension Optional: DictionaryValueInitializable where Wrapped: DictionaryValueInitializable {
    /// Creates a value from one in a dictionary, or nil from null.
    ///
    /// - Parameter dictionaryValue: The value, or null.
    /// - Throws: ``ConversionError`` if it is neither.
    @inlinable
    public init(dictionaryValue: Any) throws(ConversionError) {
        if DictionaryValueKind.isNull(dictionaryValue) {
            self = nil
        } else {
            do {
                self = try Wrapped(dictionaryValue: dictionaryValue)
            } catch {
                guard DictionaryValueKind.isBoxedNil(dictionaryValue) else { throw error }
                self = nil
            }
        }
    }
}

extension Optional: DictionaryValueRepresentable where Wrapped: DictionaryValueRepresentable {
    /// The value converted for a dictionary; null for nil.
    public var dictionaryValue: any Sendable { self?.dictionaryValue ?? NSNull() }
}
