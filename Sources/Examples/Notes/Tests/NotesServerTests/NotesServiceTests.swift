import Foundation
import Notes
import RepositoryRuntime
import Testing

/// One schema on both sides: tests a generated client against the handlers over real HTTP.
@Suite struct NotesServiceTests {
    private static let due = Date(timeIntervalSince1970: 1_795_226_792)

    @Test("what a client creates is what it reads")
    func creation() async throws {
        try await RunningService.use { networking in
            let notes = NoteRepository(store: networking)
            let draft = Note.Draft(
                text: "Grüße, \"Welt\"",
                color: .unknown("green"),
                dueAt: Self.due,
                mood: "glad",
                place: NotePlace(latitude: 52.5, longitude: 13.4),
                author: "ada"
            )
            let created = try await notes.create(draft)
            #expect(
                created
                    == Note(
                        id: created.id,
                        text: draft.text,
                        color: draft.color,
                        dueAt: draft.dueAt,
                        mood: draft.mood,
                        place: draft.place,
                        author: "ada",
                        readers: []
                    )
            )
            #expect(try await notes.find(id: created.id) == created)
            // A write-only property reaches the server, but is not in any response.
            let first = try await notes.create(
                Note.Draft(text: "first", author: "ada", position: 0)
            )
            #expect(first.color == .yellow)
            #expect(try await notes.find() == [first, created])
        }
    }

    @Test("listings are filtered, and divided into pages, by the server")
    func listing() async throws {
        try await RunningService.use { networking in
            let notes = NoteRepository(store: networking)
            let drafts = (1...5).map { number in
                Note.Draft(
                    text: "note \(number)",
                    color: number % 2 == 0 ? .blue : .yellow,
                    author: "ada"
                )
            }
            let made = try await networking.request(Endpoint.ImportNotes(body: drafts))
            #expect(made.map(\.text) == drafts.map(\.text))
            var pages: [[String]] = []
            for try await page in notes.pages(size: 2) { pages.append(page.elements.map(\.text)) }
            #expect(pages == [["note 1", "note 2"], ["note 3", "note 4"], ["note 5"]])
            let blue = try await notes.find { $0.color == .blue }
            #expect(blue.map(\.text) == ["note 2", "note 4"])
            let third = try await notes.find { $0.text.contains("3") }
            #expect(third.map(\.text) == ["note 3"])
            let first = try await notes.find(limit: 2) { $0.text.contains("note") }
            #expect(first.map(\.text) == ["note 1", "note 2"])
        }
    }

    @Test("a patch keeps what is missing, and removes what is null")
    func patching() async throws {
        try await RunningService.use { networking in
            let notes = NoteRepository(store: networking)
            var note = try await notes.create(
                Note.Draft(text: "a", dueAt: Self.due, mood: "glad", author: "ada")
            )
            note.text = "b"
            note.mood = nil
            let changed = try await notes.patch(
                id: note.id,
                with: Note.Patch(text: .set("b"), mood: .clear)
            )
            #expect(changed == note)
            #expect(try await notes.find(id: note.id) == note)

            note.dueAt = nil
            #expect(try await notes.patch(id: note.id, with: Note.Patch(dueAt: .clear)) == note)

            // The difference of two states is the same patch: null for removed properties.
            var placed = note
            placed.place = NotePlace(latitude: 1, longitude: 2)
            #expect(try await notes.patch(placed, from: note) == placed)
            #expect(try await notes.patch(note, from: placed) == note)
            #expect(try await notes.find(id: note.id) == note)

            let last = try await notes.create(Note.Draft(text: "z", author: "bob"))
            _ = try await notes.patch(id: last.id, with: Note.Patch(position: .set(0)))
            #expect(try await notes.find() == [last, note])
            _ = try await notes.patch(id: last.id, with: Note.Patch(position: .clear))
            #expect(try await notes.find() == [note, last])
        }
    }

    @Test("an update replaces the whole, but what is immutable or the server's own")
    func updating() async throws {
        try await RunningService.use { networking in
            let notes = NoteRepository(store: networking)
            let note = try await notes.create(Note.Draft(text: "a", dueAt: Self.due, author: "ada"))
            let invited = try await networking.request(
                Endpoint.InviteReader(id: note.id, body: Invitation(email: "bob@example.com"))
            )
            #expect(invited.readers == ["bob@example.com"])
            var other = invited
            other.text = "b"
            other.dueAt = nil
            var sent = other
            sent.author = "eve"
            #expect(try await notes.update(sent) == other)
            #expect(try await notes.find(id: note.id) == other)
        }
    }

    @Test("a failure comes as the type that the schema declares")
    func failures() async throws {
        try await RunningService.use { networking in
            let notes = NoteRepository(store: networking)
            let missing = await #expect(throws: RepositoryError.self) {
                try await networking.request(
                    Endpoint.InviteReader(id: UUID(), body: Invitation(email: "bob@example.com"))
                )
            }
            #expect(missing?.code == .notFound)
            #expect(missing?.failure as? Problem == Problem(message: "There is no such note."))

            let note = try await notes.create(Note.Draft(text: "a", author: "ada"))
            let invalid = await #expect(throws: RepositoryError.self) {
                try await networking.request(
                    Endpoint.InviteReader(id: note.id, body: Invitation(email: "bob"))
                )
            }
            #expect(invalid?.response?.status == 422)
            let problem = Problem(
                message: "The body is not valid.",
                errors: ["email": ["is not an address"]]
            )
            #expect(invalid?.failure as? Problem == problem)

            // One of several drafts is invalid: none is created.
            let drafts = ["b", ""].map { Note.Draft(text: $0, author: "ada") }
            let refused = await #expect(throws: RepositoryError.self) {
                try await networking.request(Endpoint.ImportNotes(body: drafts))
            }
            #expect((refused?.failure as? Problem)?.errors == ["text": ["must not be empty"]])
            #expect(try await notes.find() == [note])

            let empty = await #expect(throws: RepositoryError.self) {
                try await notes.patch(id: note.id, with: Note.Patch(text: .set("")))
            }
            #expect(empty?.service?.fields.map(\.key) == ["text"])
            #expect(try await notes.find(id: note.id) == note)

            try await notes.delete(id: note.id)
            let gone = await #expect(throws: RepositoryError.self) {
                try await notes.find(id: note.id)
            }
            #expect(gone?.code == .notFound)
            #expect(gone?.service?.message == "There is no such note.")
        }
    }

    @Test(
        "a body that does not fit is refused with its place, before anything is done",
        arguments: [
            ("[", "", "expected object, found array"),
            (#"{"text":1,"mood":null,"author":"a"}"#, "text", "expected String, found number"),
            (#"{"text":"a","mood":null}"#, "author", "expected String, found nothing"),
            (
                #"{"text":"a","mood":null,"author":"a","place":{"latitude":1,"longitude":"x"}}"#,
                "place.longitude", "expected Double, found string"
            ),
        ]
    )
    func bodies(text: String, key: String, reason: String) async throws {
        try await RunningService.use { networking in
            var request = NetworkingRequest(method: .post, path: "notes")
            request.body = Data(text.utf8)
            let response = try await networking.send(request)
            #expect(response.status == 422)
            let errors = try Problem(jsonData: response.body).errors
            #expect(errors == [key: [reason]])
            #expect(try await NoteRepository(store: networking).find() == [])
        }
    }

    @Test("a patch by hand has null where nothing can be, and is refused")
    func nullInPatch() async throws {
        try await RunningService.use { networking in
            let notes = NoteRepository(store: networking)
            let note = try await notes.create(Note.Draft(text: "a", author: "ada"))
            var request = NetworkingRequest(method: .patch, path: "notes/\(note.id)")
            request.body = Data(#"{"color":null}"#.utf8)
            let response = try await networking.send(request)
            #expect(response.status == 422)
            let errors = try Problem(jsonData: response.body).errors
            #expect(errors == ["color": ["expected String, found null"]])
            // Immutable and unknown properties do not count as changes.
            request.body = Data(#"{"author":"eve","size":3}"#.utf8)
            #expect(try await Note(jsonData: networking.send(request).body) == note)
        }
    }
}
