/// The shared implementation of `Codable`, by way of JSON, so that all conversions accept and
/// reject the same values.
enum CodingByJSON {
    /// Decodes a value from a decoder.
    static func decode<Value: JSONDecodable>(
        _ type: Value.Type,
        from decoder: any Decoder
    ) throws -> Value {
        let json = try JSON(from: decoder)
        do throws(JSONError) {
            return try Value(jsonBytes: json.jsonBytes())
        } catch {
            throw DecodingError(error, expected: type, at: decoder.codingPath)
        }
    }

    /// Encodes a value to an encoder.
    static func encode<Value: JSONEncodable>(_ value: Value, to encoder: any Encoder) throws {
        let json: JSON
        do throws(JSONError) {
            json = try JSON(jsonBytes: value.jsonBytes())
        } catch {
            throw EncodingError.invalidValue(
                Value.self,
                EncodingError.Context(
                    codingPath: encoder.codingPath + error.codingPath,
                    debugDescription: error.sentence,
                    underlyingError: error
                )
            )
        }
        try json.encode(to: encoder)
    }
}

extension JSONError {
    fileprivate var codingPath: [any CodingKey] {
        keyPath.components.map { JSONCodingKey($0) }
    }

    /// The problem without its path, which the coding path contains.
    fileprivate var sentence: String {
        "expected \(expected), found \(found)"
    }
}

extension DecodingError {
    fileprivate init(_ error: JSONError, expected: Any.Type, at path: [any CodingKey]) {
        let whole = path + error.codingPath
        func context(_ path: [any CodingKey]) -> Context {
            Context(codingPath: path, debugDescription: error.sentence, underlyingError: error)
        }
        switch (error.code, whole.last) {
        case (.missingKey, let key?): self = .keyNotFound(key, context(whole.dropLast()))
        case (.typeMismatch, _): self = .typeMismatch(expected, context(whole))
        default: self = .dataCorrupted(context(whole))
        }
    }
}

extension ValueObject where Self: Decodable {
    /// Decodes a value from a decoder, by way of JSON.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if it has no such value.
    public init(from decoder: any Decoder) throws {
        self = try CodingByJSON.decode(Self.self, from: decoder)
    }
}

extension ValueObject where Self: Encodable {
    /// Encodes the value to an encoder, by way of JSON.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: `EncodingError` if JSON or the encoder does not support the value.
    public func encode(to encoder: any Encoder) throws {
        try CodingByJSON.encode(self, to: encoder)
    }
}

extension UnionValue where Self: Decodable {
    /// Decodes a value from a decoder, by way of JSON.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if it has no such value.
    public init(from decoder: any Decoder) throws {
        self = try CodingByJSON.decode(Self.self, from: decoder)
    }
}

extension UnionValue where Self: Encodable {
    /// Encodes the value to an encoder, by way of JSON.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: `EncodingError` if JSON or the encoder does not support the value.
    public func encode(to encoder: any Encoder) throws {
        try CodingByJSON.encode(self, to: encoder)
    }
}
