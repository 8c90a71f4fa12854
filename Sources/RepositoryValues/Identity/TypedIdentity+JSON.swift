// All conversions are those of the raw value.

extension TypedIdentity: JSONElementDecodable where RawValue: JSONElementDecodable {
    /// Decodes the raw value.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is not of the raw type.
    @inlinable @inline(__always)
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(try RawValue(from: &reader))
    }
}

extension TypedIdentity: JSONDecodable where RawValue: JSONDecodable {}

extension TypedIdentity: JSONElementEncodable where RawValue: JSONElementEncodable {
    /// Encodes the raw value.
    ///
    /// - Parameter writer: The writer.
    @inlinable @inline(__always)
    public func encode(to writer: inout JSONWriter) {
        rawValue.encode(to: &writer)
    }
}

extension TypedIdentity: JSONEncodable where RawValue: JSONEncodable {}

extension TypedIdentity: DictionaryValueInitializable where RawValue: DictionaryValueInitializable {
    /// Creates an identity from a raw value in a dictionary, or uses an identity in it.
    ///
    /// - Parameter dictionaryValue: The raw value, or the identity.
    /// - Throws: ``ConversionError`` if it is neither.
    @inlinable
    public init(dictionaryValue: Any) throws(ConversionError) {
        // Most dictionaries have raw values, and comparing types is much faster than a failing
        // cast.
        if type(of: dictionaryValue) == Self.self, let identity = dictionaryValue as? Self {
            self = identity
            return
        }
        self.init(try RawValue(dictionaryValue: dictionaryValue))
    }
}

extension TypedIdentity: DictionaryValueRepresentable where RawValue: DictionaryValueRepresentable {
    /// The raw value for a dictionary.
    @inlinable
    public var dictionaryValue: any Sendable { rawValue.dictionaryValue }
}

extension TypedIdentity: TextCodable where RawValue: TextCodable {}

// MARK: - Codable

extension TypedIdentity: Decodable where RawValue: Decodable {
    /// Decodes the raw value from a decoder.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if it has no raw value.
    public init(from decoder: any Decoder) throws {
        // A decoder may have its own format for some types, which only its containers apply.
        self.init(try decoder.singleValueContainer().decode(RawValue.self))
    }
}

extension TypedIdentity: Encodable where RawValue: Encodable {
    /// Encodes the raw value to an encoder.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: `EncodingError` if the encoder cannot encode it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension TypedIdentity: CodingKeyRepresentable where RawValue: CodingKeyRepresentable {
    /// The key of the raw value: a dictionary keyed by identities is an object, like one keyed by
    /// raw values.
    public var codingKey: any CodingKey { rawValue.codingKey }

    /// Creates an identity from the key of a raw value.
    ///
    /// - Parameter codingKey: The key. The result is nil if it is not the key of a raw value.
    public init?(codingKey: some CodingKey) {
        guard let rawValue = RawValue(codingKey: codingKey) else { return nil }
        self.init(rawValue: rawValue)
    }
}
