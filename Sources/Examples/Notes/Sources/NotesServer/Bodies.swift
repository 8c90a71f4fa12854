import HTTPTypes
import Hummingbird
import NIOCore
import RepositoryRuntime

extension Request {
    /// Decodes the body.
    ///
    /// - Throws: ``Refusal`` with the path of a value that does not match the schema.
    func read<Body: JSONDecodable>(_ type: Body.Type) async throws -> Body {
        let bytes = try await body.collect(upTo: 1 << 20)
        do throws(JSONError) {
            return try Body(jsonBytes: Array(bytes.readableBytesView))
        } catch {
            throw Refusal(error)
        }
    }
}

extension Response {
    /// Creates a response with a JSON body.
    init(_ status: HTTPResponse.Status = .ok, json body: some JSONEncodable) {
        do throws(JSONError) {
            let bytes = try body.jsonBytes()
            self.init(
                status: status,
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
            )
        } catch {
            // For example because of an infinite number.
            self.init(status: .internalServerError)
        }
    }
}
