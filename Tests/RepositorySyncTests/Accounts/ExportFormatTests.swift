import Foundation
import RepositoryRuntime
import RepositorySQLite
import RepositoryTesting
import SyncSample
import Testing

/// The format of an export: its contents, and rejected data.
@Suite struct ExportFormatTests {
    @Test("the format preserves any kind of write", arguments: Store.allCases)
    func roundTrip(store: Store) async throws {
        try await World.run(in: store) { world in
            let second = try await Device(store, session: world.session)
            var entries: [OutboxEntry] = []
            var records: [StoredRecord] = []
            var number = 0
            for operation in OutboxEntry.Operation.allCases {
                for state in OutboxEntry.State.allCases {
                    number += 1
                    let key = RecordKey(collection: "Message", id: "k\(number)/ü\u{0}\"")
                    entries.append(
                        OutboxEntry(
                            key: key,
                            operation: operation,
                            baseTag: number.isMultiple(of: 2) ? "\"tag\"" : nil,
                            changed: number.isMultiple(of: 3)
                                ? nil : ["text": .string("é\n\(number)")],
                            idempotencyKey: number.isMultiple(of: 2) ? "own-\(number)" : nil,
                            state: state,
                            attempts: number,
                            notBefore: number.isMultiple(of: 2)
                                ? Date(timeIntervalSinceReferenceDate: 0.1) : nil,
                            failure: state == .rejected
                                ? OutboxFailure(
                                    status: 422,
                                    body: Data([0xFF, 0x00, 0x22]),
                                    message: "No.",
                                    date: Date(timeIntervalSinceReferenceDate: 1.0 / 3)
                                ) : nil
                        )
                    )
                    let isNew = operation == .create
                    records.append(
                        StoredRecord(
                            key: key,
                            document: Data(
                                #"{"_id":"k","text":"😀","likes":1.50,"more":[null,{}]}"#.utf8
                            ),
                            base: isNew ? nil : Data(#" { "text" : "x" } "#.utf8),
                            entityTag: isNew ? nil : "\"3\"",
                            confirmedAt: isNew ? nil : Date(timeIntervalSinceReferenceDate: 7.7)
                        )
                    )
                }
            }
            let (all, kept) = (entries, records)
            try await world.storage.write { store throws(StorageError) in
                for record in kept { try store.put(record) }
                for entry in all { try store.put(entry) }
                for entry in all.prefix(3) {
                    let history =
                        #"{"merged":true,"unanswered":[{"text":"a"}],"asked":0.1,"sent":2.5}"#
                    try store.set(Data(history.utf8), forKey: "history/\(entry.id.uuidString)")
                }
            }
            let data = try await world.synchronizer.exportPendingWrites()
            #expect(try await second.synchronizer.importPendingWrites(data).imported == all.count)
            #expect(try await second.entries() == world.entries())
            for record in kept {
                var found = try await second.record(record.key.id)
                // It follows from the writes.
                found?.state = .synchronized
                #expect(found == record)
            }
            for entry in all {
                let name = "history/\(entry.id.uuidString)"
                var values: [JSON?] = []
                for storage in [world.storage, second.storage] {
                    let data = try await storage.read { store throws(StorageError) in
                        try store.value(forKey: name)
                    }
                    values.append(data.flatMap { try? JSON(jsonData: $0) })
                }
                #expect(values[0] == values[1])
            }
            // Imported writes are exported again unchanged.
            let again = try await second.synchronizer.exportPendingWrites()
            let (first, other) = (try JSON(jsonData: data), try JSON(jsonData: again))
            #expect(first["writes"] == other["writes"])
        }
    }

    @Test("an export without pending writes is valid", arguments: Store.allCases)
    func empty(store: Store) async throws {
        try await World.run(in: store) { world in
            let data = try await world.synchronizer.exportPendingWrites()
            #expect(try JSON(jsonData: data)["version"] == 1)
            #expect(try await world.synchronizer.importPendingWrites(data) == ImportReport())
        }
    }

    @Test(
        "truncated, damaged, foreign or newer data is rejected, and nothing is written",
        arguments: Store.allCases
    )
    func refused(store: Store) async throws {
        try await World.run(in: store) { world in
            try await world.create(Message(id: "t1", text: "a"))
            try await world.create(Message(id: "t2", text: "b"))
            let data = try await world.synchronizer.exportPendingWrites()
            let second = try await Device(store, session: world.session)
            for count in stride(from: 0, to: data.count, by: 7) {
                try await expectRefused(data.prefix(count), by: second)
            }
            for place in stride(from: 0, to: data.count, by: 3) {
                var damaged = data
                damaged[place] ^= 1
                try await expectRefused(damaged, by: second)
            }
            for text in ["", "{}", "[]", #"{"format":"other","version":1}"#, "no JSON"] {
                try await expectRefused(Data(text.utf8), by: second)
            }
            let newer = String(decoding: data, as: UTF8.self)
                .replacing(#""version":1"#, with: #""version":2"#)
            let message = try await expectRefused(Data(newer.utf8), by: second)
            #expect(message == "The pending writes were exported by a newer version of Repogen.")
            #expect(try await second.entries().isEmpty)
            #expect(try await second.local().isEmpty)
            // It may have been reformatted in transit.
            let text = String(decoding: data, as: UTF8.self).replacing(
                ":",
                with: ": ",
                maxReplacements: 1
            )
            #expect(
                try await second.synchronizer.importPendingWrites(Data(text.utf8)).imported == 2
            )
        }
    }

    @Test("data that would block every run is rejected or sanitized", arguments: Store.allCases)
    func hostile(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            try await world.patch(id, ["likes": 2])
            let data = try await world.synchronizer.exportPendingWrites()
            let second = try await Device(store, session: world.session)
            for (old, new) in [
                (#""base":"{"#, #""base":"[{"#), (#""changed":"{"#, #""changed":"[{"#),
                (#""document":"{"#, #""document":"x{"#),
            ] {
                try await expectRefused(try resigned(data, old, new), by: second)
            }
            let often = try resigned(data, #""attempts":0"#, #""attempts":9223372036854775807"#)
            #expect(try await second.synchronizer.importPendingWrites(often).imported == 1)
            await second.synchronize()
            #expect(try await world.remote.find(.all).map(\.likes) == [2])
        }
    }

    /// Returns an export with a replaced text and an updated checksum.
    private func resigned(_ data: Data, _ old: String, _ new: String) throws -> Data {
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains(old))
        var members = try #require(
            try? [String: JSON](jsonData: Data(text.replacing(old, with: new).utf8))
        )
        members["checksum"] = nil
        let hash = try JSON.object(members).jsonData().reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        members["checksum"] = .string(String(hash, radix: 16))
        return try JSON.object(members).jsonData()
    }

    @discardableResult
    private func expectRefused(_ data: Data, by device: Device) async throws -> String? {
        let error = await #expect(throws: StorageError.self) {
            try await device.synchronizer.importPendingWrites(data)
        }
        #expect(error?.code == .invalid)
        #expect(error?.message.contains("t1") == false)
        return error?.message
    }

