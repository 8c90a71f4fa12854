import Messages
import RepositoryRuntime

/// Synchronizes after another client has changed one of the same messages on the server.
struct Merge {
    let client: Client
    /// Another client, without a local store.
    let others: MessageRepository
    let transcript: Transcript

    func run() async throws {
        transcript.title("The server is back, and another client was faster")
        let messages = client.messages
        let edited = try await messages.find { $0.text == "See you at half past eight" }
        let written = try await messages.find { $0.text == "Written on the train" }
        guard let edited = edited.first, let written = written.first else {
            return transcript.fail("the offline writes are found")
        }
        let theirs = try await others.patch(
            id: edited.id,
            with: Message.Patch(likes: .set(7))
        )
        transcript.step(
            "other client",
            "\(theirs.id): 7 likes",
            "there now: \(theirs.summary)",
            holds: theirs.likes == 7 && theirs.text == "See you at eight"
        )
        let report = await client.synchronizer.synchronize()
        transcript.step(
            "synchronize",
            "5 pending writes",
            "\(report.acknowledged) acknowledged, \(report.merged) merged, "
                + "\(report.rejected.count) rejected, \(report.postponed) postponed",
            holds: report.acknowledged == 3 && report.merged == 1 && report.rejected.count == 1
                && report.postponed == 0 && report.conflicts.isEmpty && report.problems.isEmpty
        )
        let here = try await messages.results.find(id: edited.id)
        let there = try await others.find(id: edited.id)
        transcript.step(
            "merged",
            "\(edited.id): our text, their likes",
            here.value.summary,
            holds: here.value == there && here.editsWaiting == 0
                && there.text == edited.text && there.likes == theirs.likes
        )
        // It can still be found by its temporary identity.
        let renamed = try await messages.find(id: written.id)
        let sent = try await others.find(id: renamed.id)
        transcript.step(
            "created",
            "\"\(renamed.text)\"",
            "now \(renamed.id), also found by its temporary identity",
            holds: renamed.id != written.id && renamed == sent
        )
    }
}
