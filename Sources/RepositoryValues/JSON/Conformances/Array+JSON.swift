extension Array: JSONElementDecodable where Element: JSONElementDecodable {
    /// Decodes an array.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is not an array of such elements.
    @inlinable
    public init(from reader: inout JSONReader) throws(JSONError) {
        var elements: [Element] = []
        try reader.beginArray()
        if try reader.nextElement() {
            elements.reserveCapacity(reader.expectedCount(of: Element.self))
            repeat {
                elements.append(try Element(from: &reader))
            } while try reader.nextElement()
            reader.lastArray = (ObjectIdentifier(Element.self), elements.count)
        }
        self = elements
    }
}

extension Array: JSONDecodable where Element: JSONElementDecodable {}

extension Array: JSONElementEncodable where Element: JSONElementEncodable {
    /// Encodes the array.
    ///
    /// - Parameter writer: The writer.
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
    /// Creates an array from one in a dictionary.
    ///
    /// - Parameter dictionaryValue: The array.
    /// - Throws: ``ConversionError`` if it is not an array of such elements.
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
    /// The array with its elements converted for a dictionary.
    @inlinable
    public var dictionaryValue: any Sendable {
        guard StackFloor.hasRoom() else { return DictionaryWriter.unrepresentable }
        return map { $0.dictionaryValue }
    }
}
