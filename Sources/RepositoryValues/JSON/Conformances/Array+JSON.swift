extension Array: JSONElementDecodable where Element: JSONElementDecodable {
    /// Reads an array.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Throws: ``JSONError`` when no array of such elements stands there.
    @inlinable
    public init(from reader: inout JSONReader) throws(JSONError) {
        var elements: [Element] = []
        try reader.beginArray()
        while try reader.nextElement() {
            elements.append(try Element(from: &reader))
        }
        self = elements
    }
}

extension Array: JSONDecodable where Element: JSONElementDecodable {}

extension Array: JSONElementEncodable where Element: JSONElementEncodable {
    /// Writes the array.
    ///
    /// - Parameter writer: Takes the value.
    @inlinable
    public func encode(to writer: inout JSONWriter) {
        guard writer.hasStackRoom else { return writer.failTooDeep() }
        writer.beginArray()
        for element in self {
            writer.value(element)
        }
        writer.endArray()
    }
}

extension Array: JSONEncodable where Element: JSONElementEncodable {}

extension Array: DictionaryValueInitializable where Element: DictionaryValueInitializable {
    /// Makes an array of one inside a dictionary.
    ///
    /// - Parameter dictionaryValue: The array.
    /// - Throws: ``ConversionError`` when it is no array of such elements.
    @inlinable
    public init(dictionaryValue: Any) throws(ConversionError) {
        guard let values = dictionaryValue as? [Any] else {
            throw ConversionError(expected: "array", butFound: dictionaryValue)
        }
        try StackFloor.check()
        let collector = SkippedValues.current
        self = []
        reserveCapacity(values.count)
        for value in values {
            do {
                if let collector {
                    append(try collector.element(of: value, .index(count)))
                } else {
                    append(try Element(dictionaryValue: value))
                }
            } catch {
                throw error.prefixed(by: .index(count))
            }
        }
    }
}

extension Array: DictionaryValueRepresentable where Element: DictionaryValueRepresentable {
    /// The array with its elements as values inside a dictionary.
    @inlinable
    public var dictionaryValue: any Sendable {
        guard StackFloor.hasRoom() else { return DictionaryWriter.unrepresentable }
        return map(\.dictionaryValue)
    }
}
