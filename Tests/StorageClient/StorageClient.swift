import Foundation
import RepositoryRuntime
import RepositorySQLite

/// A process that uses a store: `storage-client COMMAND FILE [NUMBER]`.
///
/// It prints each acknowledged write to standard output immediately, one a line. If an error stops
/// it,
/// the last line contains the kind of the error.
@main
enum StorageClient {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            return say("usage: storage-client COMMAND FILE [NUMBER]")
        }
        let file = URL(filePath: arguments[2])
        let number = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
        do throws(StorageError) {
            switch arguments[1] {
            case "write": try await write(file, from: number)
            case "fill": try await fill(file)
            case "count": try await count(file, to: number)
            case "hold": try await hold(file)
            case "prepare": try await prepare(file)
            case "raise": try await raise(file, to: number)
            case "wipe": try await wipe(file)
            case "wipe-often": try await wipe(file, times: number)
            case "fill-and-wipe": try await fillAndWipe(file, isShared: number > 0)
            default: say("unknown command")
            }
        } catch {
            say("error \(error.code)")
        }
    }

    /// Writes records, each with an entry, without end, and rebuilds an index from time to time.
    private static func write(_ file: URL, from start: Int) async throws(StorageError) {
        let store = try SQLiteStorage(url: file)
        for number in start... {
            if number.isMultiple(of: 40) {
                let kind: IndexedProperty.Kind = number.isMultiple(of: 80) ? .integer : .real
                let indexed = [IndexedProperty("n", kind)]
                try await store.prepare(EntitySchema(name: "Note", indexed: indexed))
            }
            let key = RecordKey(collection: "Note", id: "\(number)")
            let text = String(repeating: "x", count: number % 7 * 1500)
            let document = Data("{\"n\":\(number),\"text\":\"\(text)\"}".utf8)
            try await store.write { store throws(StorageError) in
                try store.put(StoredRecord(key: key, document: document, state: .waiting))
                try store.put(OutboxEntry(key: key, operation: .create))
                try store.set(Data("\(number)".utf8), forKey: "last")
            }
            say("\(number)")
        }
    }

    /// Opens a store as a later version of an app does.
    private static func raise(_ file: URL, to version: Int) async throws(StorageError) {
        let store = try SQLiteStorage(url: file)
        try await store.prepare(EntitySchema(name: "Note", version: version))
        say("done")
    }

    /// Wipes a store.
    private static func wipe(_ file: URL) async throws(StorageError) {
        let store = try SQLiteStorage(url: file)
        say("opened")
        try await store.wipe()
        say("done")
    }

    /// Opens and wipes a store again and again, while another process creates new ones.
    private static func wipe(_ file: URL, times count: Int) async throws(StorageError) {
        for _ in 0..<count {
            do throws(StorageError) {
                try await SQLiteStorage(url: file).wipe()
            } catch  where error.code == .locked {
                // The other process uses the file.
            }
        }
        say("done")
    }

    /// Writes until the disk is full, and wipes the store; prints how many bytes remain in the
    /// folder.
    private static func fillAndWipe(_ file: URL, isShared: Bool) async throws(StorageError) {
        let store = try SQLiteStorage(url: file)
        let other = isShared ? try SQLiteStorage(url: file) : nil
        do throws(StorageError) {
            for number in 0..<100_000 { try await put(number, in: store) }
        } catch {
            say("error \(error.code)")
        }
        // The remaining space is used up, too.
        let rest = file.deletingLastPathComponent().appending(path: "rest").path
        _ = FileManager.default.createFile(atPath: rest, contents: nil)
        if let handle = FileHandle(forWritingAtPath: rest) {
            while (try? handle.write(contentsOf: Data(count: 512))) != nil {}
        }
        try await store.wipe()
        let sizes = ["", "-wal", "-shm"].map { suffix in
            (try? Data(contentsOf: URL(filePath: file.path + suffix)).count) ?? 0
        }
        say("wiped \(sizes[0]) \(sizes[1])")
        do throws(StorageError) {
            _ = try await other?.read { store throws(StorageError) in try store.entryCount() }
        } catch {
            say("error \(error.code)")
        }
    }

    /// Writes until the disk is full, then reads the acknowledged records, and opens the store
    /// again.
    private static func fill(_ file: URL) async throws(StorageError) {
        let store = try SQLiteStorage(url: file)
        var acknowledged = 0
        do throws(StorageError) {
            while acknowledged < 100_000 {
                try await put(acknowledged, in: store)
                acknowledged += 1
            }
        } catch {
            say("error \(error.code)")
        }
        say("acknowledged \(acknowledged)")
        say("found \(try await found(in: store))")
        try store.close()
        let again = try SQLiteStorage(url: file)
        say("found \(try await found(in: again))")
    }

    private static func put(
        _ number: Int,
        in store: SQLiteStorage
    ) async throws(StorageError) {
        let document = Data("{\"text\":\"\(String(repeating: "x", count: 5000))\"}".utf8)
        let key = RecordKey(collection: "Note", id: "\(number)")
        try await store.write { store throws(StorageError) in
            try store.put(StoredRecord(key: key, document: document))
            try store.put(OutboxEntry(key: key, operation: .create))
        }
    }

    private static func found(in store: SQLiteStorage) async throws(StorageError) -> String {
        try await store.read { store throws(StorageError) in
            "\(try store.count(in: "Note")) \(try store.entryCount())"
        }
    }

    /// Increments a value of the store, in one transaction per step.
    private static func count(_ file: URL, to end: Int) async throws(StorageError) {
        // The timeout is long enough for a busy machine.
        let configuration = SQLiteConfiguration(busyTimeout: .seconds(600))
        let store = try SQLiteStorage(url: file, configuration: configuration)
        for _ in 0..<end {
            try await store.write { store throws(StorageError) in
                let count = try store.value(forKey: "count")?.count ?? 0
                try store.set(Data(count: count + 1), forKey: "count")
            }
        }
        say("done")
    }

    /// Begins a write, reports that, and never ends it; the process must be killed.
    private static func hold(_ file: URL) async throws(StorageError) {
        let store = try SQLiteStorage(url: file)
        try await store.write { store throws(StorageError) in
            try store.set(Data(), forKey: "held")
            say("held")
            while true { sleep(1) }
        }
    }

    /// Indexes another property, and writes a record with it.
    private static func prepare(_ file: URL) async throws(StorageError) {
        let store = try SQLiteStorage(url: file)
        let indexed = [IndexedProperty("n", .integer), IndexedProperty("text", .text)]
        try await store.prepare(EntitySchema(name: "Note", indexed: indexed))
        let key = RecordKey(collection: "Note", id: "other")
        try await store.write { store throws(StorageError) in
            try store.put(StoredRecord(key: key, document: Data(#"{"n":7,"text":"seven"}"#.utf8)))
        }
        say("done")
    }

    /// Writes a line without buffering.
    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
