import ExampleServer
import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// Entities with typed identities, on both sides.
@Suite struct TypedIdentityTests {
    private typealias TypedOffice = PostOffice<Penpal, Letter>

    /// Runs a body with a typed client and a server.
    private func run(
        in store: Store,
        _ body: (TypedOffice, NetworkingSession) async throws -> Void
    ) async throws {
        try await StoreFile.run(in: store) { file in
            let (server, url) = try await ExampleServer.startedForLetters()
            do {
                let session = NetworkingSession(local: url)
                let office = try await TypedOffice.typed(file.storage, session)
                try await body(office, session)
                await server.stop()
            } catch {
                await server.stop()
                throw error
            }
        }
    }

    @Test(
        "entities are created offline, related, and get the server's identities",
        arguments: Store.allCases
    )
    func offline(store: Store) async throws {
        try await run(in: store) { office, session in
            let (penpals, letters) = (office.penpals, office.letters)
            let ada = try await penpals.create(Penpal.Draft(title: "Ada"))
            let bo = try await penpals.create(Penpal.Draft(title: "Bo", mentor: ada.id))
            let first = try await letters.create(
                Letter.Draft(title: "a", sender: ada.id, readers: [bo.id], marks: ["x": bo.id])
            )
            let second = try await letters.create(
                Letter.Draft(title: "b", sender: bo.id, replyTo: first.id)
            )
            for _ in 0..<2 {
                // These have the temporary identities, which the server has replaced the second
                // time.
                #expect(try await first.sender(in: penpals).title == "Ada")
                #expect(try await first.readers(in: penpals).map(\.title) == ["Bo"])
                #expect(try await bo.mentor(in: penpals)?.title == "Ada")
                #expect(try await ada.pupils(in: penpals).map(\.title) == ["Bo"])
                #expect(try await ada.letters(in: letters).map(\.title) == ["a"])
                #expect(try await bo.received(in: letters).map(\.title) == ["a"])
                #expect(try await letters.find { $0.sender == bo.id }.map(\.title) == ["b"])
                #expect(try await letters.find { $0.sender.title == "Ada" }.map(\.title) == ["a"])
                #expect(try await letters.find { $0.readers.contains(bo.id) }.count == 1)
                #expect(try await letters.find { $0.id.isOneOf([first.id, second.id]) }.count == 2)
                #expect(try await letters.find { $0.replyTo == first.id }.map(\.title) == ["b"])
                #expect(try await letters.find(id: second.id).title == "b")
                #expect(await office.synchronizer.synchronize().isComplete)
            }
            let sent = try await letters.find(orderedBy: { [$0.id.descending] }) { _ in .always }
            #expect(sent.map(\.id) == ["l2", "l1"])
            #expect(sent.map(\.sender) == ["p2", "p1"])
            #expect(sent.last?.marks == ["x": "p2"])
            #expect(try await letters.find { $0.id.hasPrefix("l") }.count == 2)
            // On the server alone, the identity is a plain string.
            let remote = LetterRepository(store: session)
            #expect(try await remote.find(id: "l1").readers == ["p2"])
            #expect(try await remote.find(.all).map(\.id.rawValue) == ["l1", "l2"])
        }
    }

    @Test(
        "referring entities are deleted, or lose their reference",
        arguments: Store.allCases
    )
    func deletion(store: Store) async throws {
        try await run(in: store) { office, session in
            let ada = try await office.penpals.create(Penpal.Draft(title: "Ada"))
            let bo = try await office.penpals.create(Penpal.Draft(title: "Bo", mentor: ada.id))
            try await office.letters.create(Letter.Draft(title: "a", sender: ada.id))
            try await office.letters.create(Letter.Draft(title: "b", sender: bo.id))
            #expect(await office.synchronizer.synchronize().isComplete)
            try await office.penpals.delete(id: ada.id)
            #expect(try await office.letters.find(.all).map(\.title) == ["b"])
            #expect(try await office.penpals.find(.all).map(\.mentor) == [nil])
            #expect(await office.synchronizer.synchronize().isComplete)
            let remote = LetterRepository(store: session)
            #expect(try await remote.find(.all).map(\.title) == ["b"])
        }
    }

    @Test("the outcome of a write has both identities", arguments: Store.allCases)
    func outcome(store: Store) async throws {
        try await run(in: store) { office, session in
            let penpals = RepositoryProxy(
                remote: PenpalRepository(store: session),
                synchronizer: office.synchronizer,
                strategy: .offlineFirst
            )
            var outcomes = penpals.outcomes().makeAsyncIterator()
            let ada = try await penpals.create(Penpal.Draft(title: "Ada"))
            let outcome = try #require(await outcomes.next())
            #expect(outcome.id == "p1")
            #expect(outcome.temporaryID == ada.id && ada.id != "p1")
        }
    }

    // The trap: a temporary number is sent, or is no longer a number.
    @Test("numbers are negative until the server assigns them", arguments: Store.allCases)
    func numbers(store: Store) async throws {
        try await World.run(in: store) { world in
            let created = #"{"id":7,"title":"a","next":"8"}"#
            await world.server.script("POST", "/seals", .json(created, status: 201))
            let seals = SealRepository(store: world.session)
            try await world.synchronizer.register(RemoteCollection(seals))
            let proxy = RepositoryProxy(
                remote: seals,
                storage: world.storage,
                strategy: .offlineFirst
            )
            let press: Press.ID = Press.ID()
            let seal = try await proxy.create(Seal.Draft(title: "a", next: 8, press: press))
            #expect(seal.id == -1 && seal.press == press)
            #expect(try await proxy.find { $0.id < 0 }.map(\.id) == [-1])
            #expect(await world.synchronizer.push().acknowledged == 1)
            let bodies = await world.server.requests.filter { $0.method == "POST" }.map(\.text)
            let uuid = press.rawValue.uuidString.lowercased()
            #expect(bodies == [#"{"next":"8","press":"\#(uuid)","title":"a"}"#])
            #expect(try await world.local(Seal.self).map(\.id) == [7])
            let found = try await proxy.find { $0.id > 6 && $0.next == 8 }
            #expect(found.map(\.id.rawValue) == [7])
        }
    }

    @Test("a client generates UUIDs, and a reference may be a URL")
    func client() async throws {
        try await World.run { (world) async throws in
            let press = Press(id: Press.ID(), title: "a", page: "l/1")
            let text = press.id.rawValue.uuidString.lowercased()
            let json = #"{"id":"\#(text)","title":"a","page":"/letters/l%2F1"}"#
            #expect(try press.jsonText() == json)
            await world.server.script("POST", "/presses", .json(json, status: 201))
            await world.server.script("GET", "/presses/\(text)", .json(json))
            let presses = PressRepository(store: world.session)
            #expect(try await presses.create(press.draft) == press)
            #expect(try await presses.find(id: press.id) == press)
        }
    }

    @Test("mocks record typed identities")
    func mock() async throws {
        let letters = LetterRepositoryMock()
        let letter = Letter(id: "l1", title: "a", sender: "p1")
        letters.findByIDStub.returns(letter)
        #expect(try await letters.find(id: letter.id) == letter)
        #expect(letters.findByIDStub.calls == ["l1"])
    }
}
