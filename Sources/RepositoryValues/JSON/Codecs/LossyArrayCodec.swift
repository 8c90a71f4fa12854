/// Writes arrays, and leaves out elements that are wrong when it reads them.
///
/// Those elements are reported to ``SkippedValues``. What is no JSON at all is still an error, and so
/// is what is no array.
public struct LossyArrayCodec<Element: JSONCodec>: JSONCodec {
    /// How an element is written.
    public let element: Element

    /// Makes a codec.
    ///
    /// - Parameter element: How an element is written.
    @inlinable
    public init(_ element: Element) {
        self.element = element
    }

    /// Reads an array without the elements that are wrong, in order.
    ///
    /// - Parameter reader: Stands at the first byte of the array.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` when no array stands there.
    @inlinable
    public func decode(from reader: inout JSONReader) throws(JSONError) -> [Element.Value] {
        var values: [Element.Value] = []
        try reader.beginArray()
        while try reader.nextElement() {
            let start = reader.mark
            do {
                values.append(try element.decode(from: &reader))
            } catch {
                try reader.leaveOut(error, from: start)
            }
        }
        return values
    }

    /// Writes an array.
    ///
    /// - Parameters:
    ///   - value: The array.
    ///   - writer: Takes the array.
    @inlinable
    public func encode(_ value: [Element.Value], to writer: inout JSONWriter) {
        ArrayCodec(element).encode(value, to: &writer)
    }

    /// Makes an array of one inside a dictionary, without the elements that are wrong, in order.
    ///
    /// - Parameter dictionaryValue: The array.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` when it is no array.
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

    /// An array as one inside a dictionary.
    ///
    /// - Parameter value: The array.
    /// - Returns: The value inside the dictionary.
    public func dictionaryValue(of value: [Element.Value]) -> any Sendable {
        ArrayCodec(element).dictionaryValue(of: value)
    }
}
