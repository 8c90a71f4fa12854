import Foundation

/// Writes arrays whose elements have a codec.
public struct ArrayCodec<Element: JSONCodec>: JSONCodec {
    /// How an element is written.
    public let element: Element

    /// Makes a codec.
    ///
    /// - Parameter element: How an element is written.
    @inlinable
    public init(_ element: Element) {
        self.element = element
    }

    /// Reads an array.
    ///
    /// - Parameter reader: Stands at the first byte of the array.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` when no array of such elements stands there.
    @inlinable
    public func decode(from reader: inout JSONReader) throws(JSONError) -> [Element.Value] {
        var values: [Element.Value] = []
        try reader.beginArray()
        while try reader.nextElement() {
            values.append(try element.decode(from: &reader))
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
        guard writer.hasStackRoom else { return writer.failTooDeep() }
        writer.beginArray()
        for value in value {
            writer.value(value, using: element)
        }
        writer.endArray()
    }

    /// Makes an array of one inside a dictionary.
    ///
    /// - Parameter dictionaryValue: The array.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` when it is no array of such elements.
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

    /// An array as one inside a dictionary.
    ///
    /// - Parameter value: The array.
    /// - Returns: The value inside the dictionary.
    public func dictionaryValue(of value: [Element.Value]) -> any Sendable {
        guard StackFloor.hasRoom() else { return DictionaryWriter.unrepresentable }
        return value.map { element.dictionaryValue(of: $0) }
    }
}

/// Writes dictionaries whose values have a codec.
public struct DictionaryCodec<Element: JSONCodec>: JSONCodec {
    /// How a value is written.
    public let element: Element

    /// Makes a codec.
    ///
    /// - Parameter element: How a value is written.
    @inlinable
    public init(_ element: Element) {
        self.element = element
    }

    /// Reads a dictionary; when a key is there twice, the last one counts.
    ///
    /// - Parameter reader: Stands at the first byte of the object.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` when no object of such values stands there.
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

    /// Writes a dictionary, its keys in order.
    ///
    /// - Parameters:
    ///   - value: The dictionary.
    ///   - writer: Takes the dictionary.
    @inlinable
    public func encode(_ value: [String: Element.Value], to writer: inout JSONWriter) {
        guard writer.hasStackRoom else { return writer.failTooDeep() }
        writer.beginObject()
        for (key, value) in value.sorted(by: { $0.key < $1.key }) {
            writer.key(key)
            element.encode(value, to: &writer)
        }
        writer.endObject()
    }

    /// Makes a dictionary of one inside a dictionary.
    ///
    /// - Parameter dictionaryValue: The dictionary.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` when it is no dictionary of such values.
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

    /// A dictionary as one inside a dictionary.
    ///
    /// - Parameter value: The dictionary.
    /// - Returns: The value inside the dictionary.
    public func dictionaryValue(of value: [String: Element.Value]) -> any Sendable {
        guard StackFloor.hasRoom() else { return DictionaryWriter.unrepresentable }
        return value.mapValues { element.dictionaryValue(of: $0) }
    }
}

/// Writes values that have a codec, and null for nil.
public struct NullableCodec<Wrapped: JSONCodec>: JSONCodec {
    /// How a value is written.
    public let wrapped: Wrapped

    /// Makes a codec.
    ///
    /// - Parameter wrapped: How a value is written.
    @inlinable
    public init(_ wrapped: Wrapped) {
        self.wrapped = wrapped
    }

    /// Reads a value, or nil from null.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` when neither stands there.
    @inlinable
    public func decode(from reader: inout JSONReader) throws(JSONError) -> Wrapped.Value? {
        try reader.valueOrNull(using: wrapped)
    }

    /// Writes a value, or null for nil.
    ///
    /// - Parameters:
    ///   - value: The value, or nil.
    ///   - writer: Takes the value.
    @inlinable
    public func encode(_ value: Wrapped.Value?, to writer: inout JSONWriter) {
        if let value { wrapped.encode(value, to: &writer) } else { writer.null() }
    }

    /// Makes a value of one inside a dictionary, or nil of null.
    ///
    /// - Parameter dictionaryValue: The value, or null.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` when it is neither.
    public func decode(dictionaryValue: Any) throws(ConversionError) -> Wrapped.Value? {
        if DictionaryValueKind.isNull(dictionaryValue) { return nil }
        do {
            return try wrapped.decode(dictionaryValue: dictionaryValue)
        } catch {
            if DictionaryValueKind.isBoxedNil(dictionaryValue) { return nil }
            throw error
        }
    }

    /// A value as one inside a dictionary; null for nil.
    ///
    /// - Parameter value: The value, or nil.
    /// - Returns: The value inside the dictionary.
    public func dictionaryValue(of value: Wrapped.Value?) -> any Sendable {
        value.map { wrapped.dictionaryValue(of: $0) } ?? NSNull()
    }
}
