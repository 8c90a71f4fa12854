import Foundation
import HTTPTypes
public import Hummingbird
import Notes
import RepositoryRuntime

/// The notes service: it decodes requests and encodes responses with the types generated from the
/// schema.
public struct NotesService: Sendable {
    private let notes = NoteWall()

    /// Creates a service without notes.
    public init() {}

    /// The routes of the service.
    public var router: Router<BasicRequestContext> {
        let router = Router()
        router.group("notes")
            .get { request, _ in Response(json: try await list(request)) }
            .post { request, _ in Response(.created, json: try await create(request)) }
            .post("import") { request, _ in Response(json: try await importAll(request)) }
            .get(":id") { _, context in Response(json: try await notes.note(context.noteID)) }
            .put(":id") { Response(json: try await replace($0, $1)) }
            .patch(":id") { Response(json: try await change($0, $1)) }
            .delete(":id") { _, context in
                try await notes.remove(context.noteID)
                return Response(status: .noContent)
            }
            .post(":id/readers") { Response(json: try await invite($0, $1)) }
        return router
    }

    // MARK: - Handlers

    private func list(_ request: Request) async throws -> [Note] {
        let query = request.uri.queryParameters
        let color = query["color"].map { Color(rawValue: String($0)) }
        let text = query["text__contains"].map(String.init)
        let found = await notes.all.filter { note in
            (color == nil || note.color == color) && (text.map(note.text.contains) ?? true)
        }
        return Array(
            found.dropFirst(query.get("offset", as: Int.self).map { max($0, 0) } ?? 0)
                .prefix(query.get("limit", as: Int.self).map { max($0, 0) } ?? 100)
        )
    }

    private func create(_ request: Request) async throws -> Note {
        let draft = try await request.read(Note.Draft.self)
        return await notes.add(try Note(draft), at: draft.position)
    }

    private func importAll(_ request: Request) async throws -> [Note] {
        let made = try await request.read([Note.Draft].self).map { try Note($0) }
        for note in made { await notes.add(note) }
        return made
    }

    private func replace(_ request: Request, _ context: BasicRequestContext) async throws -> Note {
        let draft = try await request.read(Note.Draft.self)
        return try await notes.change(context.noteID) { note in
            var new = try Note(draft)
            new.id = note.id
            new.author = note.author
            new.readers = note.readers
            note = new
        }
    }

    private func change(_ request: Request, _ context: BasicRequestContext) async throws -> Note {
        let patch = try await request.read(Note.Patch.self)
        return try await notes.change(context.noteID, moving: patch.position) { note in
            patch.text.apply(to: &note.text)
            patch.color.apply(to: &note.color)
            patch.dueAt.apply(to: &note.dueAt)
            patch.mood.apply(to: &note.mood)
            patch.place.apply(to: &note.place)
            try note.check()
        }
    }

    private func invite(_ request: Request, _ context: BasicRequestContext) async throws -> Note {
        let invitation = try await request.read(Invitation.self)
        guard invitation.email.contains("@") else {
            throw Refusal.invalid("email", "is not an address")
        }
        return try await notes.change(context.noteID) { $0.readers.append(invitation.email) }
    }
}

extension BasicRequestContext {
    /// The identity in the path.
    fileprivate var noteID: Note.ID {
        get throws { try parameters.require("id", as: UUID.self) }
    }
}
