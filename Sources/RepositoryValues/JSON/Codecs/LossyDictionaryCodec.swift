/// Writes dictionaries, and leaves out entries whose values are wrong when it reads them.
///
/// Those entries are reported to ``SkippedValues``. What is no JSON at all is still an error, and so
/// is what is no object.
public struct LossyDictionaryCodec<Element: JSONCodec>: JSONCodec {
    /// How a value is written.
    public let element: Element

    /// Makes a codec.
    ///
    /// - Parameter element: How a value is written.
    @inlinable
    public init(_ element: Element) {
        self.element = element
    }

    /// Reads a dictionary without the entries that are wrong; when a key is there twice, the last
    /// one counts, be it wrong or not.
    ///
    /// - Parameter reader: Stands at the first byte of the object.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` when no object stands there.
    @inlinable
    public func decode(from reader: inout JSONReader) throws(JSONError) -> [String: Element.Value] {
        var values: [String: Element.Value] = [:]
        try reader.beginObject()
        while let key = try reader.nextKey() {
            let name = key.string
            let start = reader.mark
            do {
                values[name] = .some(try element.decode(from: &reader))
            } catch {
                try reader.leaveOut(error, from: start)
                values.removeValue(forKey: name)
            }
        }
        return values
    }

    /// Writes a dictionary, its keys in order.
    ///
    /// - Parameters:
    ///   - value: The dictionary.
    ///   - writer: Takes the dictionary.
    @inlinable
    public func encode(_ value: [String: Element.Value], to writer: inout JSONWriter) {
        DictionaryCodec(element).encode(value, to: &writer)
    }

    /// Makes a dictionary of one inside a dictionary, without the entries that are wrong.
    ///
    /// - Parameter dictionaryValue: The dictionary.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` when it is no dictionary.
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

    /// A dictionary as one inside a dictionary.
    ///
    /// - Parameter value: The dictionary.
    /// - Returns: The value inside the dictionary.
    public func dictionaryValue(of value: [String: Element.Value]) -> any Sendable {
        DictionaryCodec(element).dictionaryValue(of: value)
    }
}
