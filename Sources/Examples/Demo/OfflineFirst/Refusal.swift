import Messages
import RepositoryRuntime

/// A write that the server rejects: it is kept with the response, edited, sent again, and accepted.
struct Refusal {
    let client: Client
    /// Another client, without a local store.
    let others: MessageRepository
    let transcript: Transcript

    func run() async throws {
        transcript.title("One write was rejected: it is kept, edited, and sent again")
        guard let write = try await client.synchronizer.rejectedWrites().first,
            var message = try write.entity(as: Message.self)
        else { return transcript.fail("the rejected write is kept") }
        let problem = try write.answer(as: Problem.self)
        transcript.step(
            "rejected",
            "\(write.entry.operation) \"\(message.text)\"",
            answer(write, problem),
            holds: message.text.isEmpty && write.entry.failure?.status == 422
                && problem?.errors?["text"] != nil
        )

        message.text = "Written with care"
        let edit = try await client.messages.results.update(message)
        transcript.step(
            "edit",
            "\"\(message.text)\"",
            edit.provenance,
            holds: edit.origin == .local && edit.editsWaiting == 1
        )

        await client.synchronizer.synchronize()
        let summary = try await client.synchronizer.summary()
        let accepted = try await client.messages.find(id: message.id)
        let sent = try await others.find(id: accepted.id)
        transcript.step(
            "synchronize",
            "1 pending write",
            "accepted as \(accepted.id)",
            holds: summary.isSynchronized && accepted == sent
        )
    }

    private func answer(_ write: RejectedWrite, _ problem: Problem?) -> String {
        let status = write.entry.failure?.status.map { "\($0)" } ?? "no status"
        let reasons = (problem?.errors ?? [:]).sorted { $0.key < $1.key }
            .map { "\($0.key) \($0.value.joined(separator: ", "))" }
        return "\(status): \(reasons.joined(separator: ", "))"
    }
}
