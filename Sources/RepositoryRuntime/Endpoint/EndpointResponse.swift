import Foundation
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

    /// The status code, from 200 to 299.
    public var status: Int {
        response.status
    }

    /// The value of a header field.
    ///
    /// - Parameters:
    ///   - name: The name; case does not matter.
    ///   - type: The type of the value.
    /// - Returns: The value; nil where there is no such field, or its value does not read as this type.
    public func header<Value: LosslessStringConvertible>(
        _ name: String,
        as type: Value.Type = Value.self
    ) -> Value? {
        text(of: name).flatMap(Value.init)
    }

    /// The value of a header field, in the form that a codec reads.
    ///
    /// - Parameters:
    ///   - name: The name; case does not matter.
    ///   - codec: The form.
    /// - Returns: The value; nil where there is no such field, or the codec does not read its value.
    public func header<Codec: JSONCodec>(_ name: String, using codec: Codec) -> Codec.Value? {
        guard let text = text(of: name) else { return nil }
        // Some codecs read a text, others a number or a Boolean.
        return (try? value(JSON.string(text).jsonData(), codec))
            ?? (try? value(Data(text.utf8), codec))
    }

    private func value<Codec: JSONCodec>(
        _ json: Data,
        _ codec: Codec
    ) throws(JSONError) -> Codec.Value {
        try JSONReader.read(json) { reader throws(JSONError) in try codec.decode(from: &reader) }
    }

    private func text(of name: String) -> String? {
        HTTPField.Name(name).flatMap { response.head.headerFields[$0] }
    }
}
