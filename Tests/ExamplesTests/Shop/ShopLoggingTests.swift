import ExampleServer
import Foundation
import RepositoryRuntime
import Shop
import Testing

/// Bodies in a log, without the keys that the service redacts.
@Suite struct ShopLoggingTests {
    private let lines = Locked<[String]>([])

    private func session(_ url: String) -> any Networking {
        NetworkingSession(url: url, credentials: .token("t0ken"))
            .with(
                .logging(bodies: .values) { line in
                    lines.withLock { $0.append(line.description) }
                }
            )
    }

    @Test("the values of redacted properties are hidden, and all others are shown")
    func redacted() async throws {
        try await withExampleServer { url, server in
            let answer = #"{"id":"ada","email":"a@s3cret.example","cards":[],"since":1843}"#
            await server.script("POST", "/login", .json(answer))
            await server.script("POST", "/customers", .json(answer, status: 201))
            let draft = Customer.Draft(
                id: "ada",
                email: "a@s3cret.example",
                password: "s3cret",
                cards: [],
                nickname: .value("Countess")
            )
            // For an endpoint, and for a repository of the entity.
            _ = try await ShopRepository(networking: session(url)).logIn(body: draft)
            _ = try await CustomerRepository(store: session(url)).create(draft)
        }
        let logged = lines.withLock { $0 }
        #expect(logged.count == 2)
        for line in logged {
            #expect(!line.contains("s3cret"), "\(line)")
            #expect(line.contains(#""password":<redacted>"#), "\(line)")
            #expect(line.contains(#""email":<redacted>"#), "\(line)")
            #expect(line.contains(#""nickname":"Countess""#), "\(line)")
            #expect(line.contains(#""since":1843"#), "\(line)")
        }
    }

    @Test("unredacted values are shown completely")
    func plain() async throws {
        try await withExampleServer { url, server in
            await server.script("GET", "/suppliers", .json(#"[1,"Ada"]"#))
            _ = try await ShopRepository(networking: session(url)).suppliers()
        }
        #expect(lines.withLock { $0 }.first?.contains(#"[1,"Ada"]"#) == true)
    }
}
