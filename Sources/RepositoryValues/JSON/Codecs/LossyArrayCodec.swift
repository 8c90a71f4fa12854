/// A codec of arrays that omits invalid elements when decoding.
///
/// These elements are reported to ``SkippedValues``. Invalid JSON is still an error, and so is a
/// value that is not an array.
public struct LossyArrayCodec<Element: JSONCodec>: JSONCodec {
    /// The codec of the elements.
    public let element: Element

    /// Creates a codec.
    ///
    /// - Parameter element: The codec of the elements.
    @inlinable
    public init(_ element: Element) {
        self.element = element
    }

    /// Decodes an array without its invalid elements, in order.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the array.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is not an array.
    @inlinable
    public func decode(from reader: inout JSONReader) throws(JSONError) -> [Element.Value] {
        var values: [Element.Value] = []
        try reader.beginArray()
        while try reader.nextElement() {
            let start = reader.scanner.mark
            do {
                values.append(try element.decode(from: &reader))
            } catch {
                try reader.leaveOut(error, from: start)
            }
        }
        return values
    }

    /// Encodes an array.
    ///
    /// - Parameters:
    ///   - value: The array.
    ///   - writer: The writer.
    @inlinable
    public func encode(_ value: [Element.Value], to writer: inout JSONWriter) {
        ArrayCodec(element).encode(value, to: &writer)
    }

    /// Creates an array from one in a dictionary, without its invalid elements, in order.
    ///
    /// - Parameter dictionaryValue: The array.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` if it is not an array.
    public func decode(dictionaryValue: Any) throws(ConversionError) -> [Element.Value] {
        guard let array = dictionaryValue as? [Any] else {
            throw ConversionError(expected: "array", butFound: dictionaryValue)
        }
        try StackFloor.check()
        let collector = SkippedValues.collector
        var values: [Element.Value] = []
        values.reserveCapacity(array.count)
        for (index, value) in array.enumerated() {
            do {
                values.append(
                    try collector.within(.index(index)) { () throws(ConversionError) in
                        try element.decode(dictionaryValue: value)
                    }
                )
            } catch {
                try error.prefixed(by: .index(index)).leaveOut(.index(index), collector)
            }
        }
        return values
    }

    /// Returns the representation of an array in a dictionary.
    ///
    /// - Parameter value: The array.
    /// - Returns: The value for a dictionary.
    public func dictionaryValue(of value: [Element.Value]) -> any Sendable {
        ArrayCodec(element).dictionaryValue(of: value)
    }
}
