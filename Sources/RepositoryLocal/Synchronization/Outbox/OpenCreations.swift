#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The creations that are on their way to the server past the outbox.
///
/// Until it is known what came of one, an entity that the server lists and the store does not know
/// may be the one that it creates: it is neither stored as somebody else's nor taken for another one
/// that is searched for. They are noted in the store, for other processes use it, too. A process may end
/// before it hears of the end: then nobody will keep the creation as sent, and it holds nothing back any
/// more. Where it cannot be told whether the process has ended, one is believed for a time.
package struct OpenCreations {
    let store: any StorageReader
    let collection: String

    /// For how many seconds one is believed to be on its way: as long as a session sends at most.
    private static let duration = 300.0

    /// A creation as it is noted.
    private struct Note {
        /// When it is believed to be on its way no more, in seconds since 1970.
        var end: Double
        /// Who has sent it; nil where that is not known.
        var process: ProcessMark?

        /// Whether somebody may still hear what came of it.
        ///
        /// One that is believed for longer than any was noted while the clock was wrong.
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

    /// Whether one is on its way, or was at a time; where the clock was asked, by what it says now.
    func areThere(at date: Date, now: Date? = nil) throws(StorageError) -> Bool {
        let notes = try notes
        return notes.contains { $0.value.isOpen(at: date, now: now) }
    }

    /// Notes that one is on its way from now on.
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

    /// Notes that it is known what came of one.
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
            guard let data = try store.value(forKey: Self.name(collection)),
                // What cannot be read is of another version.
                let members = try? [String: JSON](jsonData: data)
            else { return [:] }
            return members.compactMapValues { json in
                guard case .number(let end)? = json.object?["end"], let end = end.double else {
                    return nil
                }
                return Note(end: end, process: ProcessMark(json.object?["process"]))
            }
        }
    }

    private static func set(
        _ notes: [String: Note],
        of collection: String,
        in store: any StorageWriter
    ) throws(StorageError) {
        let members = notes.compactMapValues { note in
            JSON.Number(note.end).map { end in
                JSON.object(["end": .number(end), "process": note.process?.json ?? .null])
            }
        }
        try store.set(members.isEmpty ? nil : try? members.jsonData(), forKey: name(collection))
    }

    private static func name(_ collection: String) -> String {
        "creating/\(collection)"
    }
}
