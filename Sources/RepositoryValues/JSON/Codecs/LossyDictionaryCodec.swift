/// A codec of dictionaries that omits entries with invalid values when decoding.
///
/// These entries are reported to ``SkippedValues``. Invalid JSON is still an error, and so is a
/// value that is not an object.
public struct LossyDictionaryCodec<Element: JSONCodec>: JSONCodec {
    /// The codec of the values.
    public let element: Element

    /// Creates a codec.
    ///
    /// - Parameter element: The codec of the values.
    @inlinable
    public init(_ element: Element) {
        self.element = element
    }

    /// Decodes a dictionary without its invalid entries; if a key occurs twice, the last one
    /// counts, valid or not.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the object.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is not an object.
    @inlinable
    public func decode(from reader: inout JSONReader) throws(JSONError) -> [String: Element.Value] {
        var values: [String: Element.Value] = [:]
        try reader.beginObject()
        while let key = try reader.nextKey() {
            let name = key.string
            let start = reader.scanner.mark
            do {
                values[name] = .some(try element.decode(from: &reader))
            } catch {
                try reader.leaveOut(error, from: start)
                values.removeValue(forKey: name)
            }
        }
        return values
    }

    /// Encodes a dictionary, sorted by key.
    ///
    /// - Parameters:
    ///   - value: The dictionary.
    ///   - writer: The writer.
    @inlinable
    public func encode(_ value: [String: Element.Value], to writer: inout JSONWriter) {
        DictionaryCodec(element).encode(value, to: &writer)
    }

    /// Creates a dictionary from one in a dictionary, without its invalid entries.
    ///
    /// - Parameter dictionaryValue: The dictionary.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` if it is not a dictionary.
    public func decode(dictionaryValue: Any) throws(ConversionError) -> [String: Element.Value] {
        guard let dictionary = dictionaryValue as? [String: Any] else {
            throw ConversionError(expected: "object", butFound: dictionaryValue)
        }
        try StackFloor.check()
        let collector = SkippedValues.collector
        var values: [String: Element.Value] = Dictionary(minimumCapacity: dictionary.count)
        // In order, so that the same dictionary always gives the same report.
        for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
            do {
                values[key] = .some(
                    try collector.within(.key(key)) { () throws(ConversionError) in
                        try element.decode(dictionaryValue: value)
                    }
                )
            } catch {
                try error.prefixed(by: .key(key)).leaveOut(.key(key), collector)
            }
        }
        return values
    }

    /// Returns the representation of a dictionary in a dictionary.
    ///
    /// - Parameter value: The dictionary.
    /// - Returns: The value for a dictionary.
    public func dictionaryValue(of value: [String: Element.Value]) -> any Sendable {
        DictionaryCodec(element).dictionaryValue(of: value)
    }
}
