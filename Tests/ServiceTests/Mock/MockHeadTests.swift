import Foundation
import ServiceMock
import Testing

/// HEAD requests to a mock.
@Suite struct MockHeadTests {
    @Test("an endpoint of its own responds, or else the GET of the same path")
    func endpoints() async throws {
        let schema = """
            repogen: 1
            apis: { Desk: { baseURL: https://notes.example.com } }
            endpoints:
              Size: { head: /film, responseHeaders: { length: { key: X-Length, type: Int } } }
              Greeting: { get: /greeting, response: text }
            """
        try await withMock(of: schema, seed: 1) { (_, client) in
            let film = try await client.send("HEAD", "film")
            #expect(film.status == 200 || film.status == 204)
            #expect(film.header("X-Length") != nil)
            #expect(try await client.send("HEAD", "greeting").status == 200)
            #expect(try await client.send("HEAD", "nothing").status == 404)
        }
    }
}
