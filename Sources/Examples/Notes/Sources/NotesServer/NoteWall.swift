import Foundation
import Notes
import RepositoryRuntime

/// The notes that there are, in memory.
actor NoteWall {
    /// The notes, in the order in which they are listed.
    private(set) var all: [Note] = []

    /// A note.
    ///
    /// - Throws: ``Refusal`` when there is none of this identity.
    func note(_ id: Note.ID) throws -> Note {
        all[try index(of: id)]
    }

    /// Adds a note, at a position or at the end.
    @discardableResult
    func add(_ note: Note, at position: Int? = nil) -> Note {
        all.insert(note, at: position.map { min(max($0, 0), all.count) } ?? all.count)
        return note
    }

    /// Changes a note, and perhaps its position, unless that throws.
    ///
    /// - Throws: ``Refusal`` when there is none of this identity, and what `change` throws.
    func change(
        _ id: Note.ID,
        moving: NullableChange<Int> = .keep,
        _ change: @Sendable (inout Note) throws -> Void
    ) throws -> Note {
        let index = try index(of: id)
        var note = all[index]
        try change(&note)
        all[index] = note
        var position: Int? = index
        moving.apply(to: &position)
        if position != index { add(all.remove(at: index), at: position) }
        return note
    }

    /// Removes a note.
    ///
    /// - Throws: ``Refusal`` when there is none of this identity.
    func remove(_ id: Note.ID) throws {
        all.remove(at: try index(of: id))
    }

    private func index(of id: Note.ID) throws -> Int {
        guard let index = all.firstIndex(where: { $0.id == id }) else { throw Refusal.notFound }
        return index
    }
}

extension Note {
    /// Makes the note that a client asks for.
    ///
    /// - Throws: ``Refusal`` when it is none that may be on the wall.
    init(_ draft: Draft) throws {
        self.init(
            id: UUID(),
            text: draft.text,
            color: draft.color,
            dueAt: draft.dueAt,
            mood: draft.mood,
            place: draft.place,
            author: draft.author,
            readers: []
        )
        try check()
    }

    /// Makes sure of what the schema cannot say.
    ///
    /// - Throws: ``Refusal`` when the text is empty.
    func check() throws {
        if text.isEmpty { throw Refusal.invalid("text", "must not be empty") }
    }
}
