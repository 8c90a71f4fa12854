import Foundation
import HTTPTypes
import RepositoryRuntime

extension NetworkingContract {
    static let streamChecks = [
        Check("delivers the complete body of a streamed response") { network, networking in
            let parts = (0..<40).map { Data(repeating: UInt8($0), count: 5_000) }
            network.script(.get, "a", .streamed(parts))
            let response = try await networking.send(streamed("a"))
            try expectEqual(response.status, 200, "the status")
            var body = Data()
            for try await chunk in response.chunks { body += chunk }
            try expectEqual(body.count, 200_000, "the size of the body")
            try expect(body == Data(parts.joined()), "the body differs")
        },
        Check("delivers an empty streamed body") { network, networking in
            network.script(.get, "a", .response(200))
            let response = try await networking.send(streamed("a"))
            for try await chunk in response.chunks {
                throw Failure(description: "a chunk of \(chunk.count) bytes of an empty body")
            }
        },
        Check("delivers an error response as a whole, even if streamed") { network, networking in
            network.script(.get, "a", .json(#"{"title":"none"}"#, status: 404))
            let response = try await networking.send(streamed("a"))
            try expectEqual(response.status, 404, "the status")
            try expectEqual(response.body.count, 16, "the size of the body")
        },
        Check("reports a truncated streamed response") { network, networking in
            let body = Data(repeating: 7, count: 100_000)
            network.script(.get, "a", .response(200, body: body).truncated(after: 50_000))
            do {
                var count = 0
                for try await chunk in try await networking.send(streamed("a")).chunks {
                    count += chunk.count
                }
                throw Failure(description: "\(count) bytes of 100,000 count as the complete body")
            } catch is NetworkingError {
                // The code differs between platforms.
            }
        },
        Check("sends a streamed body completely, or fails") { network, networking in
            network.script(.post, "a", .json("{}"))
            let parts = (0..<40).map { Data(repeating: UInt8($0), count: 5_000) }
            try await networking.request(SentStream(body: RequestStream(parts)))
            try expectEqual(network.requests.count, 1, "the number of requests")
            let body = network.requests.last?.body
            try expect(body == Data(parts.joined()), "the received body differs")
            network.forgetRequests()
            let failing = AsyncThrowingStream<Data, any Error> { continuation in
                continuation.yield(parts[1])
                continuation.finish(throwing: Failure(description: "the stream has failed"))
            }
            do {
                try await networking.request(SentStream(body: RequestStream(failing)))
                throw Failure(description: "no error for a stream that has failed")
            } catch let error as RepositoryError {
                try expect(!error.isRetryable, "the request is retryable")
            }
            try expectEqual(network.requests.count, 0, "the number of complete requests")
        },
    ]

    private struct SentStream: EndpointDefinition {
        typealias Response = EmptyResponse
        static let path = "a"
        static let method = RepositoryRuntime.HTTPMethod.post
        static let bodyMedia = BodyMedia<RequestStream<Data>>.chunks
        let body: RequestStream<Data>
    }

    private static func streamed(_ path: String) -> NetworkingRequest {
        var request = NetworkingRequest(method: .get, path: path)
        request.streamsResponse = true
        return request
    }
}
