import ExampleServer
import Foundation
import Messages
import RepositoryRuntime

/// Offline-first with a real file: writes without a server, a killed process, a conflict, a
/// rejected write, and equal states on both sides at the end.
struct OfflineFirstDemo {
    let server: ExampleServer
    let url: String
    let transcript: Transcript
    /// Starts the demo with arguments, and waits for its exit.
    var start: ([String]) async throws -> EndedProcess = EndedProcess.ofThisProgram

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "messages.sqlite")
        let others = MessageRepository(store: NetworkingSession(demo: url))
        try await bring(to: file, from: others)
        await server.stop()
        try await writeAndKill(file)
        let client = try await Client(file: file, url: url)
        try await Reopening(client: client, transcript: transcript).run()
        _ = try await server.start()
        try await Merge(client: client, others: others, transcript: transcript).run()
        try await Refusal(client: client, others: others, transcript: transcript).run()
        try await Comparison(client: client, others: others, transcript: transcript).run()
        try client.close()
    }

    /// Pulls another client's messages into the file.
    private func bring(to file: URL, from others: MessageRepository) async throws {
        transcript.title("Offline first: the server's messages, stored in an SQLite file")
        let texts = ["See you at eight", "Or at nine", "Whoever reads this is late"]
        for text in texts { try await others.create(Message.Draft(text: text)) }
        let client = try await Client(file: file, url: url)
        let report = await client.synchronizer.synchronize()
        transcript.step(
            "synchronize",
            "messages of another client",
            "\(report.pulled) pulled",
            holds: report.isComplete && report.pulled == texts.count
        )
        let found = try await client.messages.results.find()
        transcript.step(
            "read",
            "\(found.value.count) messages",
            found.provenance,
            holds: found.value.map(\.text) == texts && found.origin == .local
                && found.editsWaiting == 0
        )
        try client.close()
    }

    /// Starts another process that writes without a server and is killed with SIGKILL.
    private func writeAndKill(_ file: URL) async throws {
        transcript.title("The server is down: another process writes, and is killed")
        let arguments = OfflineWrites.arguments(file: file, url: url)
        let end = try await start(arguments)
        transcript.step(
            "kill -9",
            "that process",
            end.description,
            holds: end == .killed(bySignal: SIGKILL)
        )
    }
}

extension RepositoryResult {
    /// The origin of the value, and the number of pending writes.
    var provenance: String {
        "\(origin), \(editsWaiting) pending \(editsWaiting == 1 ? "write" : "writes")"
    }
}
