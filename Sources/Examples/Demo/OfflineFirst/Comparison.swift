import Messages
import RepositoryRuntime

/// Compares both sides at the end.
struct Comparison {
    let client: Client
    /// Another client, without a local store.
    let others: MessageRepository
    let transcript: Transcript

    func run() async throws {
        transcript.title("At the end: both sides, message by message")
        let here = try await client.messages.results.find()
        let there = try await others.find()
        for id in Set(here.value.map(\.id) + there.map(\.id)).sorted() {
            let (ours, theirs) = (here.value.first { $0.id == id }, there.first { $0.id == id })
            transcript.step(
                id,
                ours?.summary ?? "missing locally",
                ours == theirs ? "same on the server" : "server: \(theirs?.summary ?? "missing")",
                holds: ours == theirs
            )
        }
        let summary = try await client.synchronizer.summary()
        transcript.step(
            "count",
            "\(here.value.count) local, \(there.count) on the server",
            "\(summary.waiting) pending, \(summary.rejected) rejected",
            holds: here.value.count == there.count && summary.isSynchronized
                && Set(there.map(\.summary)) == Self.expected
        )
    }

    private static let expected: Set = [
        "\"See you at half past eight\", 7 likes",
        "\"Or at nine\", 1 like",
        "\"Written on the train\", 0 likes",
        "\"Written with care\", 0 likes",
    ]
}

extension Message {
    /// The text and the likes.
    var summary: String {
        "\"\(text)\", \(likes) \(likes == 1 ? "like" : "likes")"
    }
}
