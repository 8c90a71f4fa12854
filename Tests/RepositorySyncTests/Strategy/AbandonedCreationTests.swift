import ExampleServer
import Foundation
import RepositoryRuntime
import RepositorySQLite
import SyncSample
import TestSupport
import Testing

/// A process is killed between the server's response to a creation and its arrival.
@Suite struct AbandonedCreationTests {
    @Test("the created entity is withheld only while the process runs")
    func end() async throws {
        try await World.run { world in
            let folder = FileManager.default.temporaryDirectory
                .appending(path: "abandoned-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true
            )
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appending(path: "data.sqlite")
            let output = folder.appending(path: "output")
            let storage = try SQLiteStorage(url: file)
            let synchronizer = Synchronizer(storage: storage)
            try await synchronizer.register(RemoteCollection(world.remote))
            let process = try ChildProcess(
                [SyncProcess.binary.path, file.path, world.url],
                in: folder.path,
                environment: ProcessInfo.processInfo.environment,
                output: output.path
            )
            while (try? String(contentsOf: output, encoding: .utf8)) != "answered 201\n" {
                try #require(process.isRunning)
                try await Task.sleep(for: .milliseconds(5))
            }
            // It may still store the created entity.
            #expect(await synchronizer.synchronize().problems.isEmpty)
            #expect(try await texts(storage).isEmpty)

            kill(process.identifier, SIGKILL)
            while process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
            #expect(await synchronizer.synchronize().problems.isEmpty)
            #expect(try await texts(storage) == ["new"])
            try storage.close()
        }
    }

    private func texts(_ storage: any Storage) async throws -> [String] {
        try await storage.read { store throws(StorageError) in
            try store.records(in: "Message", matching: .all)
        }.map { try Message(jsonData: $0.document).text }
    }
}
