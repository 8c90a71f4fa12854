import Foundation
import HTTPTypes
import RepositoryRuntime

extension NetworkingContract {
    static let failureChecks = [
        Check("reports a lost connection as retryable for a read") { network, networking in
            network.script(.get, "a", .connectionLost)
            let error = try await failure(
                of: NetworkingRequest(method: .get, path: "a"),
                networking
            )
            try expectEqual(error.code, .connectionLost, "the code")
            try expect(error.isRetryable, "the read is not retryable")
            try expect(!error.isAmbiguous, "the read is ambiguous")
        },
        Check("reports a write without a response as ambiguous") { network, networking in
            for method in [HTTPMethod.post, .patch] {
                network.script(method, "a", .connectionLost)
                network.forgetRequests()
                let body = Data("{}".utf8)
                let request = NetworkingRequest(method: method, path: "a", body: body)
                let error = try await failure(of: request, networking)
                try expect(error.isAmbiguous, "the \(method.rawValue) is not ambiguous")
                try expect(!error.isRetryable, "the \(method.rawValue) is retryable")
                try expectEqual(network.requests.count, 1, "the number of requests")
            }
        },
        Check("never delivers a truncated body as complete") { network, networking in
            let text = #"[{"_id":"1"},{"_id":"2"}]"#
            network.script(.get, "a", .json(text).truncated(after: 12))
            let error = try await failure(
                of: NetworkingRequest(method: .get, path: "a"),
                networking
            )
            let kinds: [NetworkingError.Code] = [.truncated, .connectionLost, .unknown]
            try expect(kinds.contains(error.code), "the code: found \(error.code)")
        },
        Check("stops when the waiting task is cancelled") { network, networking in
            let (came, coming) = AsyncStream.makeStream(of: Void.self)
            network.script(.post, "a") { _ in
                coming.finish()
                return .json("{}").delayed(by: .seconds(86_400))
            }
            let task = Task {
                let body = Data("{}".utf8)
                return try await failure(
                    of: NetworkingRequest(method: .post, path: "a", body: body),
                    networking
                )
            }
            for await _ in came {}
            task.cancel()
            // If the task continued, this would wait for a day, as it should.
            let error = try await task.value
            try expectEqual(error.code, .cancelled, "the code")
            try expect(error.isAmbiguous, "a write in flight is not ambiguous")
        },
        Check("sends nothing for a cancelled task") { network, networking in
            network.script(.get, "a", .json("{}"))
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await failure(of: NetworkingRequest(method: .get, path: "a"), networking)
            }
            task.cancel()
            try expectEqual(try await task.value.code, .cancelled, "the code")
            try expectEqual(network.requests.count, 0, "the number of requests")
        },
        Check("rejects a URL of another origin") { network, networking in
            network.script(.get, "a", .json("{}"))
            var request = NetworkingRequest(method: .get, path: "/a")
            request.head.scheme = "https"
            request.head.authority = "elsewhere.example"
            let error = try await failure(of: request, networking)
            try expectEqual(error.code, .invalidURL, "the code")
            try expect(!error.isRetryable, "the request is retryable")
            try expectEqual(network.requests.count, 0, "the number of requests")
        },
        Check("names the operation in an error, without user data") { network, networking in
            network.script(.post, "a", .connectionLost)
            let body = Data(#"{"text":"hidden"}"#.utf8)
            var request = NetworkingRequest(method: .post, path: "a?secret=hidden", body: body)
            request.head.headerFields[.authorization] = "Bearer hidden"
            let error = try await failure(of: request, networking)
            try expectEqual(error.operation, "POST /a", "the operation")
            let text = "\(error) \(String(reflecting: error))"
            try expect(!text.contains("hidden"), "the error contains user data")
        },
        Check("continues after a failure") { network, networking in
            network.script(.post, "a", .connectionLost, .json("{}", status: 201))
            let request = NetworkingRequest(method: .post, path: "a", body: Data("{}".utf8))
            _ = try await failure(of: request, networking)
            try expectEqual(try await networking.send(request).status, 201, "the status afterwards")
        },
    ]

    /// Returns the error of a request that must fail.
    private static func failure(
        of request: NetworkingRequest,
        _ networking: any Networking
    ) async throws -> NetworkingError {
        let response: NetworkingResponse
        do throws(NetworkingError) {
            response = try await networking.send(request)
        } catch {
            return error
        }
        throw Failure(description: "no error, but a response with status \(response.status)")
    }
}
