import Foundation
import GRDB
import RepositoryRuntime
import RepositorySQLite
import TestSupport
import Testing

/// File errors have clear codes, and no acknowledged write is lost.
@Suite struct FaultTests {
    @Test("a server's URL is not a file URL")
    func noFile() async throws {
        let url = try #require(URL(string: "http://localhost/data.sqlite"))
        let code = try await storageErrorCode { _ = try SQLiteStorage(url: url) }
        #expect(code == .invalid)
    }

    // MARK: - No room

    @Test(
        "a full store reports it, keeps acknowledged writes, and continues when there is space"
    )
    func fullStore() async throws {
        let folder = try TemporaryFolder()
        var configuration = SQLiteConfiguration.testing
        configuration.maximumPageCount = 60
        let store = try folder.store(configuration)
        let text = String(repeating: "x", count: 3000)
        var acknowledged: [String] = []
        let code = try await storageErrorCode {
            for number in 0..<1000 {
                try await store.put("\(number)", "{\"text\":\"\(text)\"}")
                acknowledged.append("\(number)")
            }
        }
        #expect(code == .full)
        #expect(!acknowledged.isEmpty)
        #expect(try await store.ids() == acknowledged)
        let kept = acknowledged
        // Continuing inside a lost transaction does not write the rest of it.
        let half = try await storageErrorCode {
            try await store.write { store throws(StorageError) in
                try store.set(Data([1]), forKey: "before")
                for number in 0..<100 {
                    let document = Data("{\"text\":\"\(text)\"}".utf8)
                    let record = StoredRecord(
                        key: .init(note: "more-\(number)"),
                        document: document
                    )
                    do throws(StorageError) { try store.put(record) } catch { continue }
                }
                do throws(StorageError) { try store.set(Data([1]), forKey: "after") } catch {}
            }
        }
        #expect(half == .full)
        #expect(try await store.ids() == acknowledged)
        #expect(try await store.value("before") == nil)
        #expect(try await store.value("after") == nil)
        try await store.write { store throws(StorageError) in
            for id in kept.dropFirst() { try store.remove(RecordKey(note: id)) }
        }
        try await store.put("new", "{\"text\":\"\(text)\"}")
        #expect(try await store.ids() == ["0", "new"])
    }

    /// Whether a process may mount a file system; many containers do not allow it.
    static let canMount: Bool = {
        let probe = try? ChildProcess(
            ["/bin/sh", "-c", "unshare -rm mount -t tmpfs -o size=64k tmpfs /mnt"],
            in: "/",
            environment: ProcessInfo.processInfo.environment
        )
        return (try? probe?.wait()) == 0
    }()

    @Test(
        "a full disk keeps acknowledged writes",
        // Without mounting, there is no small disk to fill.
        .enabled(if: canMount)
    )
    func fullDisk() async throws {
        let folder = try TemporaryFolder()
        let disk = folder.url.appending(path: "disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        for size in [400, 1000, 3001] {
            let lines = try await BackgroundWork.run {
                let script = """
                    exec unshare -rm /bin/sh -c \
                    'mount -t tmpfs -o size=\(size)k tmpfs "$0" && exec "$@"' '\(disk.path)' "$@"
                    """
                let file = disk.appending(path: "data.sqlite").path
                return try StorageClient("fill", file, in: folder.url, script: script).finish()
            }
            let acknowledged = lines.dropFirst().first?.split(separator: " ").last.map(String.init)
            let count = try #require(acknowledged)
            let found = "found \(count) \(count)"
            #expect(lines == ["error full", "acknowledged \(count)", found, found])
            #expect(Int(count) ?? 0 > 5)
        }
    }

    // MARK: - No right

