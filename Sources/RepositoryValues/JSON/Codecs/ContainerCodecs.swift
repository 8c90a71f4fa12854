import Foundation

/// A codec of arrays whose elements have a codec.
public struct ArrayCodec<Element: JSONCodec>: JSONCodec {
    /// The codec of the elements.
    public let element: Element

    /// Creates a codec.
    ///
    /// - Parameter element: The codec of the elements.
    @inlinable
    public init(_ element: Element) {
        self.element = element
    }

    /// Decodes an array.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the array.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is not an array of such elements.
    @inlinable
    public func decode(from reader: inout JSONReader) throws(JSONError) -> [Element.Value] {
        var values: [Element.Value] = []
        try reader.beginArray()
        while try reader.nextElement() {
            values.append(try element.decode(from: &reader))
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
        guard writer.hasStackRoom else { return writer.failTooDeep() }
        writer.beginArray()
        for value in value {
            writer.value(value, using: element)
        }
        writer.endArray()
    }

    /// Creates an array from one in a dictionary.
    ///
    /// - Parameter dictionaryValue: The array.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` if it is not an array of such elements.
    public func decode(dictionaryValue: Any) throws(ConversionError) -> [Element.Value] {
        guard let array = dictionaryValue as? [Any] else {
            throw ConversionError(expected: "array", butFound: dictionaryValue)
        }
        try StackFloor.check()
        let collector = SkippedValues.collector
        var values: [Element.Value] = []
        values.reserveCapacity(array.count)
        for value in array {
            do {
                values.append(
                    try collector.within(.index(values.count)) { () throws(ConversionError) in
                        try element.decode(dictionaryValue: value)
                    }
                )
            } catch {
                throw error.prefixed(by: .index(values.count))
            }
        }
        return values
    }

    /// Returns the representation of an array in a dictionary.
    ///
    /// - Parameter value: The array.
    /// - Returns: The value for a dictionary.
    public func dictionaryValue(of value: [Element.Value]) -> any Sendable {
        guard StackFloor.hasRoom() else { return DictionaryWriter.unrepresentable }
        return value.map { element.dictionaryValue(of: $0) }
    }
}

/// A codec of dictionaries whose values have a codec.
public struct DictionaryCodec<Element: JSONCodec>: JSONCodec {
    /// The codec of the values.
    public let element: Element

    /// Creates a codec.
    ///
    /// - Parameter element: The codec of the values.
    @inlinable
    public init(_ element: Element) {
        self.element = element
    }

    /// Decodes a dictionary; if a key occurs twice, the last one counts.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the object.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is not an object of such values.
    @inlinable
    public func decode(from reader: inout JSONReader) throws(JSONError) -> [String: Element.Value] {
        var values: [String: Element.Value] = [:]
        try reader.beginObject()
        while let key = try reader.nextKey() {
            let name = key.string
            values[name] = .some(try element.decode(from: &reader))
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
        guard writer.hasStackRoom else { return writer.failTooDeep() }
        writer.beginObject()
        for (key, value) in value.sortedByKey {
            writer.key(key)
            element.encode(value, to: &writer)
        }
        writer.endObject()
    }

    /// Creates a dictionary from one in a dictionary.
    ///
    /// - Parameter dictionaryValue: The dictionary.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` if it is not a dictionary of such values.
    public func decode(dictionaryValue: Any) throws(ConversionError) -> [String: Element.Value] {
        guard let dictionary = dictionaryValue as? [String: Any] else {
            throw ConversionError(expected: "object", butFound: dictionaryValue)
        }
        try StackFloor.check()
        let collector = SkippedValues.collector
        var values: [String: Element.Value] = Dictionary(minimumCapacity: dictionary.count)
        for (key, value) in dictionary {
            do {
                values[key] = .some(
                    try collector.within(.key(key)) { () throws(ConversionError) in
                        try element.decode(dictionaryValue: value)
                    }
                )
            } catch {
                throw ConversionError.first(in: dictionary, after: (key, error)) {
                    (value) throws(ConversionError) in
                    _ = try element.decode(dictionaryValue: value)
                }
            }
        }
        return values
    }

    /// Returns the representation of a dictionary in a dictionary.
    ///
    /// - Parameter value: The dictionary.
    /// - Returns: The value for a dictionary.
    public func dictionaryValue(of value: [String: Element.Value]) -> any Sendable {
        guard StackFloor.hasRoom() else { return DictionaryWriter.unrepresentable }
        return value.mapValues { element.dictionaryValue(of: $0) }
    }
}

/// A codec of values that have a codec, with null for nil.
public struct NullableCodec<Wrapped: JSONCodec>: JSONCodec {
    /// The codec of the values.
    public let wrapped: Wrapped

    /// Creates a codec.
    ///
    /// - Parameter wrapped: The codec of the values.
    @inlinable
    public init(_ wrapped: Wrapped) {
        self.wrapped = wrapped
    }

    /// Decodes a value, or nil from null.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is of another type.
    @inlinable
    public func decode(from reader: inout JSONReader) throws(JSONError) -> Wrapped.Value? {
        try reader.valueOrNull(using: wrapped)
    }

    /// Encodes a value, or null for nil.
    ///
    /// - Parameters:
    ///   - value: The value, or nil.
    ///   - writer: The writer.
    @inlinable
    public func encode(_ value: Wrapped.Value?, to writer: inout JSONWriter) {
        if let value { wrapped.encode(value, to: &writer) } else { writer.null() }
    }

    /// Creates a value from one in a dictionary, or nil from null.
    ///
    /// - Parameter dictionaryValue: The value, or null.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` if it is neither.
    public func decode(dictionaryValue: Any) throws(ConversionError) -> Wrapped.Value? {
        if DictionaryValueKind.isNull(dictionaryValue) { return nil }
        do {
            return try wrapped.decode(dictionaryValue: dictionaryValue)
        } catch {
            if DictionaryValueKind.isBoxedNil(dictionaryValue) { return nil }
            throw error
        }
    }

    /// Returns the representation of a value in a dictionary; null for nil.
    ///
    /// - Parameter value: The value, or nil.
    /// - Returns: The value for a dictionary.
    public func dictionaryValue(of value: Wrapped.Value?) -> any Sendable {
        value.map { wrapped.dictionaryValue(of: $0) } ?? NSNull()
    }
}
