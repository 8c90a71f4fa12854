import Foundation
import RepositoryRuntime
import RepositorySQLite
import TestSupport
import Testing

/// A file written by a later version of an app is rejected by an earlier one.
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
        "a file of a later version is rejected, and remains identical byte for byte",
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
        let own = known == nil ? "this app declares no version" : "this app has version 1"
        #expect(
            error?.localizedDescription
                == "The store has version 3 of Note, and \(own). Update the app, or wipe the store "
                + "to start without its data. (newerVersion)"
        )
        await #expect(throws: StorageError.self) { try await store.put("2") }
        await #expect(throws: StorageError.self) { try await store.ids() }
        await #expect(throws: StorageError.self) {
            try await store.prepare(EntitySchema(name: "Other"))
        }
        try store.close()
        #expect(try Data(contentsOf: folder.file) == bytes)
        // The version that wrote it finds everything unchanged.
        let again = try folder.store()
        try await again.prepare(Self.schema(3, indexed: ["n"]))
        #expect(try await again.ids() == ["1"])
    }

    @Test("the same version and a later one open it", arguments: [nil, 2, 3])
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

    @Test("without a declared version, none is recorded")
    func unnumbered() async throws {
        let folder = try TemporaryFolder()
        try await file(of: nil, in: folder)
        #expect(
            try !String(decoding: Data(contentsOf: folder.file), as: UTF8.self).contains(
                "repogen_versions"
            )
        )
    }

    @Test("a former name that a later version has dropped is rejected for versions that use it")
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
        // A version that would rename the records stored under its former name is too old, too.
        let other = try folder.store()
        let taking = EntitySchema(name: "Letter", formerNames: ["Note"], version: 1)
        await #expect(throws: StorageError.self) { try await other.prepare(taking) }
        #expect(
            try await folder.store().read { store throws(StorageError) in
                try store.collections()
            } == ["Memo"]
        )
    }

    @Test("an earlier version stops writing after another process has migrated the file")
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
        // A rejected store can be wiped and recreated.
        try newer.close()
        try await older.wipe()
        let fresh = try folder.store()
        try await fresh.prepare(Self.schema(1))
        #expect(try await fresh.ids() == [])
    }
}
