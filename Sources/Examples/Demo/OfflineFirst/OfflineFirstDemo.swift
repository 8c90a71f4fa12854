import ExampleServer
import Foundation
import Messages
import RepositoryRuntime

/// Offline first on a real file: writes without a server, a process that is killed, a conflict, a
/// refusal, and both sides equal in the end.
struct OfflineFirstDemo {
    let server: ExampleServer
    let url: String
    let transcript: Transcript
    /// Starts the demo with arguments, and waits for its end.
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

    /// Brings what others have written into the file.
    private func bring(to file: URL, from others: MessageRepository) async throws {
        transcript.title("Offline first: the messages of the server, kept in a file of SQLite")
        let texts = ["See you at eight", "Or at nine", "Whoever reads this is late"]
        for text in texts { try await others.create(Message.Draft(text: text)) }
        let client = try await Client(file: file, url: url)
        let report = await client.synchronizer.synchronize()
        transcript.step(
            "synchronize",
            "what another client has written",
            "\(report.pulled) brought",
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

    /// Lets another process write while there is no server, and end by SIGKILL.
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
    /// Where the value came from, and how many edits wait for it.
    var provenance: String {
        "\(origin), \(editsWaiting) \(editsWaiting == 1 ? "edit" : "edits") waiting"
    }
}
