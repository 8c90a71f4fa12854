import ExampleServer
import Foundation
import RepositoryRuntime
import ServiceMock
import Testing

/// For the requirements of the runtime: the effect of a naive client on a service, compared with
/// generated code.
@Suite("Traps", .timeLimit(.minutes(30))) struct TrapTests {
    @Test("C1: a retry after a lost response creates twice")
    func lostAnswer() async throws {
        try await withMock(GitHubSubject.self) { server, driver, naive async throws in
            let path = "repos/octo/app/milestones"
            let body = JSON.object(GitHubSubject.members(Content(title: "once", priority: 1)))
            server.loseResponse(to: "POST")
            let first = try? await naive.send("POST", path, body)
            #expect(first == nil)
            _ = try await naive.send("POST", path, body)
            #expect(try await driver.witness.all().count == 2)

            try await driver.lostAnswer { server.loseResponse(to: "POST") }
        }
    }

    // It searches for the sent values before the retry, and finds nothing.
    @Test("C1: a search for the sent values does not find what the service stored")
    func trimmedText() async throws {
        try await withExample(DjangoSubject.self) { server, driver, naive async throws in
            _ = try await DjangoSubject.repository(driver.line)
            let content = Content(title: "  once ", priority: 1)
            let body = JSON.object(DjangoSubject.members(content))
            await server.loseResponse(to: "POST")
            let first = try? await naive.send("POST", "tasks/", body)
            #expect(first == nil)
            let titles = try await driver.witness.all().values.map { $0["title"] }
            #expect(titles == ["once"])

            try await driver.lostAnswer { await server.loseResponse(to: "POST") }
        }
    }

    @Test("C2: a success may not have created anything")
    func oldRecord() async throws {
        try await withServer { (server, url) async throws in
            // Like Kinto's response, with the existing record.
            let path = "buckets/default/collections/tasks/records"
            let theirs = #"{"data":{"id":"mine","title":"theirs","last_modified":1}}"#
            await server.script(
                "POST",
                "/v1/\(path)",
                .json(theirs, status: 201),
                .json(theirs)
            )
            let naive = PlainClient(url: "\(url)/v1")
            for title in ["theirs", "mine"] {
                let body: JSON = ["data": ["id": "mine", "title": .string(title)]]
                let answer = try await naive.send("POST", path, body)
                #expect(answer.isSuccess)
                #expect(answer.json["data"]?["title"] == "theirs")
            }

            let records = KintoSubject.plain(KintoSubject.session(url))
            let error = await #expect(throws: RepositoryError.self) {
                try await records.create(Record.Draft(id: "mine", title: "mine"))
            }
            #expect(error?.code == .conflict)
        }
    }

    @Test("C2: the entity may have another identity than the one sent")
    func ignoredIdentity() async throws {
        try await withExample(DjangoSubject.self) { _, driver, naive async throws in
            let jobs = try await DjangoSubject.repository(driver.line)
            var sent = DjangoSubject.members(Content(title: "mine", priority: 1))
            sent["id"] = 500
            #expect(try await naive.send("POST", "tasks/", .object(sent)).isSuccess)
            #expect(try await naive.send("GET", "tasks/500/").status == 404)

            let job = try await jobs.create(DjangoSubject.draft(Content(title: "ours")))
            #expect(try await jobs.find(id: job.id) == job)
        }
    }

    @Test("C3: a queue that stops at a deleted entity sends nothing after it")
    func gone() async throws {
        try await withMock(DatasetteSubject.self) { _, driver, naive async throws in
            func fill(_ repository: some CreateRepository<Row>) async throws -> Row.ID {
                try await repository.create(DatasetteSubject.draft(Content(title: "gone"))).id
            }
            let gone = try await fill(DatasetteSubject.plain(driver.line))
            try await driver.witness.delete("\(gone)")
            let queue: [(String, JSON)] = [
                ("tasks/\(gone)/-/delete", [:]),
                ("tasks/-/insert", ["row": ["title": "behind"]]),
            ]
            for (path, body) in queue {
                guard try await naive.send("POST", path, body).isSuccess else { break }
            }
            #expect(try await driver.witness.all().isEmpty)

            try await driver.withRepository { repository, synchronizer in
                let id = try await fill(repository)
                #expect((await synchronizer.synchronize()).isComplete)
                driver.line.cut()
                try await repository.delete(id: id)
                try await repository.create(DatasetteSubject.draft(Content(title: "behind")))
                driver.line.mend()
                try await driver.witness.delete("\(id)")
                #expect((await synchronizer.synchronize()).isComplete)
                let titles = try await driver.witness.all().values.map { $0["title"] }
                #expect(titles == ["behind"])
            }
        }
    }

    @Test("C4: an update reverts a change in the meantime, even with If-Match")
    func lostUpdate() async throws {
        try await withMock(GitHubSubject.self) { _, driver, naive async throws in
            let path = "repos/octo/app/milestones"
            let content = Content(title: "old", priority: 1)
            let made = try await naive.send("POST", path, .object(GitHubSubject.members(content)))
            let number = try #require(made.json["number"]?.int)
            let read = try await naive.send("GET", "\(path)/\(number)")
            let tag = try #require(read.header("ETag"))
            try await driver.witness.change("\(number)", ["priority": 4])
            let whole = JSON.object(GitHubSubject.members(content.with(title: "new")))
            let answer = try await naive.send(
                "PATCH",
                "\(path)/\(number)",
                whole,
                headers: ["If-Match": tag]
            )
            #expect(answer.isSuccess)
            #expect(try await driver.witness.all()["\(number)"]?["priority"] == 1)

            try await driver.conflict(replaces: true)
        }
    }

    @Test("C5: a comparison with the last own state misses writes that did not arrive")
    func localBase() async throws {
        try await withMock(JSONAPISubject.self) { _, driver, naive async throws in
            var naive = naive
            naive.mediaType = "application/vnd.api+json"
            let articles = try await JSONAPISubject.repository(driver.line)
            let old = Content(title: "old", priority: 1)
            let id = try await articles.create(JSONAPISubject.draft(old)).id.rawValue
            // The first change is lost; the second is the difference from the state with it.
            var local: [String: JSON] = ["title": "old", "rating": 1]
            var edits: [[String: JSON]] = []
            for change: [String: JSON] in [["title": "new"], ["rating": 4]] {
                let edited = local.merging(change) { $1 }
                edits.append(edited.filter { local[$0.key] != $0.value })
                local = edited
            }
            let resource: JSON = [
                "type": "articles", "id": .string(id), "attributes": .object(edits[1]),
            ]
            #expect(try await naive.send("PATCH", "articles/\(id)", ["data": resource]).isSuccess)
            #expect(try await driver.witness.all()[id]?["title"] == "old")

            try await driver.clear()
            try await driver.withRepository { repository, synchronizer in
                let created = try await repository.create(JSONAPISubject.draft(old))
                #expect((await synchronizer.synchronize()).isComplete)
                driver.line.cut()
                try await repository.patch(id: created.id, with: JSONAPISubject.title("new"))
                _ = await synchronizer.synchronize()
                try await repository.patch(id: created.id, with: JSONAPISubject.priority(4))
                driver.line.mend()
                #expect((await synchronizer.synchronize()).isComplete)
                let article = try await repository.find(id: created.id)
                try await driver.check(article, Content(title: "new", priority: 4))
            }
        }
    }

    @Test("C6: treating a response as the whole entity loses the properties it omits")
    func partialAnswer() async throws {
        try await withServer { (server, url) async throws in
            // As in Eve's response to a create, with the properties that Eve sets.
            let made = #""_id":"w1","_etag":"a","_status":"OK""#
            let content = Content(title: "whole", priority: 1)
            let whole = try JSON.object(EveSubject.members(content)).jsonText()
            await server.script("POST", "/works", .json("{\(made)}", status: 201))
            await server.script("GET", "/works/w1", .json("{\(made),\(whole.dropFirst())"))
            let naive = PlainClient(url: url)
            let answer = try await naive.send("POST", "works", .object(EveSubject.members(content)))
            #expect(answer.isSuccess)
            #expect(answer.json["title"] == nil)

            let works = EveSubject.plain(EveSubject.session(url))
            let work = try await works.create(EveSubject.draft(content))
            let members = try [String: JSON](jsonData: work.jsonData())
            #expect(
                members.filter { !EveSubject.made.contains($0.key) } == EveSubject.members(content)
            )
        }
    }

    @Test("C7: treating a page as everything loses the rest")
    func cutPage() async throws {
        try await withMock(KintoSubject.self) { _, driver, naive async throws in
            let path = "buckets/default/collections/tasks/records"
            let records = KintoSubject.plain(driver.line)
            for number in 0..<120 {
                try await records.create(KintoSubject.draft(Content(title: "\(number)")))
            }
            let listed = try await naive.send("GET", "\(path)?_limit=1000")
            #expect(listed.json["data"]?.array?.count == 100)

            try await driver.withRepository { repository, synchronizer in
                #expect((await synchronizer.synchronize()).isComplete)
                try await driver.checkSame(try await repository.find())
                #expect(try await repository.find().count == 120)
            }
        }
    }
}
