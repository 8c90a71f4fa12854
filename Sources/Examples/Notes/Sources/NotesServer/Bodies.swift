import HTTPTypes
import Hummingbird
import NIOCore
import RepositoryRuntime

extension Request {
    /// Reads the body.
    ///
    /// - Throws: ``Refusal`` that says where the body is not what the schema says of it.
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
    /// Answers with JSON.
    init(_ status: HTTPResponse.Status = .ok, json body: some JSONEncodable) {
        do throws(JSONError) {
            let bytes = try body.jsonBytes()
            self.init(
                status: status,
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
            )
        } catch {
            // Such as an infinite number.
            self.init(status: .internalServerError)
        }
    }
}
