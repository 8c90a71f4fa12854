import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

@Suite("A repository of dictionaries")
struct DictionaryRepositoryTests {
    /// An entity as written by users of RepositoryKit: by hand, without anything else.
    struct Note: Identifiable, Equatable, Sendable {
        var id: String
        var text: String
    }

    struct NoteRepository: CRUDNetworkingDictionaryRepository {
        typealias Entity = Note
        let store: any Networking
        let path = "messages"
    }

    @Test("RepositoryKit: the dictionary variant")
    func crud() async throws {
        try await withExampleServer { server, url in
            let notes = NoteRepository(store: NetworkingSession(url: url))
            let note = try await notes.create(["text": "Here goes a message!!!"])
            #expect(note == Note(id: "m1", text: "Here goes a message!!!"))
            let found = try await notes.find(id: "m1")
            #expect(found == note)
            let updated = try await notes.update(id: "m1", with: ["text": "changed"])
            #expect(updated == Note(id: "m1", text: "changed"))
            try await notes.create([["text": "b"], ["text": "c"]])
            let some = try await notes.find(["text": "b"])
            #expect(some == [Note(id: "m2", text: "b")])
            try await notes.delete(notes.find(id: "m1"))
            let rest = try await notes.find()
            #expect(rest.map(\.id) == ["m2", "m3"])
            #expect(await server.requests.first?.text == #"{"text":"Here goes a message!!!"}"#)
        }
    }

    @Test("sends the whole entity to replace it")
    func update() async throws {
        try await withExampleServer { server, url in
            await server.script("PUT", "/messages/1", ScriptedAnswer(204))
            let notes = NoteRepository(store: NetworkingSession(url: url))
            let note = Note(id: "1", text: "hi")
            let updated = try await notes.update(note)
            #expect(updated == note)
            #expect(await server.requests.last?.text == #"{"_id":"1","text":"hi"}"#)
        }
    }

    @Test("takes the identity from Location, if it is only there")
    func location() async throws {
        try await withExampleServer { server, url in
            let answer = ScriptedAnswer(201, headers: ["Location": "/messages/a%20b"])
            await server.script("POST", "/messages", answer)
            let notes = NoteRepository(store: NetworkingSession(url: url))
            let note = try await notes.create(["text": "hi"])
            #expect(note == Note(id: "a b", text: "hi"))
        }
    }

    @Test("follows links to next pages, and returns each entity once")
    func pages() async throws {
        try await withExampleServer { server, url in
            await server.script(
                "GET",
                "/messages",
                .json(
                    #"[{"_id":"1","text":"a"},{"_id":"2","text":"b"}]"#,
                    headers: ["Link": "</messages?p=2>; rel=next"]
                ),
                .json(#"[{"_id":"2","text":"b"},{"_id":"3","text":"c"}]"#)
            )
            let notes = NoteRepository(store: NetworkingSession(url: url))
            let found = try await notes.find()
            #expect(found.map(\.id) == ["1", "2", "3"])
        }
    }

    @Test("treats a replacement that creates another entity as an error")
    func otherIdentity() async throws {
        try await withExampleServer { server, url in
            await server.script("PUT", "/messages/7", .json(#"{"_id":"101"}"#, status: 201))
            let notes = NoteRepository(store: NetworkingSession(url: url))
            let error = await #expect(throws: RepositoryError.self) {
                try await notes.update(Note(id: "7", text: "a"))
            }
            #expect(error?.code == .identityMismatch)
        }
    }

    @Test("names the invalid key")
    func conversion() async throws {
        try await withExampleServer { server, url in
            let notes = NoteRepository(store: NetworkingSession(url: url))
            await server.script("GET", "/messages", .json(#"[{"_id":"1","text":"a"},{"_id":"2"}]"#))
            let error = await #expect(throws: RepositoryError.self) { try await notes.find() }
            #expect(error?.code == .unreadableResponse)
            let cause = error?.cause as? ConversionError
            #expect(cause?.keyPath == JSONKeyPath([.index(1), .key("text")]))
            let infinite = await #expect(throws: RepositoryError.self) {
                try await notes.create(["text": Double.infinity])
            }
            #expect(infinite?.code == .invalidRequest)
        }
    }
}

extension DictionaryRepositoryTests.Note: DictionaryInitializable {
    init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        self.id = try source.required("_id", as: String.self)
        self.text = try source.required("text", as: String.self)
    }
}

extension DictionaryRepositoryTests.Note: DictionaryRepresentable {
    var dictionary: [String: any Sendable] {
        ["_id": id, "text": text]
    }
}
