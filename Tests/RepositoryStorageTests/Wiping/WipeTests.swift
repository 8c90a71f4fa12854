import Foundation
import GRDB
import RepositoryRuntime
import RepositorySQLite
import TestSupport
import Testing

/// A wiped file contains no stored byte, regardless of concurrent activity.
@Suite struct WipeTests {
    private static let schema = EntitySchema(name: "Note", indexed: [.init("text", .text)])

    /// Creates a store with the texts in its file and in its log.
    private static func filledStore(
        in folder: TemporaryFolder,
        _ configuration: SQLiteConfiguration = .testing,
        isSearched: Bool = false
    ) async throws -> SQLiteStorage {
        let store = try folder.store(configuration)
        var schema = schema
        // The index contains the words again.
        if isSearched { schema.searched = ["text"] }
        try await store.prepare(schema)
        try await Traces.fill(store)
        let files = try Traces.found(in: folder.url)
        // If not, their absence later would prove nothing.
        #expect(files.contains("data.sqlite-wal"))
        return store
    }

    /// Whether a folder contains only the file of a store, without any byte.
    private static func isEmpty(_ folder: TemporaryFolder) throws -> Bool {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        return try names == ["data.sqlite"] && Data(contentsOf: folder.file).isEmpty
    }

    @Test("none of 1,000 texts remains in any file, and only an empty file remains")
    func alone() async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.filledStore(in: folder, isSearched: true)
        #expect(try Traces.found(in: folder.url).contains("data.sqlite"))
        try await store.wipe()
        #expect(try Self.isEmpty(folder))
    }

    @Test("none remains if another store has the file open, which is closed, too")
    func shared() async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.filledStore(in: folder, isSearched: true)
        var configuration = SQLiteConfiguration.testing
        configuration.externalChangeInterval = .milliseconds(10)
        let other = try folder.store(configuration)
        #expect(try await !other.ids().isEmpty)
        var changes = other.changes().makeAsyncIterator()
        try await store.wipe()
        #expect(try Traces.found(in: folder.url) == [])
        // It polls regularly.
        while await changes.next() != nil {}
        #expect(try await storageErrorCode { _ = try await other.ids() } == .closed)
        #expect(try await storageErrorCode { try await other.put("1") } == .closed)
        #expect(try await storageErrorCode { try await other.prepare(Self.schema) } == .closed)
    }

    @Test("a store created in the file later is separate for all who had the file open")
    func successor() async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.filledStore(in: folder)
        let other = try folder.store()
        #expect(try await !other.ids().isEmpty)
        try await store.wipe()
        let next = try folder.store()
        #expect(try await next.ids().isEmpty)
        try await next.put("new")
        let files = try #require(next.attachments?.url)
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        let file = files.appending(path: "new")
        try Data("photo".utf8).write(to: file)
        #expect(try await storageErrorCode { try await other.put("old") } == .closed)
        #expect(try await storageErrorCode { _ = try await other.ids() } == .closed)
        // The wipe is done, and later data is not its own.
        try await store.wipe()
        try await other.wipe()
        #expect(try await next.ids() == ["new"])
        #expect(try Data(contentsOf: file) == Data("photo".utf8))
        try FileManager.default.removeItem(at: files)
        #expect(try Traces.found(in: folder.url) == [])
        try await next.wipe()
        #expect(try await folder.store().ids().isEmpty)
    }

    @Test("another process that writes is closed, and writes nothing back")
    func otherProcess() async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.filledStore(in: folder)
        let client = try StorageClient("write", folder.file.path, "2000", in: folder.url)
        try await client.lines(atLeast: 20)
        try await store.wipe()
        while client.lines.last != "error closed", client.isRunning {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(client.lines.last == "error closed")
        #expect(try Traces.found(in: folder.url) == [])
        #expect(try await folder.store().ids().isEmpty)
    }

    @Test("running transactions finish first, and observers end")
    func running() async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.filledStore(in: folder)
        var changes = store.changes().makeAsyncIterator()
        let (isReading, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let reading = Task {
            try await store.read { store throws(StorageError) in
                isReading.signal()
                mayEnd.wait()
                return try store.count(in: "Note")
            }
        }
        await BackgroundWork.wait(for: isReading)
        let isWiped = Locked(false)
        let wipe = Task {
            try await store.wipe()
            isWiped.withLock { $0 = true }
        }
        // They end when the wipe has begun. A read that began before would wait for its end.
        while await changes.next() != nil {}
        #expect(try await storageErrorCode { _ = try await store.value("a") } == .closed)
        #expect(!isWiped.withLock { $0 })
        mayEnd.signal()
        #expect(try await reading.value == 666)
        try await wipe.value
        #expect(try Traces.found(in: folder.url) == [])
    }

    @Test(
        "a wipe that others block reports it, and any store can repeat it",
        arguments: [true, false]
    )
    func readElsewhere(isRepeatedBySame: Bool) async throws {
        let folder = try TemporaryFolder()
        var configuration = SQLiteConfiguration.testing
        configuration.busyTimeout = .milliseconds(20)
        let store = try await Self.filledStore(in: folder, configuration)
        let other = try folder.store()
        let (isReading, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let reading = Task {
            try await other.read { store throws(StorageError) in
                _ = try store.count(in: "Note")
                isReading.signal()
                mayEnd.wait()
                return try store.count(in: "Note")
            }
        }
        await BackgroundWork.wait(for: isReading)
        #expect(try await storageErrorCode { try await store.wipe() } == .locked)
        #expect(try await storageErrorCode { try await store.put("1") } == .closed)
        mayEnd.signal()
        // A reader sees one state until its end.
        #expect(try await reading.value == 666)
        #expect(try await storageErrorCode { try await other.put("1") } == .closed)
        if isRepeatedBySame {
            try await store.wipe()
        } else {
            #expect(try await folder.store(configuration).ids().isEmpty)
        }
        #expect(try Traces.found(in: folder.url) == [])
    }

    @Test("a wipe that is killed at any instant is repeated", arguments: [true, false])
    func killed(isShared: Bool) async throws {
        var random = SeededRandom(seed: 7)
        for _ in 0..<Repetitions.count("WIPE_KILLS", quick: 2, thorough: 10) {
            let folder = try TemporaryFolder()
            let filled = try await Self.filledStore(in: folder)
            if !isShared { try filled.close() }
            let delay = UInt32.random(in: 0...8_000, using: &random)
            try await BackgroundWork.run {
                let client = try StorageClient("wipe", folder.file.path, in: folder.url)
                client.waitForLines(1)
                usleep(delay)
                try client.kill()
            }
            let store = try folder.store()
            // Either everything is still there, or nothing.
            let count = try await store.ids().count
            #expect(count == 666 || count == 0)
            try await store.wipe()
            #expect(try Traces.found(in: folder.url) == [])
            withExtendedLifetime(filled) {}
        }
    }

    // The trap: while a file is being erased, another process creates a store in it.
    @Test("a store that is created during a wipe by another process is whole")
    func created() async throws {
        let folder = try TemporaryFolder()
        let client = try StorageClient("wipe-often", folder.file.path, "10000", in: folder.url)
        var created = 0
        while created < 20, client.isRunning {
            // It may be locked.
            guard let store = try? folder.store() else { continue }
            if let _ = try? await store.put("1"), let second = try? folder.store() {
                // The second may be wiped, too.
                if let ids = try? await second.ids(), !ids.contains("1") {
                    let code = try await storageErrorCode { try await store.put("2") }
                    #expect(code == .closed || code == .locked)
                }
                created += 1
                try second.close()
            }
            try store.close()
        }
        #expect(created == 20, "\(client.lines)")
        try client.kill()
    }

    // The trap: a log next to an empty file could restore everything.
    @Test("the rest of an interrupted wipe is erased at the next opening")
    func cutOff() async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.filledStore(in: folder)
        // As after a process was killed, with its log.
        let names = ["data.sqlite", "data.sqlite-wal", "data.sqlite-shm"]
        let files = try names.map { try Data(contentsOf: folder.url.appending(path: $0)) }
        try store.close()
        for emptied in [1, 2] {
            for (index, name) in names.enumerated() {
                let bytes = index < emptied ? Data() : files[index]
                try bytes.write(to: folder.url.appending(path: name))
            }
            let next = try folder.store()
            #expect(try await next.ids().isEmpty)
            #expect(try Traces.found(in: folder.url) == [])
            try await next.wipe()
        }
    }

    @Test("a closed store can be wiped, and one behind a symbolic link, too")
    func closed() async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.filledStore(in: folder)
        try store.close()
        try await store.wipe()
        #expect(try Self.isEmpty(folder))

        let again = try await Self.filledStore(in: folder)
        try again.close()
        let link = folder.url.appending(path: "link.sqlite")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.file)
        let linked = try SQLiteStorage(url: link, configuration: .testing)
        try await linked.put("1")
        try await linked.wipe()
        try FileManager.default.removeItem(at: link)
        #expect(try Self.isEmpty(folder))
    }

    @Test("a damaged page does not prevent the wipe")
    func damaged() async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.filledStore(in: folder)
        try store.close()
        var bytes = try Data(contentsOf: folder.file)
        let middle = bytes.count / 2 / 4096 * 4096
        bytes.replaceSubrange(middle..<(middle + 4096), with: Data(repeating: 0xAA, count: 4096))
        try bytes.write(to: folder.file)
        try await folder.store().wipe()
        #expect(try Self.isEmpty(folder))
    }

    @Test("a store whose first page was damaged meanwhile is erased")
    func damagedHeader() async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.filledStore(in: folder)
        let file = try FileHandle(forWritingTo: folder.file)
        try file.write(contentsOf: Data(repeating: 0xAA, count: 4096))
        try file.close()
        try await store.wipe()
        #expect(try Self.isEmpty(folder))
    }

    @Test(
        "a full disk does not prevent the wipe",
        .enabled(if: FaultTests.canMount)
    )
    func fullDisk() async throws {
        for isShared in [false, true] {
            let folder = try TemporaryFolder()
            let disk = folder.url.appending(path: "disk")
            try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
            let lines = try await BackgroundWork.run {
                let script = """
                    exec unshare -rm /bin/sh -c \
                    'mount -t tmpfs -o size=1000k tmpfs "$0" && exec "$@"' '\(disk.path)' "$@"
                    """
                let file = disk.appending(path: "data.sqlite").path
                let mode = isShared ? "1" : "0"
                return try StorageClient(
                    "fill-and-wipe",
                    file,
                    mode,
                    in: folder.url,
                    script: script
                )
                .finish()
            }
            #expect(
                lines == (isShared ? ["error full", "error full"] : ["error full", "wiped 0 0"])
            )
        }
    }

    @Test("a store in memory is emptied, and its observations end")
    func memory() async throws {
        let store = MemoryStorage()
        try await Traces.fill(store)
        var changes = store.changes().makeAsyncIterator()
        let items = ItemRepository<String>(storage: store)
        var observed = items.observe().makeAsyncIterator()
        #expect(try await observed.next() == [])
        try await store.wipe()
        #expect(await changes.next() == nil)
        #expect(try await observed.next() == nil)
        #expect(try await storageErrorCode { _ = try await store.ids() } == .closed)
        #expect(try await storageErrorCode { try await store.put("1") } == .closed)
    }

    @Test("observations of a wiped file end")
    func observed() async throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let items = ItemRepository<String>(storage: store)
        try await items.storeOrUpdate(Item(id: "1", name: "a"))
        var observed = items.observe().makeAsyncIterator()
        #expect(try await observed.next()?.count == 1)
        try await store.wipe()
        #expect(try await observed.next() == nil)
    }

    @Test("a store without an implementation throws, and is unchanged")
    func unsupported() async throws {
        let store = ReadCountingStorage(MemoryStorage())
        try await store.put("1")
        #expect(try await storageErrorCode { try await store.wipe() } == .unsupported)
        #expect(try await store.ids() == ["1"])
    }
}
