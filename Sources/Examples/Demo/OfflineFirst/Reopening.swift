import Messages
import RepositoryRuntime

/// Reopens the file after the process that wrote to it was killed: nothing is lost, and all writes
/// are pending.
struct Reopening {
    let client: Client
    let transcript: Transcript

    func run() async throws {
        transcript.title("Reopened after the kill: nothing is lost, all writes are pending")
        let found = try await client.messages.results.find()
        transcript.step(
            "read",
            "\(found.value.count) messages",
            found.provenance,
            holds: found.value.map(\.summary) == Self.expected && found.origin == .local
                && found.editsWaiting == 4
        )
        for message in found.value { transcript.detail(message.summary) }
        let summary = try await client.synchronizer.summary()
        transcript.step(
            "outbox",
            "including the deletion",
            "\(summary.waiting) pending writes",
            holds: summary == SyncSummary(waiting: 5, rejected: 0)
        )
        let report = await client.synchronizer.synchronize()
        transcript.step(
            "synchronize",
            "without a server",
            "\(report.postponed) postponed",
            holds: report.postponed == 5 && report.acknowledged == 0 && !report.problems.isEmpty
        )
        for problem in report.problems { transcript.detail(problem.message) }
    }

    private static let expected = [
        "\"See you at half past eight\", 0 likes",
        "\"Or at nine\", 1 like",
        "\"Written on the train\", 0 likes",
        "\"\", 0 likes",
    ]
}
