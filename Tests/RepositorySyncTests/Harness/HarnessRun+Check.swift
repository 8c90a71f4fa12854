import ExampleServer
import Foundation
import RepositoryRuntime
import RepositorySQLite
import SyncSample
import Testing

extension HarnessRun {
    /// Checks both sides at the end of a run.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - folder: The folder of the store.
    ///   - touched: The marks of the messages that another client has changed or deleted, or tried
    ///     to.
    ///   - figures: The counters.
    /// - Throws: An error if the store or its contents cannot be read.
    func check(
        _ server: ExampleServer,
        _ folder: URL,
        touched: Set<String>,
        _ figures: inout RunFigures
    ) async throws {
        let storage = try SQLiteStorage(url: folder.appending(path: "data.sqlite"))
        let held = try await storage.read { store throws(StorageError) in try Holdings(of: store) }
        try storage.close()
        figures.add(held)
        var documents: [String: JSON] = [:]
        var creations: [String: JSON] = [:]
        for name in ["conversations", "errands", "messages"] {
            documents[name] = try JSON(jsonData: await server.documents(of: name))
            creations[name] = try JSON(jsonData: await server.creations(of: name))
        }
        let there = try ServiceContents(
            documents: { documents[$0] ?? .null },
            creations: { creations[$0] ?? .null }
        )
        for violation in try SyncPromise(variant, held, there, touched: touched).violations() {
            Issue.record("\(name): \(violation)")
        }
    }

    /// Checks the files of both sides at the end of a run.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - url: Its base URL.
    ///   - folder: The folder of the store.
    ///   - figures: The counters.
    /// - Throws: An error if the store or its contents cannot be read.
    func checkFiles(
        _ server: ExampleServer,
        _ url: String,
        _ folder: URL,
        _ figures: inout RunFigures
    ) async throws {
        let storage = try SQLiteStorage(url: folder.appending(path: "data.sqlite"))
        let (known, records, pending) = try await storage.read { store throws(StorageError) in
            (
                try AttachedFiles(in: store),
                try store.records(in: "Notice", states: Set(SyncState.allCases)),
                try PendingFile.all(of: ["Notice"], in: store)
            )
        }
        let session = NetworkingSession(url: url)
        let repository = SyncSample.NoticeRepository(store: session)
        let synchronizer = Synchronizer(storage: storage)
        try await synchronizer.register(RemoteCollection(repository))
        let notices = RepositoryProxy(remote: repository, synchronizer: synchronizer)
        #expect(pending.isEmpty, name)
        #expect(records.allSatisfy { $0.state == .synchronized }, name)
        let there = try [SyncSample.Notice](jsonData: await server.documents(of: "notices"))
        #expect(Set(there.map(\.title)).count == there.count, name)
        #expect(Set(there.map(\.id)) == Set(records.map(\.key.id)), name)
        var count = 0
        for notice in there {
            let here = try await notices.file(.photo, of: notice.id).map {
                try String(contentsOf: $0, encoding: .utf8)
            }
            var other: String?
            if notice.photo != nil {
                let request = NetworkingRequest(method: .get, path: "notices/\(notice.id)/photo")
                other = String(decoding: try await session.send(request).body, as: UTF8.self)
                count += 1
            }
            #expect(here == other, name)
            let allowed = [known.last[notice.title], known.next[notice.title]].map { $0?.string }
            #expect(allowed.contains(other), name)
        }
        figures.files += count
        // Replaced and never attached files are deleted.
        let kept = try #require(storage.attachments)
        let names = try FileManager.default.contentsOfDirectory(atPath: kept.url.path)
            .filter { $0 != "incoming" }
        #expect(names.count <= count, name)
        try storage.close()
    }
}
