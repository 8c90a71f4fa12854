import Foundation
import HTTPTypes
import RepositoryRuntime

extension NetworkingContract {
    static let exchangeChecks = [
        Check("delivers status, header fields and body of a response") { network, networking in
            var headers = HTTPFields()
            headers[.eTag] = "\"7\""
            network.script(.get, "a", .json(#"{"n":1}"#, headers: headers))
            let response = try await networking.send(NetworkingRequest(method: .get, path: "a"))
            try expectEqual(response.status, 200, "the status")
            try expectEqual(response.body, Data(#"{"n":1}"#.utf8), "the body")
            try expectEqual(response.head.headerFields[.eTag], "\"7\"", "the entity tag")
            let type = HTTPField.Name("content-type").flatMap { response.head.headerFields[$0] }
            try expectEqual(type, "application/json", "a header field by its name in lower case")
        },
        Check("delivers a response with any status code") { network, networking in
            for status in [201, 202, 400, 401, 403, 404, 409, 410, 412, 422, 428, 500, 501] {
                network.script(.post, "a", .json(#"{"title":"so"}"#, status: status))
                let response = try await networking.send(
                    NetworkingRequest(method: .post, path: "a", body: Data("{}".utf8))
                )
                try expectEqual(response.status, status, "the status")
                try expectEqual(response.body.count, 14, "the size of the body of a \(status)")
            }
        },
        Check("delivers an empty body for a response without one") { network, networking in
            network.script(.delete, "a", .response(204))
            let request = NetworkingRequest(method: .delete, path: "a")
            let response = try await networking.send(request)
            try expectEqual(response.status, 204, "the status")
            try expectEqual(response.body, Data(), "the body")
        },
        Check("sends method, path, query, header and body unchanged") { network, networking in
            let path = "a%2Fb/%C3%A9?x=%26%3D&y=1&x=2"
            for method in [HTTPMethod.get, .post, .put, .patch, .delete] {
                let body = method == .get || method == .delete ? nil : Data(#"{"é":1}"#.utf8)
                network.script(method, "a%2Fb/%C3%A9", .json("{}"))
                network.forgetRequests()
                var headers = HTTPFields()
                headers[.ifMatch] = "\"7\""
                _ = try await networking.send(
                    NetworkingRequest(method: method, path: path, headers: headers, body: body)
                )
                let came = network.requests
                try expectEqual(came.count, 1, "the number of requests for one \(method.rawValue)")
                try expectEqual(came.first?.head.method.rawValue, method.rawValue, "the method")
                let sent = came.first?.head.path?.drop { $0 == "/" }
                try expectEqual(sent.map(String.init), path, "the path of a \(method.rawValue)")
                try expectEqual(came.first?.head.headerFields[.ifMatch], "\"7\"", "the header")
                try expectEqual(came.first?.body, body, "the body of a \(method.rawValue)")
            }
        },
        Check("transfers large binary bodies in both directions") { network, networking in
            let bytes = Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 / 7) })
            network.script(.put, "a") { .response(200, body: $0.body ?? Data()) }
            let request = NetworkingRequest(method: .put, path: "a", body: bytes)
            let response = try await networking.send(request)
            try expect(network.requests.last?.body == bytes, "the received bytes differ")
            try expect(response.body == bytes, "the returned bytes differ")
        },
        Check("matches concurrent requests with their responses") { network, networking in
            for number in 0..<40 { network.script(.get, "a/\(number)", .json("\(number)")) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        let request = NetworkingRequest(method: .get, path: "a/\(number)")
                        let body = try await networking.send(request).body
                        try expectEqual(body, Data("\(number)".utf8), "answer \(number)")
                    }
                }
                try await group.waitForAll()
            }
        },
    ]
}
