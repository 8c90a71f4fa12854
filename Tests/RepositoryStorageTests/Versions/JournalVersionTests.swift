import Foundation
import RepositoryRuntime
import RepositorySQLite
import RepositoryTesting
import Testing

/// The version that has written a store, and the one that opens it.
struct JournalPair: Sendable, CustomTestStringConvertible {
    let old: JournalVersion
    let new: JournalVersion

    var testDescription: String { "\(old.number) by \(new.number)" }

    static let all: [JournalPair] = JournalVersion.all.flatMap { old in
        JournalVersion.all.map { JournalPair(old: old, new: $0) }
    }
    /// The pairs in which the same or a later version opens the store.
    static let later: [JournalPair] = all.filter { $0.old.number <= $0.new.number }
    /// The pairs in which an earlier version opens the store.
    static let earlier: [JournalPair] = all.filter { $0.old.number > $0.new.number }
}

/// Later versions of an example's schema open the stores of earlier ones, and send their pending
/// writes.
@Suite(.serialized) struct JournalVersionTests {
    @Test("each version has a fixture with the store that it writes", arguments: JournalVersion.all)
    func fixtures(version: JournalVersion) async throws {
        try await JournalFixture.record(version)
        let folder = try TemporaryFolder()
        try JournalFixture.restore(version, to: folder.file)
        let fresh = try TemporaryFolder()
        let storage = try fresh.store()
        try await version.fill(storage)
        #expect(try await version.notes(in: storage) == version.expectedNotes)
        try storage.close()
        // The recorded file survives a round trip.
        let text = try StoreDump.text(of: folder.file)
        let again = try TemporaryFolder()
        try StoreDump.restore(text, to: again.file)
        #expect(try StoreDump.text(of: again.file) == text)
    }

    @Test(
        "a later version reads everything, and sends pending writes in its own form",
        arguments: JournalPair.later
    )
    func opened(pair: JournalPair) async throws {
        let (old, new) = (pair.old, pair.new)
        let folder = try TemporaryFolder()
        try JournalFixture.restore(old, to: folder.file)
        let storage = try folder.store()
        _ = try await new.open(storage, ScriptedNetwork())
        #expect(try await new.notes(in: storage) == new.expectedNotes)
        let report = try await storage.openingReport()
        let notes = try #require(report[new.schemas.notes.name])
        #expect(report.undeclared == (old.labels != nil && new.labels == nil ? ["Label": 1] : [:]))
        #expect(notes.keptDocuments.isEmpty)
        #expect(notes.isUnchanged == (old.number == new.number))
        let (before, after) = (old.schemas.notes.name, new.schemas.notes.name)
        #expect(notes.formerNames == (before == after ? [] : [before]))
        #expect(notes.convertedDocuments == (old.number == new.number ? 0 : 6))

        let (sent, pushed) = try await new.push(storage)
        let number = new.number
        func text(_ members: [String: JSON]) -> String { JSON.object(members).description }
        let changes = JournalNote.changes(text: "changed", in: number)
            .merging(JournalNote.changes(stars: 5, in: number)) { $1 }
        var expected = [
            #"POST /authors {"id":"a2","name":"Bob"}"#,
            "POST /notes \(text(JournalNote.created.members(in: number)))",
            "PATCH /notes/n2 \(text(changes))",
            "DELETE /notes/n4 ",
        ]
        if new.number <= 2 { expected.append(#"PATCH /notes/n6 {"mood":"sad"}"#) }
        if new.labels != nil { expected.append(#"PUT /labels/l1 {"id":"l1","name":"new"}"#) }
        #expect(sent == expected)

        let left = try await storage.read { store throws(StorageError) in try store.entries() }
        // A rejected write can be corrected, in the current form.
        let rejected = left.filter { $0.state == .rejected }
        let changesMood = old.number <= 2 && new.number > 2
        #expect(rejected.map(\.key.id) == (changesMood ? ["n5", "n6"] : ["n5"]).sorted())
        #expect(
            rejected.first { $0.key.id == "n5" }?.changed
                == .object(JournalNote.changes(color: nil, in: number))
        )
        // Pending writes of a removed entity are kept, but not sent.
        let others = left.filter { $0.state != .rejected }.map(\.key)
        #expect(pushed.problems.isEmpty && pushed.postponed == others.count, "\(pushed)")
        let label = RecordKey(collection: "Label", id: "l1")
        #expect(others == (old.labels != nil && new.labels == nil ? [label] : []))
        for name in report.undeclared.keys { try await storage.removeCollection(name) }
        #expect(try await storage.openingReport().undeclared.isEmpty)
        #expect(try await new.push(storage).report.postponed == 0)
        #expect(try await new.notes(in: storage) == new.expectedNotes)
    }

    @Test("a chain of versions leaves the same result as the last one alone")
    func chain() async throws {
        let folder = try TemporaryFolder()
        try JournalFixture.restore(JournalVersion.all[0], to: folder.file)
        for version in JournalVersion.all {
            let storage = try folder.store()
            _ = try await version.open(storage, ScriptedNetwork())
            #expect(try await version.notes(in: storage) == version.expectedNotes)
            try storage.close()
        }
    }

    @Test(
        "an earlier version is rejected, and the file is unchanged",
        arguments: JournalPair.earlier
    )
    func earlier(pair: JournalPair) async throws {
        let folder = try TemporaryFolder()
        try JournalFixture.restore(pair.old, to: folder.file)
        // Its journal changes once any store has opened it.
        try folder.store().close()
        let bytes = try Data(contentsOf: folder.file)
        let storage = try folder.store()
        let error = await #expect(throws: StorageError.self) {
            _ = try await pair.new.open(storage, ScriptedNetwork())
        }
        #expect(error?.code == .newerVersion)
        try storage.close()
        #expect(try Data(contentsOf: folder.file) == bytes)
    }

    // The trap: writes of the earlier version during the conversion would stay in the old form.
    @Test(
        "of two concurrent versions, the earlier is rejected, and its writes are converted"
    )
    func atOnce() async throws {
        let (old, new) = (JournalVersion.all[0], JournalVersion.all[3])
        let folder = try TemporaryFolder()
        try JournalFixture.restore(old, to: folder.file)
        let (older, newer) = (try folder.store(), try folder.store())
        _ = try await old.open(older, ScriptedNetwork())
        let isOpened = Locked(false)
        let written = try await withThrowingTaskGroup(of: [String].self) { group in
            group.addTask {
                var ids: [String] = []
                while true {
                    let (id, isLate) = ("more\(ids.count)", isOpened.withLock { $0 })
                    do {
                        try await old.create(JournalNote(id: id), in: older)
                        ids.append(id)
                        try #require(!isLate, "the earlier version writes behind the later one")
                    } catch let error as StorageError {
                        #expect(error.code == .newerVersion)
                        return ids
                    }
                }
            }
            _ = try await new.open(newer, ScriptedNetwork())
            isOpened.withLock { $0 = true }
            return try await group.next() ?? []
        }
        var expected = new.expectedNotes
        for id in written { expected[id] = JournalNote(id: id).members(in: new.number) }
        #expect(try await new.notes(in: newer) == expected)
        let pending = try await newer.read { store throws(StorageError) in try store.entries() }
        let created = pending.filter { $0.operation == .create }.map(\.key)
        let keys = (["n3"] + written).map { RecordKey(collection: "Leaf", id: $0) }
        #expect(created.filter { $0.collection != "Person" } == keys)
    }
}
