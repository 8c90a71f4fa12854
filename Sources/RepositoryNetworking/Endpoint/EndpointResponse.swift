import HTTPTypes

/// The result of an endpoint together with its status and header fields.
///
///     let response = try await networking.response(to: Endpoint.GetUser(id: 1))
///     print(response.result.name, response.status)
///     if let remaining: Int = response.header("RateLimit-Remaining") { … }
public struct EndpointResponse<Definition: EndpointDefinition>: Sendable {
    /// The content of the response.
    public let result: Definition.Response.Result
    /// The raw response, with its status, header fields and body.
    public let response: NetworkingResponse
    /// The request, for errors.
    let operation: String

    /// The status code, from 200 to 299.
    public var status: Int {
        response.status
    }

    /// The header fields that the endpoint declares as `responseHeaders:`.
    ///
    /// - Throws: `RepositoryError` with the code `.unreadableResponse` if a required one is
    ///   missing, or a value is not of the declared type.
    public var headers: Definition.ResponseHeaders {
        get throws(RepositoryError) { try Definition.ResponseHeaders(from: reader) }
    }

    /// Returns the value of a header field, whether declared or not.
    ///
    /// - Parameters:
    ///   - name: The case-insensitive name.
    ///   - type: The type of the value.
    /// - Returns: The value; nil if there is no such field, or its value is not of this type.
    public func header<Value: LosslessStringConvertible>(
        _ name: String,
        as type: Value.Type = Value.self
    ) -> Value? {
        reader.text(of: name).flatMap(Value.init)
    }

    /// Returns the value of a header field, decoded with a codec.
    ///
    /// - Parameters:
    ///   - name: The case-insensitive name.
    ///   - codec: The codec.
    /// - Returns: The value; nil if there is no such field, or the codec cannot read its value.
    public func header<Codec: JSONCodec>(_ name: String, using codec: Codec) -> Codec.Value? {
        reader.text(of: name).flatMap { HeaderReader.value(of: $0, codec) }
    }

    private var reader: HeaderReader {
        HeaderReader(response.head.headerFields, of: operation)
    }
}
