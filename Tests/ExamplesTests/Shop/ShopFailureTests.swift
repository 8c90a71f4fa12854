import ExampleServer
import Foundation
import RepositoryRuntime
import Shop
import Testing

/// Declared errors of an endpoint or a repository, in a `catch` with a `switch`.
@Suite struct ShopFailureTests {
    /// Handles an error as a caller does; the compiler checks that no case is missing.
    private func meaning(of error: RepositoryError) -> String {
        switch Endpoint.Inventory.DeclaredFailure(error) {
        case .notFound(let problem): "nothing there: \(problem.reason)"
        case .conflict(let problems): "conflict: \(problems.map(\.reason).joined(separator: ", "))"
        case .gone(let text): "gone: \(text)"
        case .clientError(let trouble): "wrong: \(trouble.code)"
        case .serverError(let job): "broken: \(job.state)"
        case .other(let trouble): "trouble: \(trouble.code)"
        case nil: "\(error.code)"
        }
    }

    @Test(
        "each declared status has a case, and an invalid body has none",
        arguments: [
            (404, #"{"reason": "no shelf"}"#, "nothing there: no shelf"),
            (409, #"[{"reason": "a"}, {"reason": "b"}]"#, "conflict: a, b"),
            (410, "no such shelf, since May", "gone: no such shelf, since May"),
            (410, #"{"code": 3}"#, #"gone: {"code": 3}"#), (410, "", "gone: "),
            (429, #"{"code": 3}"#, "wrong: 3"), (500, #"{"state": "down"}"#, "broken: down"),
            (599, #"{"state": "down"}"#, "broken: down"),
            (404, #"{"code": 4}"#, "notFound"), (500, "<html>", "server"),
        ]
    )
    func endpoint(status: Int, body: String, meaning: String) async throws {
        try await withExampleServer { url, server in
            await server.script("GET", "/inventory", .json(body, status: status))
            let session = NetworkingSession(url: url, credentials: .token("t"))
            do throws(RepositoryError) {
                _ = try await session.request(Endpoint.Inventory())
                Issue.record("expected an error")
            } catch {
                #expect(self.meaning(of: error) == meaning)
                #expect((error.failure == nil) == (error.cause != nil))
            }
        }
    }

    @Test("text is decoded with the server's character set, and invalid bytes are not text")
    func text() async throws {
        try await withExampleServer { url, server in
            let answers = [
                ("text/plain; charset=iso-8859-1", Data([0x46, 0xFC, 0x72])),
                ("text/plain", Data([0x46, 0xFC, 0x72])),
            ]
            let session = NetworkingSession(url: url, credentials: .token("t"))
            var found: [String?] = []
            for (type, bytes) in answers {
                await server.script(
                    "GET",
                    "/inventory",
                    ScriptedAnswer(410, headers: ["Content-Type": type], body: bytes)
                )
                do throws(RepositoryError) {
                    _ = try await session.request(Endpoint.Inventory())
                    Issue.record("expected an error")
                } catch {
                    found.append(error.failure as? String)
                    #expect((error.failure == nil) == (error.cause != nil))
                }
            }
            #expect(found == ["Für", nil])
        }
    }

    @Test("every operation of a repository decodes errors as declared")
    func repository() async throws {
        try await withExampleServer { url, server in
            let missing = ScriptedAnswer.json(#"{"reason": "no such complaint"}"#, status: 404)
            let trouble = ScriptedAnswer.json(#"{"code": 5}"#, status: 422)
            await server.script("GET", "/complaints/7", missing)
            await server.script("PUT", "/complaints/7", missing)
            await server.script("PATCH", "/complaints/7", trouble)
            let open = ScriptedAnswer(409, body: Data("still open".utf8))
            await server.script("DELETE", "/complaints/7", open)
            await server.script("POST", "/complaints", trouble)
            await server.script("GET", "/complaints", trouble)
            let complaints = ComplaintRepository(
                store: NetworkingSession(url: url, credentials: .token("t"))
            )
            func failure(
                _ operation: () async throws(RepositoryError) -> Void
            ) async -> ComplaintRepository.DeclaredFailure? {
                do throws(RepositoryError) {
                    try await operation()
                    return nil
                } catch {
                    return ComplaintRepository.DeclaredFailure(error)
                }
            }
            let complaint = Complaint(id: 7, text: "late")
            let failures = [
                await failure { () throws(RepositoryError) in
                    _ = try await complaints.find(id: 7)
                },
                await failure { () throws(RepositoryError) in
                    _ = try await complaints.update(complaint)
                },
                await failure { () throws(RepositoryError) in
                    _ = try await complaints.patch(id: 7, with: .init(text: .set("x")))
                },
                await failure { () throws(RepositoryError) in try await complaints.delete(id: 7) },
                await failure { () throws(RepositoryError) in
                    _ = try await complaints.create(Complaint.Draft(text: "late"))
                },
                await failure { () throws(RepositoryError) in
                    _ = try await complaints.find(Criteria(Complaint.self))
                },
            ]
            let texts = failures.map { failure in
                switch failure {
                case .notFound(let problem): problem.reason
                case .conflict(let text): text
                case .other(let trouble): "\(trouble.code)"
                case nil: "nil"
                }
            }
            #expect(
                texts == ["no such complaint", "no such complaint", "5", "still open", "5", "5"]
            )
        }
    }
}
