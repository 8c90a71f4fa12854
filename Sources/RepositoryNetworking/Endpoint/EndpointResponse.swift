import HTTPTypes

/// The result of an endpoint with the status and the header fields that it came with.
///
///     let response = try await networking.response(to: Endpoint.GetUser(id: 1))
///     print(response.result.name, response.status)
///     if let remaining: Int = response.header("RateLimit-Remaining") { … }
public struct EndpointResponse<Definition: EndpointDefinition>: Sendable {
    /// What the response contains.
    public let result: Definition.Response.Result
    /// The response as it came, with its status, header fields and body.
    public let response: NetworkingResponse
    /// The request, as errors name it.
    let operation: String

    /// The status code, from 200 to 299.
    public var status: Int {
        response.status
    }

    /// The header fields that the endpoint declares as `responseHeaders:`.
    ///
    /// - Throws: `RepositoryError` of the kind `.unreadableResponse` where a required one is missing, or the
    ///   value of one is not what is declared.
    public var headers: Definition.ResponseHeaders {
        get throws(RepositoryError) { try Definition.ResponseHeaders(from: reader) }
    }

    /// The value of a header field, whether it is declared or not.
    ///
    /// - Parameters:
    ///   - name: The name; case does not matter.
    ///   - type: The type of the value.
    /// - Returns: The value; nil where there is no such field, or its value does not read as this type.
    public func header<Value: LosslessStringConvertible>(
        _ name: String,
        as type: Value.Type = Value.self
    ) -> Value? {
        reader.text(of: name).flatMap(Value.init)
    }

    /// The value of a header field, in the form that a codec reads.
    ///
    /// - Parameters:
    ///   - name: The name; case does not matter.
    ///   - codec: The form.
    /// - Returns: The value; nil where there is no such field, or the codec does not read its value.
    public func header<Codec: JSONCodec>(_ name: String, using codec: Codec) -> Codec.Value? {
        reader.text(of: name).flatMap { HeaderReader.value(of: $0, codec) }
    }

    private var reader: HeaderReader {
        HeaderReader(response.head.headerFields, of: operation)
    }
}
