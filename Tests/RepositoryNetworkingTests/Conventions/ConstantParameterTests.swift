import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Constant query parameters of requests.
@Suite("Constant parameters") struct ConstantParameterTests {
    private static let note = #"{"id":"1","text":"hi"}"#

    @Test("are in the query of the operation that declares them only")
    func perOperation() async throws {
        let conventions = Conventions(parameters: [
            .list: ["opt_fields": "name,a b"], .read: ["context": "edit"],
            .update: ["context": "edit"], .delete: ["force": "true", "a&b": "ä=1"],
        ])
        try await withService(conventions) { server, notes async throws in
            await server.setFaults { request in
                .answer(.json(request.path == "/notes" ? "[\(Self.note)]" : Self.note))
            }
            _ = try await notes.find()
            _ = try await notes.find(id: "1")
            try await notes.update(Note(id: "1", text: "hi"))
            try await notes.patch(id: "1", with: .init(text: .set("hi")))
            try await notes.delete(id: "1")
            #expect(
                await server.lines == [
                    "GET /notes?opt_fields=name%2Ca%20b", "GET /notes/1?context=edit",
                    "PUT /notes/1?context=edit", "PATCH /notes/1",
                    "DELETE /notes/1?a%26b=%C3%A4%3D1&force=true",
                ]
            )
        }
    }

    @Test("are added to conditions and pages, which never use the same parameter")
    func listings() async throws {
        let conventions = Conventions(
            parameters: [.list: ["text": "any"]],
            paging: .init(.page(parameter: "page", first: 1), size: 1, sizeParameter: "size"),
            query: .init(limit: nil, offset: nil)
        )
        try await withService(conventions) { server, notes async throws in
            await server.setFaults { request in
                let isFirst = request.query.contains("page=1")
                return .answer(.json(isFirst ? "[\(Self.note)]" : "[]"))
            }
            // A parameter with a constant value cannot express a condition, which is evaluated
            // locally.
            #expect(try await notes.find { $0.text == "hi" }.map(\.id) == ["1"])
            #expect(try await notes.find { $0.text == "other" }.isEmpty)
            #expect(
                await server.lines.prefix(2) == [
                    "GET /notes?size=1&page=1&text=any", "GET /notes?size=1&page=2&text=any",
                ]
            )
        }
    }

    // The trap: the condition replaces the key, so that the service rejects the request.
    @Test("of the API are replaced by conditions, but its keys are not")
    func ofAPI() async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/notes", .json("[\(Self.note)]"))
            let session = NetworkingSession(url: url, credentials: .key("secret"))
            let notes = KeyedNoteRepository(store: session)
            let found = try await notes.find { $0.text == "hi" && $0.likes == 0 && $0.id == "1" }
            #expect(found.map(\.id) == ["1"])
            for try await page in notes.pages(Criteria(Note.self) { $0.text == "other" }) {
                #expect(page.elements.isEmpty)
            }
            let items = await server.requests.map { $0.query.split(separator: "&").sorted() }
            #expect(
                items == [
                    ["id=1", "likes=0", "text=secret"], ["likes=all", "text=secret"],
                ]
            )
        }
    }

    @Test("are part of creations within another request")
    func batch() async throws {
        let conventions = Conventions(
            parameters: [.create: ["context": "edit"], .createAll: ["all": "1"]],
            batch: .init(path: "batch", limit: 25)
        )
        try await withExampleServer { server, url in
            let cards = BatchCardRepository(
                store: NetworkingSession(url: url),
                conventions: conventions
            )
            await server.script(
                "POST",
                "/batch",
                .json(#"{"responses":[{"status":201,"body":{"id":"a","title":"x"}}]}"#)
            )
            _ = await cards.create(all: [Card(id: "a", title: "x")])
            #expect(await server.lines == ["POST /batch?all=1"])
            let path = try await server.lastBody["defaults"]?["path"]
            #expect(path == "/cards?context=edit")
        }
    }

    // MARK: - Of an API

    private enum Dated: APIDefinition {
        static let baseURLs: [APIEnvironment: String] = [:]
        static let query = ["api-version": "2024-06-01"]
        static let conventions = Conventions(parameters: [.read: ["api-version": "preview"]])
    }

    private struct DatedNotes: CRUDNetworkingRepository {
        typealias Entity = Note
        let store: any Networking
        let path = "notes"
        var api: any APIDefinition.Type { Dated.self }
    }

    private struct Ping: EndpointDefinition {
        typealias API = Dated
        typealias Response = EmptyResponse
        static let path = "/ping"
        static let method = HTTPMethod.get
        var version: String?
        var parameters: Parameters {
            var parameters = Parameters()
            parameters.query("api-version", version)
            return parameters
        }
    }

    private enum Linked: APIDefinition {
        static let baseURLs: [APIEnvironment: String] = [:]
        static let query = ["api-version": "2"]
        static let conventions = Conventions(paging: .init(.link))
    }

    private struct LinkedNotes: CRUDNetworkingRepository {
        typealias Entity = Note
        let store: any Networking
        let path = "notes"
        var api: any APIDefinition.Type { Linked.self }
    }

    @Test("of an API are in the requests of linked pages, too")
    func linked() async throws {
        try await withExampleServer { server, url in
            await server.setFaults { request in
                let isFirst = !request.query.contains("p=2")
                let next = ["Link": "</notes?p=2>; rel=next"]
                return .answer(.json("[\(Self.note)]", headers: isFirst ? next : [:]))
            }
            _ = try await LinkedNotes(store: NetworkingSession(url: url)).find()
            #expect(
                await server.lines == ["GET /notes?api-version=2", "GET /notes?p=2&api-version=2"]
            )
        }
    }

    @Test("of an API are in every request that does not set them itself")
    func everywhere() async throws {
        try await withExampleServer { server, url in
            await server.setFaults { request in
                .answer(.json(request.path == "/notes" ? "[]" : Self.note))
            }
            let session = NetworkingSession(url: url)
            let notes = DatedNotes(store: session)
            _ = try await notes.find { $0.text == "a" }
            _ = try await notes.find(id: "1")
            try await session.request(Ping())
            try await session.request(Ping(version: "1"))
            #expect(
                await server.lines == [
                    "GET /notes?text=a&api-version=2024-06-01",
                    "GET /notes/1?api-version=preview", "GET /ping?api-version=2024-06-01",
                    "GET /ping?api-version=1",
                ]
            )
        }
    }
}

/// A service with a constant parameter and a key in the query.
private enum KeyedService: APIDefinition {
    static let baseURLs: [APIEnvironment: String] = [:]
    static let query = ["likes": "all"]
    static let authentication = Authentication.query("text")
}

private struct KeyedNoteRepository: CRUDNetworkingRepository {
    typealias Entity = Note
    let store: any Networking
    let path = "notes"
    let api: any APIDefinition.Type = KeyedService.self
}
