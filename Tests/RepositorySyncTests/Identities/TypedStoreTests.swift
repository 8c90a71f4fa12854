import ExampleServer
import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// Typed and plain identities are the same in requests and in stores.
@Suite struct TypedStoreTests {
    /// The order of two versions of an app.
    enum Change: String, CaseIterable, CustomTestStringConvertible {
        case on, off

        var testDescription: String { "turned \(rawValue)" }
    }

    @Test("both schemas differ in one line only")
    func schemas() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let texts = try ["SyncSample", "RepositorySyncTests"].map {
            let url = tests.appending(path: "\($0)/Schemas/letters.yaml")
            return try String(contentsOf: url, encoding: .utf8)
        }
        #expect(texts[0] == texts[1].replacing("typedIdentities: true\n", with: ""))
        #expect(texts[0] != texts[1])
        for (typed, plain) in [
            (Penpal.schema, SyncSample.Penpal.schema), (Letter.schema, SyncSample.Letter.schema),
            (Seal.schema, SyncSample.Seal.schema), (Press.schema, SyncSample.Press.schema),
        ] {
            // Rules name types, and there are two with one name.
            let (rules, others) = (typed.deletionRules, plain.deletionRules)
            #expect(rules.map(\.key) == others.map(\.key))
            #expect(rules.map(\.action) == others.map(\.action))
            #expect(rules.map { $0.source.schema.name } == others.map { $0.source.schema.name })
            var (one, other) = (typed, plain)
            (one.deletionRules, other.deletionRules) = ([], [])
            #expect(one == other)
        }
    }

    @Test("encoded data is identical")
    func bytes() throws {
        let uuid = "0123abcd-4567-89ef-0123-456789abcdef"
        let texts = [
            #"{"_id":"l1","title":"a","sender":"p1","readers":["p2",""],"reply_to":"l0","marks":{"x":"p9"}}"#,
            #"{"_id":"","title":"a","sender":"ü/\"","readers":[]}"#,
        ]
        for text in texts {
            #expect(try Letter(jsonText: text).jsonText() == text)
            #expect(try SyncSample.Letter(jsonText: text).jsonText() == text)
            let (typed, plain) = try (
                Letter(jsonText: text), SyncSample.Letter(jsonText: text)
            )
            #expect(try typed.draft.jsonText() == plain.draft.jsonText())
            #expect(try JSON(any: typed.dictionary) == JSON(any: plain.dictionary))
            #expect(try Letter(dictionary: plain.dictionary) == typed)
        }
        for text in [
            #"{"id":7,"title":"a","next":"-8","press":"\#(uuid)"}"#, #"{"id":-1,"title":"a"}"#,
        ] {
            #expect(try Seal(jsonText: text).jsonText() == text)
            #expect(try SyncSample.Seal(jsonText: text).jsonText() == text)
        }
        for wrong in [#"{"id":"7","title":"a"}"#, #"{"id":7,"title":"a","next":8}"#, "{}"] {
            let errors = [words(wrong, Seal.self), words(wrong, SyncSample.Seal.self)]
            #expect(errors[0] == errors[1])
            #expect(errors[0] != "read")
        }
    }

    /// The message of a decoding error; empty if the text is valid.
    private func words<Value: JSONDecodable>(_ text: String, _ type: Value.Type) -> String {
        do throws(JSONError) {
            _ = try Value(jsonText: text)
            return "read"
        } catch {
            return "\(error)"
        }
    }

    /// Writes and synchronizes; returns the requests of the server and the contents of the store.
    private func exchange<Penpal: Entity, Letter: Entity>(
        in store: Store,
        _ open: (any Storage, NetworkingSession) async throws -> PostOffice<Penpal, Letter>
    ) async throws -> (requests: [String], documents: [String]) {
        var found: (requests: [String], documents: [String]) = ([], [])
        try await StoreFile.run(in: store) { file in
            let (server, url) = try await ExampleServer.startedForLetters()
            let office = try await open(file.storage, NetworkingSession(local: url))
            let ada = try await office.createPenpal("Ada")
            let bo = try await office.createPenpal("Bo", mentor: ada)
            let first = try await office.write("a", from: ada, to: [bo, ada])
            _ = try await office.write("b", from: bo, answering: first)
            #expect(await office.synchronizer.synchronize().isComplete)
            _ = try await office.write("c", from: bo, to: [ada], answering: first)
            #expect(await office.synchronizer.synchronize().isComplete)
            found = (await server.lines, try await office.stored())
            await server.stop()
        }
        return found
    }

    @Test(
        "the server gets the same requests, and the store the same documents",
        arguments: Store.allCases
    )
    func requests(store: Store) async throws {
        let plain = try await exchange(in: store) { (storage, session) async throws in
            try await PostOffice<SyncSample.Penpal, SyncSample.Letter>.plain(storage, session)
        }
        let typed = try await exchange(in: store) { (storage, session) async throws in
            try await PostOffice<Penpal, Letter>.typed(storage, session)
        }
        #expect(plain.requests == typed.requests)
        #expect(plain.documents == typed.documents)
        #expect(plain.documents.count == 3 && plain.requests.count > 6)
    }

    @Test("a query searches the same indexes", arguments: Store.allCases)
    func plans(store: Store) async throws {
        try await StoreFile.run(in: store) { file in
            let typed = LocalRepository<Letter>(storage: file.storage)
            let plain = LocalRepository<SyncSample.Letter>(storage: file.storage)
            try await typed.prepare()
            try await LocalRepository<Penpal>(storage: file.storage).prepare()
            let (fields, others) = (Letter.Fields(), SyncSample.Letter.Fields())
            let filters: [(Condition, Condition)] = [
                (fields.id == "l1", others.id == "l1"),
                (fields.sender == "p1", others.sender == "p1"),
                (fields.sender > "p1", others.sender > "p1"),
                (fields.sender.isOneOf(["a", "b"]), others.sender.isOneOf(["a", "b"])),
                (fields.sender.hasPrefix("p"), others.sender.hasPrefix("p")),
                (fields.readers.contains("p1"), others.readers.contains("p1")),
                (fields.sender.title == "Ada", others.sender.title == "Ada"),
                (fields.replyTo == "l1", others.replyTo == "l1"),
            ]
            var indexed = 0
            for (one, other) in filters {
                // A condition on another entity contains that entity's type.
                #expect(one == other || !one.related.isEmpty)
                let explanation = try await typed.explain(Criteria(filter: one))
                #expect(try await plain.explain(Criteria(filter: other)) == explanation)
                if !explanation.scansAllRecords { indexed += 1 }
            }
            #expect(store == .memory ? indexed == 0 : indexed > 4)
            let orders = [(fields.sender.ascending, others.sender.ascending)]
            for (one, other) in orders {
                let explanation = try await typed.explain(Criteria(filter: .always, order: [one]))
                let plan = try await plain.explain(Criteria(filter: .always, order: [other]))
                #expect(plan == explanation && (store == .memory || !plan.sortsResult))
            }
        }
    }

    @Test("lists are joined, grouped and counted by identities", arguments: Store.allCases)
    func lists(store: Store) async throws {
        try await StoreFile.run(in: store) { file in
            let penpals = LocalRepository<Penpal>(storage: file.storage)
            let letters = LocalRepository<Letter>(storage: file.storage)
            try await penpals.prepare()
            try await letters.prepare()
            try await penpals.storeOrUpdate([
                Penpal(id: "ada", title: "Ada"), Penpal(id: "bo", title: "Bo", mentor: "ada"),
            ])
            try await letters.storeOrUpdate([
                Letter(id: "1", title: "a", sender: "ada", readers: ["bo"]),
                Letter(id: "2", title: "b", sender: "bo", readers: ["ada", "bo"], replyTo: "1"),
                Letter(id: "3", title: "c", sender: "ada"),
            ])
            let joined = try await letters.find(with: Penpal.self, by: .reference { $0.sender })
            #expect(joined.map { $0.related.map(\.title) } == [["Ada"], ["Bo"], ["Ada"]])
            let inverse = try await penpals.find(with: Letter.self, by: .inverse(of: { $0.sender }))
            #expect(inverse.map { $0.related.map(\.id) } == [["1", "3"], ["2"]])
            let counts = try await letters.aggregate({ _ in .count }, by: { $0.sender })
            #expect(counts == ["ada": 2, "bo": 1])
            let last: Letter.ID? = try await letters.aggregate({ .maximum($0.id) })
            #expect(last == "3")
            let ids: [Letter.ID] = ["3", "1"]
            #expect(try await letters.find(ids: ids).map(\.id) == ids)
            #expect(try await letters.find { $0.sender.mentor == "ada" }.map(\.id) == ["2"])
            let busy = try await penpals.find {
                $0.id.isReferred(by: Letter.self, in: \.readers) { $0.replyTo == "1" }
            }
            #expect(busy.map(\.id) == ["ada", "bo"])
        }
    }

    /// Writes with one version of an app, and continues with the other on the same store.
    private func change<P1: Entity, L1: Entity, P2: Entity, L2: Entity>(
        in store: Store,
        from before: (any Storage, NetworkingSession) async throws -> PostOffice<P1, L1>,
        to after: (any Storage, NetworkingSession) async throws -> PostOffice<P2, L2>
    ) async throws {
        try await StoreFile.run(in: store) { file in
            let (server, url) = try await ExampleServer.startedForLetters()
            let session = NetworkingSession(local: url)
            let first = try await before(file.storage, session)
            let ada = try await first.createPenpal("Ada")
            #expect(await first.synchronizer.synchronize().isComplete)
            let letter = try await first.write("a", from: ada)
            let gone = try await first.write("gone", from: ada)
            #expect(await first.synchronizer.synchronize().isComplete)
            // These are pending, with temporary identities, and so is a deletion.
            let bo = try await first.createPenpal("Bo", mentor: ada)
            let late = try await first.write("late", from: bo, to: [ada, bo], answering: letter)
            try await first.deleteLetter(gone)
            await server.forgetRequests()

            let storage: any Storage = store == .memory ? file.storage : try file.reopened()
            let second = try await after(storage, session)
            let report = try await storage.openingReport()
            #expect(report.collections.count == 2)
            if store == .sqlite {
                let changed = report.collections.filter { !$0.isUnchanged }
                #expect(changed.isEmpty, "\(report)")
            }
            // Temporary identities, and those that the server has replaced.
            for id in [ada, bo] {
                let penpal = try #require(try P2.ID(text: id))
                #expect(try await second.penpals.find(id: penpal).id.pathComponent != "")
            }
            #expect(try await second.letters.find(.all).count == 2)
            _ = try await second.write("last", from: ada, answering: late)
            #expect(await second.synchronizer.synchronize().isComplete)
            let posts = await server.requests.filter { $0.method == "POST" }.map(\.text)
            #expect(
                posts == [
                    #"{"mentor":"p1","title":"Bo"}"#,
                    #"{"marks":{"first":"p2"},"readers":["p1","p2"],"reply_to":"l1","sender":"p2","title":"late"}"#,
                    #"{"marks":{"first":"p1"},"readers":[],"reply_to":"l3","sender":"p1","title":"last"}"#,
                ]
            )
            let deletions = await server.requests.filter { $0.method == "DELETE" }.map(\.path)
            #expect(deletions == ["/letters/l2"])
            let aliased = try #require(try P2.ID(text: bo))
            #expect(try await second.penpals.find(id: aliased).id.pathComponent == "p2")
            #expect(try await second.stored().count == 3)
            await server.stop()
        }
    }

    @Test(
        "a store keeps its pending writes when the option is switched",
        arguments: Store.allCases,
        Change.allCases
    )
    func turned(store: Store, change: Change) async throws {
        let plain = { (storage: any Storage, session: NetworkingSession) async throws in
            try await PostOffice<SyncSample.Penpal, SyncSample.Letter>.plain(storage, session)
        }
        let typed = { (storage: any Storage, session: NetworkingSession) async throws in
            try await PostOffice<Penpal, Letter>.typed(storage, session)
        }
        switch change {
        case .on: try await self.change(in: store, from: plain, to: typed)
        case .off: try await self.change(in: store, from: typed, to: plain)
        }
    }
}
