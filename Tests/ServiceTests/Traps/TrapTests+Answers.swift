import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import ServiceMock
import Testing

// Traps in responses, and in decoding them.
extension TrapTests {
    @Test("C8: the response to a conditional read may have no body")
    func notModified() async throws {
        try await withMock(GitHubSubject.self) { server, driver, naive async throws in
            let session = driver.line.with(CacheMiddleware())
            let content = Content(title: "kept", priority: 1)
            let milestones = GitHubSubject.plain(session)
            let milestone = try await milestones.create(GitHubSubject.draft(content))
            let path = "repos/octo/app/milestones/\(milestone.id)"
            let first = try await naive.send("GET", path)
            let tag = try #require(first.header("ETag"))
            let second = try await naive.send("GET", path, headers: ["If-None-Match": tag])
            #expect((second.status, second.json["title"]) == (304, nil))

            for _ in 0..<2 {
                try await driver.check(try await milestones.find(id: milestone.id), content)
            }
            #expect(server.requests.last?.headerFields[.ifNoneMatch] == tag)
        }
    }

    @Test("C9: a batch that arrived may not be processed")
    func batch() async throws {
        try await withMock(KintoSubject.self) { _, driver, naive async throws in
            let path = "/buckets/default/collections/tasks/records"
            let theirs: JSON = [
                "data": ["id": "taken", "title": "theirs", "priority": 1, "tags": []]
            ]
            _ = try await naive.send("POST", String(path.dropFirst()), theirs)
            let requests: [JSON] = ["taken", "free"].map { id in
                [
                    "method": "POST", "path": .string(path), "headers": ["If-None-Match": "*"],
                    "body": ["data": ["id": .string(id), "title": "mine", "priority": 1]],
                ]
            }
            let answer = try await naive.send("POST", "batch", ["requests": .array(requests)])
            #expect(answer.status == 200)
            #expect(try await driver.witness.all()["taken"]?["title"] == "theirs")

            try await driver.clear()
            _ = try await naive.send("POST", String(path.dropFirst()), theirs)
            try await driver.withRepository { repository, synchronizer in
                driver.line.cut()
                for id in ["taken", "free"] {
                    try await repository.create(Record.Draft(id: id, title: "mine", priority: 2))
                }
                driver.line.mend()
                let report = await synchronizer.synchronize()
                #expect(report.isComplete, "\(report)")
                // Both sides are equal, whoever was right.
                try await driver.checkSame(try await repository.find())
                #expect(try await driver.witness.all().count == 2)
            }
        }
    }

    @Test("C10: an immediate retry to a busy server is rejected again")
    func busy() async throws {
        try await withMock(StripeSubject.self) { server, driver, naive async throws in
            let busy = Flag(times: 3)
            server.setFaults { _ in busy.take() ? .fail(status: 503, retryAfter: 1) : nil }
            for _ in 0..<3 { #expect(try await naive.send("GET", "customers").status == 503) }

            server.setFaults(nil)
            try await driver.withRepository { repository, synchronizer in
                driver.line.cut()
                let content = Content(title: "patient", priority: 1)
                try await repository.create(StripeSubject.draft(content))
                driver.line.mend()
                let busy = BusySecond()
                server.setFaults { _ in busy.fault() }
                var report = await synchronizer.synchronize()
                for _ in 0..<200 where !report.isComplete {
                    try await Task.sleep(for: .milliseconds(20))
                    report = await synchronizer.synchronize()
                }
                #expect(report.isComplete)
                #expect(busy.refusals == 1)
                server.setFaults(nil)
                try await driver.check(try await driver.entity("patient", in: repository), content)
                #expect(try await driver.witness.all().count == 1)
            }
        }
    }

    @Test("C11: an empty response with a JSON media type is not JSON, but a success")
    func emptyAnswer() async throws {
        try await withServer { (server, url) async throws in
            let mediaType = "application/vnd.api+json"
            var naive = PlainClient(url: "\(url)/api")
            naive.mediaType = mediaType
            let path = "/api/articles/7"
            await server.script(
                "PATCH",
                path,
                ScriptedAnswer(200, headers: ["Content-Type": mediaType])
            )
            let body =
                #"{"data":{"type":"articles","id":"7","attributes":{"title":"newer","rating":1}}}"#
            await server.script("GET", path, .json(body))
            let answer = try await naive.send("PATCH", "articles/7", ["data": [:]])
            #expect(answer.header("Content-Type") == mediaType)
            #expect(throws: (any Error).self) {
                try JSONSerialization.jsonObject(with: answer.data)
            }

            let articles = JSONAPISubject.plain(JSONAPISubject.session(url))
            let patched = try await articles.patch(id: "7", with: JSONAPISubject.title("newer"))
            #expect((patched.title, patched.priority) == ("newer", 1))
        }
    }

    @Test("C12: a number converted to Double may change")
    func largeIdentity() async throws {
        try await withServer { (server, url) async throws in
            let id = 9_007_199_254_740_993
            let row = #"{"id":\#(id),"title":"large","priority":1,"done":0}"#
            let rows = ScriptedAnswer.json(#"{"ok":true,"rows":[\#(row)],"next":null}"#)
            await server.script("GET", "/data/tasks.json", rows)
            await server.script("GET", "/data/tasks/\(id).json", rows)
            let made = try await PlainClient(url: "\(url)/data").send("GET", "tasks.json")
            let object = try JSONSerialization.jsonObject(with: made.data) as? [String: Any]
            let elements = try #require(object?["rows"] as? [[String: Any]])
            let number = try #require(elements.first?["id"] as? NSNumber)
            #expect(Int(number.doubleValue) != id)

            let plain = DatasetteSubject.plain(DatasetteSubject.session(url))
            let synchronizer = Synchronizer(storage: MemoryStorage())
            let repository = try await plain.offline(with: synchronizer)
            #expect((await synchronizer.synchronize()).isComplete)
            #expect(try await repository.find(id: id).title == "large")
            #expect(try await plain.find(id: id).title == "large")
        }
    }

    @Test("C13: a dictionary converts true to 1, but a decoder does not")
    func dictionaries() throws {
        struct Counted: Decodable {
            let title: String
            let priority: Int
        }
        let body = Data(#"{"id":1,"title":"t","priority":true}"#.utf8)
        let object = try JSONSerialization.jsonObject(with: body) as? [String: Any]
        #expect(object?["priority"] as? Int == 1)
        #expect(throws: (any Error).self) { try JSONDecoder().decode(Counted.self, from: body) }

        // From bytes and from a dictionary.
        #expect(throws: JSONError.self) { try Row(jsonData: body) }
        #expect(throws: ConversionError.self) { try Row(dictionary: object ?? [:]) }
    }

    @Test("C14: a client without limits reads responses of any size")
    func largeAnswer() async throws {
        try await withServer { (server, url) async throws in
            let naive = PlainClient(url: url)
            let path = "repos/octo/app/milestones"
            let large = "[\"" + String(repeating: "x", count: 3_000_000) + "\"]"
            await server.script("GET", "/\(path)", .json(large))
            #expect(try await naive.send("GET", path).data.count == large.utf8.count)

            let session = NetworkingSession(
                url: naive.url,
                credentials: GitHubSubject.credentials,
                configuration: .init(maximumResponseSize: 1_000_000)
            )
            let error = await #expect(throws: RepositoryError.self) {
                try await GitHubSubject.plain(session).find()
            }
            #expect(
                (error?.cause as? NetworkingError)?.code == .tooLarge,
                "\(error.debugDescription)"
            )
        }
    }
}