    @Test("an import that fails halfway writes nothing", arguments: Store.allCases)
    func atomic(store: Store) async throws {
        try await World.run(in: store) { world in
            let key = RecordKey(collection: "Message", id: "t2")
            try await world.create(Message(id: "t1", text: "a"))
            try await world.storage.write { store throws(StorageError) in
                _ = try store.put(OutboxEntry(key: key, operation: .create))
            }
            let data = try await world.synchronizer.exportPendingWrites()
            let second = try await Device(store, session: world.session)
            let trouble = ThrowingStorage(second.storage)
            let synchronizer = Synchronizer(storage: trouble)
            await #expect(throws: StorageError.self) {
                try await synchronizer.importPendingWrites(data)
            }
            #expect(try await second.entries().isEmpty)
            #expect(try await second.local().isEmpty)
            #expect(try await second.synchronizer.importPendingWrites(data).imported == 2)
        }
    }

    @Test("pending writes can be exported from a full store")
    func full() async throws {
        try await World.run { world in
            let device = try await Device(.memory, session: world.session)
            var configuration = SQLiteConfiguration(durability: .processEnd)
            configuration.maximumPageCount = 60
            let full = try SQLiteStorage(url: device.file, configuration: configuration)
            let synchronizer = Synchronizer(storage: full)
            try await synchronizer.register(RemoteCollection(world.remote))
            var count = 0
            let text = String(repeating: "x", count: 1500)
            do {
                while true {
                    let document = try Message(id: "t\(count)", text: text).jsonData()
                    let id = "t\(count)"
                    try await full.write { store throws(StorageError) in
                        _ = try Outbox(Message.schema, in: store).create(document, id: id)
                    }
                    count += 1
                }
            } catch let error as StorageError {
                #expect(error.code == .full)
            }
            let data = try await synchronizer.exportPendingWrites()
            #expect(try await device.synchronizer.importPendingWrites(data).imported == count)
            #expect(count > 10)
        }
    }
}

/// A store whose writes fail just before the commit.
private struct ThrowingStorage: Storage {
    private let base: any Storage

    init(_ base: any Storage) {
        self.base = base
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await base.read(body)
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageWriter) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await base.write { store throws(StorageError) in
            _ = try body(store)
            throw StorageError(.full, message: "There is no room left.")
        }
    }

    func prepare(_ schema: EntitySchema) async throws(StorageError) {
        try await base.prepare(schema)
    }

    func changes() -> StorageChanges { base.changes() }
}
