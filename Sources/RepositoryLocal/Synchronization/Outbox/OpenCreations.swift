package import Foundation

/// The creations in flight that were sent directly, bypassing the outbox.
///
/// Until the outcome of one is known, an unknown entity in a list may be its result. Such an entity
/// is not stored, nor matched with another creation. The creations are recorded in the store,
/// because other processes use it, too. If a process is killed before it learns the outcome, its
/// creation no longer blocks anything. If it is unknown whether the process is still running, a
/// timeout applies.
package struct OpenCreations {
    let store: any StorageReader
    let collection: String

    /// The timeout in seconds: the longest duration of a request in a session.
    private static let duration = 300.0

    /// A recorded creation.
    private struct Note {
        /// The end of the timeout, in seconds since 1970.
        var end: Double
        /// The process that sent it; nil if unknown.
        var process: ProcessMark?

        /// Whether a process may still learn the outcome.
        ///
        /// A timeout further away than the maximum was recorded while the clock was wrong.
        func isOpen(at date: Date, now: Date? = nil) -> Bool {
            let latest = now.map { $0.timeIntervalSince1970 + OpenCreations.duration } ?? .infinity
            return end > date.timeIntervalSince1970 && end <= latest
                && !(process?.isGone ?? false)
        }
    }

    init(of collection: String, in store: any StorageReader) {
        self.store = store
        self.collection = collection
    }

    /// Whether any creation is or was in flight at a date, given the current time if known.
    func areThere(at date: Date, now: Date? = nil) throws(StorageError) -> Bool {
        let notes = try notes
        return notes.contains { $0.value.isOpen(at: date, now: now) }
    }

    /// Records that a creation is in flight.
    package static func begin(
        _ id: UUID,
        of collection: String,
        at date: Date,
        in store: any StorageWriter
    ) throws(StorageError) {
        var notes = try OpenCreations(of: collection, in: store).notes
            .filter { $0.value.isOpen(at: date) }
        let end = date.timeIntervalSince1970 + duration
        notes[id.uuidString] = Note(end: end, process: .current)
        try set(notes, of: collection, in: store)
    }

    /// Records that the outcome of a creation is known.
    package static func end(
        _ id: UUID,
        of collection: String,
        in store: any StorageWriter
    ) throws(StorageError) {
        var notes = try OpenCreations(of: collection, in: store).notes
        guard notes.removeValue(forKey: id.uuidString) != nil else { return }
        try set(notes, of: collection, in: store)
    }

    private var notes: [String: Note] {
        get throws(StorageError) {
            try (store.note(forKey: Self.name(collection)) ?? [:]).compactMapValues { json in
                json["end"]?.double.map { Note(end: $0, process: ProcessMark(json["process"])) }
            }
        }
    }

    private static func set(
        _ notes: [String: Note],
        of collection: String,
        in store: any StorageWriter
    ) throws(StorageError) {
        let members = notes.mapValues { note in
            JSON.object(["end": .seconds(note.end), "process": note.process?.json ?? .null])
        }
        try store.set(note: members.isEmpty ? nil : members, forKey: name(collection))
    }

    private static func name(_ collection: String) -> String {
        "creating/\(collection)"
    }
}
