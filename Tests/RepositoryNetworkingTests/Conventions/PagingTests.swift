import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Paged listings, read to the end over real HTTP.
@Suite("Pages of a listing") struct PagingTests {
    /// Runs a body with a server that has a listing.
    private func with(
        _ listing: PagedListing,
        _ body: (ExampleServer, NoteRepository, String) async throws -> Void
    ) async throws {
        try await withExampleServer { server, url async throws in
            await listing.script(server, at: url)
            let session = NetworkingSession(url: url)
            try await body(
                server,
                NoteRepository(store: session, conventions: listing.conventions),
                url
            )
        }
    }

    @Test("are read one by one to the last", arguments: PagedListing.all)
    func pages(listing: PagedListing) async throws {
        try await with(listing) { server, notes, url async throws in
            var ids: [[String]] = []
            for try await page in notes.pages() { ids.append(page.elements.map(\.id)) }
            #expect(ids.filter { !$0.isEmpty } == [["n1", "n2"], ["n3", "n4"], ["n5"]])
            #expect(await server.lines == listing.lines)
            let accepted = await server.headers("accept", of: "GET")
            #expect(accepted.allSatisfy { $0 == "application/json" })
        }
    }

    @Test("are requested until there is enough", arguments: PagedListing.all)
    func limited(listing: PagedListing) async throws {
        try await with(listing) { server, notes, url async throws in
            let found = try await notes.find(Criteria(filter: .always, limit: 3, offset: 2))
            #expect(found == Array(PagedListing.notes[2...]))
            // No page needs to be longer than the total.
            let lines = listing.lines.prefix(3).map { $0.replacing("take=100", with: "take=5") }
            #expect(await server.lines == lines)
            await server.forgetRequests()
            await listing.script(server, at: url)
            let two = try await notes.find(Criteria(filter: .always, limit: 2))
            #expect(two.map(\.id) == ["n1", "n2"])
            let line = listing.lines[0].replacing("take=100", with: "take=2")
            #expect(await server.lines == [line])
        }
    }

    @Test(
        "are all requested if the service does not support the condition",
        arguments: PagedListing.all
    )
    func unsaid(listing: PagedListing) async throws {
        try await with(listing) { server, notes, url async throws in
            let found = try await notes.find(
                limit: 2,
                orderedBy: { [$0.likes.descending] },
                where: { $0.likes > 1 }
            )
            #expect(found.map(\.id) == ["n5", "n4"])
            #expect(await server.lines == listing.lines)
        }
    }

    @Test("are counted by HEAD, once and only on demand", arguments: [200, 405])
    func totalByHead(status: Int) async throws {
        let conventions = Conventions(
            paging: .init(
                .page(parameter: "page", first: 1),
                size: 2,
                sizeParameter: "limit",
                total: .head("Total-Records")
            )
        )
        try await withService(conventions) { server, notes async throws in
            let pages = PagedListing.pages.map { ScriptedAnswer.json($0) }
            await server.script("GET", "/notes", pages)
            let counted = ScriptedAnswer(status, headers: ["Total-Records": "5"])
            await server.script("HEAD", "/notes", counted)
            var totals: [Int?] = []
            let search: Criteria = ["q": "x"]
            for try await page in notes.pages(search) { totals.append(page.total) }
            let total = status == 200 ? 5 : nil
            #expect(totals == [total, total, total])
            #expect(
                await server.lines == ["HEAD /notes?q=x"]
                    + (1...3).map { "GET /notes?q=x&limit=2&page=\($0)" }
            )
            await server.forgetRequests()
            await server.script("GET", "/notes", pages)
            _ = try await notes.find()
            #expect(await server.lines.allSatisfy { $0.hasPrefix("GET") })
        }
    }

    @Test(
        "are pulled, and entities missing from them are fetched and removed",
        arguments: PagedListing.all
    )
    func pulled(listing: PagedListing) async throws {
        try await with(listing) { server, notes, url async throws in
            let device = try await Device(RemoteCollection(notes))
            let old = try Note(id: "n9", text: "old").jsonData()
            try await device.storage.write { store throws(StorageError) in
                let then = Date(timeIntervalSince1970: 0)
                try Confirmations(Note.schema, in: store, at: then).put(old, id: "n9")
            }
            await server.script("GET", "/notes/n9", ScriptedAnswer(404))
            let report = await device.synchronize()
            #expect(report.isComplete, "\(report.problems)")
            #expect(report.pulled == 5)
            #expect(report.removed == 1)
            #expect(try await device.entities() == PagedListing.notes)
            #expect(await server.lines == listing.lines + ["GET /notes/n9"])
        }
    }

    @Test("contain the total count", arguments: [true, false])
    func total(isHeader: Bool) async throws {
        let paging = Conventions.Paging(
            .none,
            total: isHeader ? .header("Total-Records") : .member("meta.total")
        )
        try await withService(
            Conventions(envelope: .init(list: "rows"), paging: paging)
        ) { server, notes async throws in
            let answer = ScriptedAnswer.json(
                #"{"rows":[],"meta":{"total":41}}"#,
                headers: ["total-records": "41"]
            )
            await server.script("GET", "/notes", answer)
            var pages = notes.pages(Criteria(Note.self) { $0.text == "a" }).makeAsyncIterator()
            #expect(try await pages.next()?.total == 41)
            #expect(try await pages.next() == nil)
            #expect(await server.lines == ["GET /notes?text=a"])
        }
    }

    @Test("have the requested size, if the service supports that")
    func size() async throws {
        let listing = try #require(
            PagedListing.all.first { $0.testDescription == "page, not full" }
        )
        try await with(listing) { server, notes, url async throws in
            for try await page in notes.pages(size: 3) { #expect(page.elements.count <= 2) }
            #expect(await server.lines == ["GET /notes?limit=3&page=1"])
        }
    }
}
