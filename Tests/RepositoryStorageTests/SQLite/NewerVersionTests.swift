import Foundation
import RepositoryRuntime
import RepositorySQLite
import TestSupport
import Testing

/// A file that a later version of an app has written is not for an earlier one.
@Suite struct NewerVersionTests {
    private static func schema(_ version: Int?, indexed: [String] = []) -> EntitySchema {
        EntitySchema(
            name: "Note",
            indexed: indexed.map { IndexedProperty($0, .integer) },
            version: version
        )
    }

    /// Writes a file as a version of the app does, and closes it.
    private func file(of version: Int?, in folder: TemporaryFolder) async throws {
        let store = try folder.store()
        try await store.prepare(Self.schema(version, indexed: ["n"]))
        try await store.put("1", #"{"n":1}"#)
        try store.close()
    }

    @Test(
        "a file of a later version is refused, and stays as it is byte by byte",
        arguments: [1, nil]
    )
    func newer(known: Int?) async throws {
        let folder = try TemporaryFolder()
        try await file(of: 3, in: folder)
        let bytes = try Data(contentsOf: folder.file)
        let store = try folder.store()
        let error = await #expect(throws: StorageError.self) {
            try await store.prepare(Self.schema(known, indexed: ["other"]))
        }
        #expect(error?.code == .newerVersion)
        let own = known == nil ? "this app has no version of it" : "this app has version 1"
        #expect(
            error?.localizedDescription
                == "The store has version 3 of Note, and \(own). Update the app, or wipe the store "
                + "to begin without what it holds. (newerVersion)"
        )
        await #expect(throws: StorageError.self) { try await store.put("2") }
        await #expect(throws: StorageError.self) { try await store.ids() }
        await #expect(throws: StorageError.self) {
            try await store.prepare(EntitySchema(name: "Other"))
        }
        try store.close()
        #expect(try Data(contentsOf: folder.file) == bytes)
        // The version that has written it finds all as it was.
        let again = try folder.store()
        try await again.prepare(Self.schema(3, indexed: ["n"]))
        #expect(try await again.ids() == ["1"])
    }

    @Test("a later version opens it, and so does the same", arguments: [nil, 2, 3])
    func older(stored: Int?) async throws {
        let folder = try TemporaryFolder()
        try await file(of: stored, in: folder)
        for _ in 0..<2 {
            let store = try folder.store()
            try await store.prepare(Self.schema(3, indexed: ["n"]))
            try await store.put("2")
            #expect(try await store.ids() == ["1", "2"])
            try store.close()
        }
    }

    @Test("where no version is numbered, none is noted")
    func unnumbered() async throws {
        let folder = try TemporaryFolder()
        try await file(of: nil, in: folder)
        #expect(
            try !String(decoding: Data(contentsOf: folder.file), as: UTF8.self).contains(
                "repogen_versions"
            )
        )
    }

    @Test("a name that a later version has given up is refused to those that know it")
    func formerName() async throws {
        let folder = try TemporaryFolder()
        let newer = try folder.store()
        var schema = Self.schema(2)
        (schema.name, schema.formerNames) = ("Memo", ["Note"])
        try await newer.prepare(schema)
        try newer.close()
        let older = try folder.store()
        let error = await #expect(throws: StorageError.self) {
            try await older.prepare(Self.schema(1))
        }
        #expect(error?.code == .newerVersion)
        // One that would take what is stored under it is too old as well.
        let other = try folder.store()
        let taking = EntitySchema(name: "Letter", formerNames: ["Note"], version: 1)
        await #expect(throws: StorageError.self) { try await other.prepare(taking) }
        #expect(
            try await folder.store().read { store throws(StorageError) in
                try store.collections()
            } == ["Memo"]
        )
    }

    @Test("what another process has migrated meanwhile is written by the earlier version no more")
    func meanwhile() async throws {
        let folder = try TemporaryFolder()
        let older = try folder.store()
        try await older.prepare(Self.schema(1))
        try await older.put("1")
        let said = try await BackgroundWork.run {
            try StorageClient("raise", folder.file.path, "2", in: folder.url).finish()
        }
        #expect(said == ["done"])
        let error = await #expect(throws: StorageError.self) { try await older.put("2") }
        #expect(error?.code == .newerVersion)
        await #expect(throws: StorageError.self) { try await older.ids() }
        let newer = try folder.store()
        try await newer.prepare(Self.schema(2))
        #expect(try await newer.ids() == ["1"])
        // What is refused can be wiped, and begun anew.
        try newer.close()
        try await older.wipe()
        let fresh = try folder.store()
        try await fresh.prepare(Self.schema(1))
        #expect(try await fresh.ids() == [])
    }
}
