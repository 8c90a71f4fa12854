import Foundation
import HTTPTypes
import RepositoryRuntime

extension NetworkingContract {
    static let failureChecks = [
        Check("says that a connection broke, and that a read may be repeated") {
            network,
            networking in
            network.script(.get, "a", .connectionLost)
            let error = try await failure(
                of: NetworkingRequest(method: .get, path: "a"),
                networking
            )
            try expectEqual(error.code, .connectionLost, "the kind")
            try expect(error.isRetryable, "the read is said not to be repeatable")
            try expect(!error.isAmbiguous, "the read is said to be ambiguous")
        },
        Check("says that a write that got no answer may have been done") { network, networking in
            for method in [HTTPMethod.post, .patch] {
                network.script(method, "a", .connectionLost)
                network.forgetRequests()
                let body = Data("{}".utf8)
                let request = NetworkingRequest(method: method, path: "a", body: body)
                let error = try await failure(of: request, networking)
                try expect(error.isAmbiguous, "the \(method.rawValue) is said not to be ambiguous")
                try expect(!error.isRetryable, "the \(method.rawValue) is said to be repeatable")
                try expectEqual(network.requests.count, 1, "how often a write was sent")
            }
        },
        Check("delivers no part of an answer as the whole") { network, networking in
            let text = #"[{"_id":"1"},{"_id":"2"}]"#
            network.script(.get, "a", .json(text).truncated(after: 12))
            let error = try await failure(
                of: NetworkingRequest(method: .get, path: "a"),
                networking
            )
            let kinds: [NetworkingError.Code] = [.truncated, .connectionLost, .unknown]
            try expect(kinds.contains(error.code), "the kind: found \(error.code)")
        },
        Check("ends with the task that waits for an answer") { network, networking in
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
            // Else this waits for a day, as it should where the task goes on.
            let error = try await task.value
            try expectEqual(error.code, .cancelled, "the kind")
            try expect(error.isAmbiguous, "a write that was on its way is said not to be ambiguous")
        },
        Check("sends nothing for a task that has ended") { network, networking in
            network.script(.get, "a", .json("{}"))
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await failure(of: NetworkingRequest(method: .get, path: "a"), networking)
            }
            task.cancel()
            try expectEqual(try await task.value.code, .cancelled, "the kind")
            try expectEqual(network.requests.count, 0, "how many requests came")
        },
        Check("refuses an address of another origin") { network, networking in
            network.script(.get, "a", .json("{}"))
            var request = NetworkingRequest(method: .get, path: "/a")
            request.head.scheme = "https"
            request.head.authority = "elsewhere.example"
            let error = try await failure(of: request, networking)
            try expectEqual(error.code, .invalidURL, "the kind")
            try expect(!error.isRetryable, "the request is said to be repeatable")
            try expectEqual(network.requests.count, 0, "how many requests came")
        },
        Check("says in an error what was asked, and nothing that users wrote") {
            network,
            networking in
            network.script(.post, "a", .connectionLost)
            let body = Data(#"{"text":"hidden"}"#.utf8)
            var request = NetworkingRequest(method: .post, path: "a?secret=hidden", body: body)
            request.head.headerFields[.authorization] = "Bearer hidden"
            let error = try await failure(of: request, networking)
            try expectEqual(error.operation, "POST /a", "the operation")
            let text = "\(error) \(String(reflecting: error))"
            try expect(!text.contains("hidden"), "the error holds data of the user")
        },
        Check("goes on after a failure") { network, networking in
            network.script(.post, "a", .connectionLost, .json("{}", status: 201))
            let request = NetworkingRequest(method: .post, path: "a", body: Data("{}".utf8))
            _ = try await failure(of: request, networking)
            try expectEqual(try await networking.send(request).status, 201, "the status afterwards")
        },
    ]

    /// The error of a request that must fail.
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
