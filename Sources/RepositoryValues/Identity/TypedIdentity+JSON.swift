// All conversions are those of the raw value.

extension TypedIdentity: JSONElementDecodable where RawValue: JSONElementDecodable {
    /// Reads a raw value.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Throws: ``JSONError`` when no raw value stands there.
    @inlinable @inline(__always)
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(try RawValue(from: &reader))
    }
}

extension TypedIdentity: JSONDecodable where RawValue: JSONDecodable {}

extension TypedIdentity: JSONElementEncodable where RawValue: JSONElementEncodable {
    /// Writes the raw value.
    ///
    /// - Parameter writer: Takes the value.
    @inlinable @inline(__always)
    public func encode(to writer: inout JSONWriter) {
        rawValue.encode(to: &writer)
    }
}

extension TypedIdentity: JSONEncodable where RawValue: JSONEncodable {}

extension TypedIdentity: DictionaryValueInitializable where RawValue: DictionaryValueInitializable {
    /// Creates an identity of a raw value inside a dictionary, or takes an identity that is there.
    ///
    /// - Parameter dictionaryValue: The raw value, or the identity.
    /// - Throws: ``ConversionError`` when it is neither.
    @inlinable
    public init(dictionaryValue: Any) throws(ConversionError) {
        // Dictionaries nearly always have raw values, and comparing types is much faster than a failing cast.
        if type(of: dictionaryValue) == Self.self, let identity = dictionaryValue as? Self {
            self = identity
            return
        }
        self.init(try RawValue(dictionaryValue: dictionaryValue))
    }
}

extension TypedIdentity: DictionaryValueRepresentable where RawValue: DictionaryValueRepresentable {
    /// The raw value as a value inside a dictionary.
    @inlinable
    public var dictionaryValue: any Sendable { rawValue.dictionaryValue }
}

extension TypedIdentity: TextCodable where RawValue: TextCodable {}

// MARK: - Codable

extension TypedIdentity: Decodable where RawValue: Decodable {
    /// Reads a raw value from a decoder.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` when it has no raw value.
    public init(from decoder: any Decoder) throws {
        // A decoder may have its own form for some types, which only its containers apply.
        self.init(try decoder.singleValueContainer().decode(RawValue.self))
    }
}

extension TypedIdentity: Encodable where RawValue: Encodable {
    /// Writes the raw value to an encoder.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: `EncodingError` when the encoder cannot write it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension TypedIdentity: CodingKeyRepresentable where RawValue: CodingKeyRepresentable {
    /// The key of the raw value: a dictionary by identities is an object, as one by raw values is.
    public var codingKey: any CodingKey { rawValue.codingKey }

    /// Creates an identity of the key of a raw value.
    ///
    /// - Parameter codingKey: The key. The result is nil if it is that of no raw value.
    public init?(codingKey: some CodingKey) {
        guard let rawValue = RawValue(codingKey: codingKey) else { return nil }
        self.init(rawValue: rawValue)
    }
}
