import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

@Suite("The messages of the example server")
struct ExampleMessagesTests {
    private func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: String? = nil,
        to url: String
    ) async throws(NetworkingError) -> NetworkingResponse {
        var request = NetworkingRequest(method: method, path: path)
        request.body = body.map { Data($0.utf8) }
        return try await NetworkingSession(url: url).send(request)
    }

    @Test("RepositoryKit: POST path/collection returns all that were sent, in order")
    func collection() async throws {
        try await withExampleServer { _, url in
            let sent = #"[{"text":"a"},{"text":"b","likes":1}]"#
            let response = try await send(.post, "/messages/collection", sent, to: url)
            #expect(response.status == 200)
            let expected = #"[{"_id":"m1","text":"a"},{"_id":"m2","likes":1,"text":"b"}]"#
            #expect(String(decoding: response.body, as: UTF8.self) == expected)
        }
    }

    @Test("are created all or none")
    func allOrNone() async throws {
        try await withExampleServer { _, url in
            let sent = #"[{"text":"a"},{"text":""}]"#
            let response = try await send(.post, "/messages/collection", sent, to: url)
            #expect(response.status == 422)
            let all = try await send(.get, "/messages", to: url)
            #expect(String(decoding: all.body, as: UTF8.self) == "[]")
        }
    }

    @Test(
        "reject invalid values",
        arguments: [
            (HTTPMethod.post, "/messages", "{}", 422),
            (.post, "/messages", #"{"text":""}"#, 422),
            (.post, "/messages", #"{"text":"a","_id":"1"}"#, 422),
            (.post, "/messages", #"{"text":"a","color":"red"}"#, 422),
            (.post, "/messages", "[]", 400),
            (.post, "/messages", "{", 400),
            (.post, "/messages/collection", "{}", 400),
            (.put, "/messages/none", #"{"text":"a"}"#, 404),
            (.delete, "/messages", "", 405),
        ]
    )
    func refused(method: HTTPMethod, path: String, body: String, status: Int) async throws {
        try await withExampleServer { _, url in
            let response = try await send(method, path, body, to: url)
            #expect(response.status == status)
            #expect(response.head.headerFields[.contentType] == "application/problem+json")
            #expect(try JSON(jsonData: response.body)["title"]?.string != nil)
        }
    }

    @Test("lose a property that is set to null")
    func null() async throws {
        try await withExampleServer { _, url in
            _ = try await send(.post, "/messages", #"{"text":"a","likes":1}"#, to: url)
            let response = try await send(.patch, "/messages/m1", #"{"likes":null}"#, to: url)
            #expect(String(decoding: response.body, as: UTF8.self) == #"{"_id":"m1","text":"a"}"#)
        }
    }
}
