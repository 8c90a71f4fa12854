/// What `Codable` types of the runtime share: they are coded by way of JSON, so that all conversions
/// accept and refuse the same.
enum CodingByJSON {
    /// Reads a value from a decoder.
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

    /// Writes a value to an encoder.
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

    /// What is wrong, without where: a coding path says that.
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
    /// Reads a value from a decoder, by way of JSON.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` when it has no such value.
    public init(from decoder: any Decoder) throws {
        self = try CodingByJSON.decode(Self.self, from: decoder)
    }
}

extension ValueObject where Self: Encodable {
    /// Writes the value to an encoder, by way of JSON.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: `EncodingError` when JSON or the encoder cannot say it.
    public func encode(to encoder: any Encoder) throws {
        try CodingByJSON.encode(self, to: encoder)
    }
}

extension UnionValue where Self: Decodable {
    /// Reads a value from a decoder, by way of JSON.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` when it has no such value.
    public init(from decoder: any Decoder) throws {
        self = try CodingByJSON.decode(Self.self, from: decoder)
    }
}

extension UnionValue where Self: Encodable {
    /// Writes the value to an encoder, by way of JSON.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: `EncodingError` when JSON or the encoder cannot say it.
    public func encode(to encoder: any Encoder) throws {
        try CodingByJSON.encode(self, to: encoder)
    }
}