    @Test("a folder without write permission is reported as read-only")
    func readOnlyFolder() async throws {
        let folder = try TemporaryFolder()
        let shut = folder.url.appending(path: "shut")
        try FileManager.default.createDirectory(at: shut, withIntermediateDirectories: true)
        let file = shut.appending(path: "data.sqlite")
        try Self.setMode(0o777, of: folder.url)
        let store = try SQLiteStorage(url: file)
        try await store.put("1")
        try store.close()
        try Self.setMode(0o555, of: shut)
        try Self.setMode(0o444, of: file)
        defer { try? Self.setMode(0o777, of: shut) }
        for name in ["data.sqlite", "new.sqlite"] {
            let path = shut.appending(path: name).path
            let lines = try await BackgroundWork.run {
                // The root user can write everywhere.
                let script =
                    geteuid() == 0
                    ? "exec setpriv --reuid=65534 --clear-groups \"$@\"" : "exec \"$@\""
                return try StorageClient("count", path, "1", in: folder.url, script: script)
                    .finish()
            }
            #expect(lines == ["error readOnly"])
        }
        try Self.setMode(0o777, of: shut)
        try Self.setMode(0o666, of: file)
        #expect(try await SQLiteStorage(url: file).ids() == ["1"])
    }

    private static func setMode(_ mode: Int, of url: URL) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    }

    @Test("a missing folder is not created")
    func missingFolder() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "nowhere/data.sqlite")
        #expect(try await storageErrorCode { _ = try SQLiteStorage(url: file) } == .io)
    }

    // MARK: - No store

    @Test("a damaged or foreign file is rejected and left unchanged")
    func damagedFile() async throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        for number in 0..<200 { try await store.put("\(number)", "{\"n\":\(number)}") }
        try store.close()
        let whole = try Data(contentsOf: folder.file)

        for (bytes, expected) in [
            (Data("This is a letter, and no database at all.".utf8), StorageError.Code.corrupted),
            (whole.prefix(4096 + 100), .corrupted),
            (Data(repeating: 0xFF, count: 4096) + whole.dropFirst(4096), .corrupted),
        ] {
            try bytes.write(to: folder.file)
            let code = try await storageErrorCode {
                let damaged = try folder.store()
                _ = try await damaged.ids()
            }
            #expect(code == expected)
            #expect(try Data(contentsOf: folder.file) == bytes)
        }
        try whole.write(to: folder.file)
        #expect(try await folder.store().ids().count == 200)
    }

    @Test("a damaged page in the middle is reported, and nothing is written")
    func damagedPage() async throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        for number in 0..<200 { try await store.put("\(number)", "{\"n\":\(number)}") }
        try store.close()
        let root = try await DatabaseQueue(path: folder.file.path).read { database in
            try Int.fetchOne(
                database,
                sql: "SELECT rootpage FROM sqlite_master WHERE name = 'records_1'"
            )
        }
        var bytes = try Data(contentsOf: folder.file)
        let start = (try #require(root) - 1) * 4096
        bytes.replaceSubrange(start..<(start + 200), with: Data(repeating: 0xAA, count: 200))
        try bytes.write(to: folder.file)
        let damaged = try folder.store()
        #expect(try await storageErrorCode { _ = try await damaged.ids() } == .corrupted)
        #expect(try await storageErrorCode { try await damaged.put("1") } == .corrupted)
    }

    @Test("a database of another program or version is rejected")
    func foreignDatabase() async throws {
        let folder = try TemporaryFolder()
        try await DatabaseQueue(path: folder.file.path).write { database in
            try database.execute(sql: "CREATE TABLE cats (name TEXT)")
        }
        #expect(try await storageErrorCode { _ = try folder.store() } == .invalid)
        for version in [1, 99] {
            let other = folder.url.appending(path: "version-\(version).sqlite")
            try SQLiteStorage(url: other).close()
            try await DatabaseQueue(path: other.path).write { database in
                try database.execute(sql: "PRAGMA user_version = \(version)")
            }
            #expect(try await storageErrorCode { _ = try SQLiteStorage(url: other) } == .invalid)
        }
    }

    @Test("an error contains no user data")
    func redacted() async throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let error = await #expect(throws: StorageError.self) {
            try await store.put("1", #"{"name":"hidden","other":hidden}"#)
        }
        #expect(error?.code == .invalid)
        #expect(!"\(error as Any)".contains("hidden"))
    }
}
