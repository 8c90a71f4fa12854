import Foundation
import Notes
import RepositoryRuntime

/// The notes in memory.
actor NoteWall {
    /// The notes, in list order.
    private(set) var all: [Note] = []

    /// Returns a note.
    ///
    /// - Throws: ``Refusal`` if there is no note with this identity.
    func note(_ id: Note.ID) throws -> Note {
        all[try index(of: id)]
    }

    /// Adds a note, at a position or at the end.
    @discardableResult
    func add(_ note: Note, at position: Int? = nil) -> Note {
        all.insert(note, at: position.map { min(max($0, 0), all.count) } ?? all.count)
        return note
    }

    /// Changes a note, and possibly its position, unless an error is thrown.
    ///
    /// - Throws: ``Refusal`` if there is no note with this identity, or the error of `change`.
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
    /// - Throws: ``Refusal`` if there is no note with this identity.
    func remove(_ id: Note.ID) throws {
        all.remove(at: try index(of: id))
    }

    private func index(of id: Note.ID) throws -> Int {
        guard let index = all.firstIndex(where: { $0.id == id }) else { throw Refusal.notFound }
        return index
    }
}

extension Note {
    /// Creates a note from a client's draft.
    ///
    /// - Throws: ``Refusal`` if the draft is invalid.
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

    /// Validates rules that the schema cannot express.
    ///
    /// - Throws: ``Refusal`` if the text is empty.
    func check() throws {
        if text.isEmpty { throw Refusal.invalid("text", "must not be empty") }
    }
}
