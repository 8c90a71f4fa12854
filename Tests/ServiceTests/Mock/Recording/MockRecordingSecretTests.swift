import ExampleServer
import Foundation
import RepositoryRuntime
import ServiceMock
import Testing

/// Secrets are forwarded, but never stored.
@Suite("Secrets in recordings", .timeLimit(.minutes(30))) struct MockRecordingSecretTests {
    private static let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"

    @Test("no credential and no secret is stored, and the client receives all of them")
    func secrets() async throws {
        try await withServer { (server, url) async throws in
            let item = """
                {"id":1,"title":"see https://x.example/a?access_token=secret-1&page=2",\
                "note":"secret-2","password":"secret-3","details":"for secret-4 only",\
                "labels":{"api_key":"secret-5","color":"red"},"hasPassword":true,\
                "session":{"id":"secret-6"},"more":{"jwt_value":"\(Self.token)"}}
                """
            await server.script("GET", "/v1/items/1", .json(item))
            await server.script("GET", "/v1/offers/a", .json(#"{"name":"secret-7","price":1}"#))
            try await RecordingBench.run { (bench) async throws in
                try await bench.record(url) { (client) async throws in
                    let headers = ["Authorization": "Bearer secret-4", "Cookie": "id=secret-7"]
                    let answer = try await client.send("GET", "items/1", headers: headers)
                    #expect(String(decoding: answer.data, as: UTF8.self) == item)
                    _ = try await client.send("GET", "offers/a", headers: headers)
                }
                let received = await server.requests
                #expect(received.first?.headers["authorization"] == "Bearer secret-4")
                #expect(bench.files == ["GetOffer/a.json", "Items.json"])
                #expect(!bench.text.contains("secret"), "\(bench.text)")
                #expect(!bench.text.contains("eyJ"))
                let kept = try bench.json("Items.json")[0]
                #expect(kept?["title"] == "see https://x.example/a?access_token=removed&page=2")
                #expect(kept?["labels"] == ["color": "red"])
                #expect(kept?["hasPassword"] == true)
                #expect(kept?["password"]?.string?.isEmpty == false)
                let told = bench.findings.first { $0.hasPrefix("without secrets:") } ?? ""
                for key in ["note", "password", "labels.api_key", "session", "title"] {
                    #expect(told.contains(key), "\(told)")
                }
                // The files match the schema.
                try await bench.mock(replaying: true) { (mock, _) async throws in
                    #expect(mock.entities(of: "Items").count == 1)
                }
            }
        }
    }

    @Test(
        "texts that look like keys are not stored, and words with the same start are",
        arguments: [
            ("Bearer abcdef123456", false), ("Basic dXNlcjpwYXNzMQ==", false),
            ("ghp_0123456789abcdefghij", false), ("AKIAIOSFODNN7EXAMPLE", false),
            ("-----BEGIN RSA PRIVATE KEY-----x", false), (token, false),
            ("https://me:pa55@x.example/", false), ("https://x.example/?sig=abc1", false),
            ("https://x.example/a#id_token=abc1", false),
            ("Basic principles of physics", true), ("Bearer of news", true), ("eyJ", true),
            ("AKIA", true), ("https://x.example/?page=2&q=sig", true), ("a=b&token=c", true),
            ("-----BEGIN PUBLIC KEY-----x", true),
        ]
    )
    func forms(_ text: String, isKept: Bool) async throws {
        try await withServer { (server, url) async throws in
            let offer: JSON = ["name": .string(text), "price": 1]
            await server.script("GET", "/v1/offers/a", .json(try offer.jsonText()))
            try await RecordingBench.run { (bench) async throws in
                try await bench.record(url) { (client) async throws in
                    #expect(try await client.send("GET", "offers/a").json == offer)
                }
                let kept = try bench.json("GetOffer/a.json")["name"]?.string
                #expect((kept == text) == isKept, "\(kept ?? "")")
                #expect(kept?.isEmpty == false)
            }
        }
    }

    @Test("entities whose identity is a credential are not stored; other identities are not secret")
    func identities() async throws {
        let schema = """
            repogen: 1
            entities:
              Session: { id: { type: String, key: sessionToken }, properties: { user: String } }
              Ticket: { id: { type: Int, key: ticketId }, properties: { next?: Ticket.ID } }
            repositories:
              Sessions: { entity: Session, path: v1/sessions, remote: [read] }
              Tickets: { entity: Ticket, path: v1/tickets, remote: [read] }
            """
        try await withServer { (server, url) async throws in
            let sessions = #"[{"sessionToken":"secret-11","user":"me"}]"#
            await server.script("GET", "/v1/sessions", .json(sessions))
            let tickets = #"[{"ticketId":1,"next":2},{"ticketId":2}]"#
            await server.script("GET", "/v1/tickets", .json(tickets))
            try await RecordingBench.run(schema) { (bench) async throws in
                try await bench.record(url) { (client) async throws in
                    _ = try await client.send("GET", "sessions")
                    _ = try await client.send("GET", "tickets")
                    try await bench.waitForFinding("stored in Tickets.json")
                }
                #expect(bench.files == ["Tickets.json"])
                #expect(try bench.json("Tickets.json") == JSON(jsonText: tickets))
                #expect(bench.findings.contains("not stored: the identity of Session is a secret"))
            }
        }
    }

    @Test("a secret in a path is not in a file name, and one in a query not in the log")
    func addresses() async throws {
        try await withServer { (server, url) async throws in
            let offer = #"{"name":"a","price":1}"#
            await server.script("GET", "/v1/reset/secret-8", .json(offer))
            await server.script("GET", "/v1/offers/\(Self.token)", .json(offer))
            let login = #"{"token":"secret-9","user":"me"}"#
            await server.script("POST", "/v1/login", .json(login))
            try await RecordingBench.run { (bench) async throws in
                try await bench.record(url) { (client) async throws in
                    _ = try await client.send("GET", "reset/secret-8?api_key=secret-10&a=1")
                    _ = try await client.send("GET", "offers/\(Self.token)")
                    let answer = try await client.send("POST", "login", ["token": "secret-9"])
                    #expect(answer.json["token"] == "secret-9")
                    try await bench.waitForFinding("SignIn.json")
                }
                #expect(bench.files == ["GetOffer.json", "Reset.json", "SignIn.json"])
                #expect(!bench.text.contains("secret") && !bench.text.contains("eyJ"))
                #expect(bench.queries.contains("api_key=…&a=1"))
                #expect(try bench.json("SignIn.json")["user"] == "me")
            }
        }
    }
}
