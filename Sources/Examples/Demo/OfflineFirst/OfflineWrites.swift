import Foundation
import Messages
import RepositoryRuntime

/// Writes without a server, in a process that kills itself with SIGKILL after the last write has
/// returned, without closing or cleaning up anything.
struct OfflineWrites {
    private static let flag = "--write-and-be-killed"

    private let file: URL
    private let url: String
    private let transcript: Transcript

    /// Parses the arguments of a writing process; nil if they are different.
    init?(arguments: [String], transcript: Transcript) {
        guard arguments.count == 3, arguments[0] == Self.flag else { return nil }
        self.file = URL(filePath: arguments[1])
        self.url = arguments[2]
        self.transcript = transcript
    }

    /// Returns the arguments that start the demo as such a process.
    static func arguments(file: URL, url: String) -> [String] {
        [flag, file.path, url]
    }

    func run() async throws {
        let messages = try await Client(file: file, url: url).messages.results
        let known = try await messages.find().value
        guard known.count == 3 else { return transcript.fail("3 messages are known") }

        for text in ["Written on the train", ""] {
            show("create", "\"\(text)\"", try await messages.create(Message.Draft(text: text)))
        }
        var first = known[0]
        first.text = "See you at half past eight"
        show("update", "\(first.id): \"\(first.text)\"", try await messages.update(first))
        show(
            "patch",
            "\(known[1].id): 1 like",
            try await messages.patch(id: known[1].id, with: Message.Patch(likes: .set(1)))
        )
        show("delete", known[2].id, try await messages.delete(id: known[2].id))
        guard transcript.failures.isEmpty else { return }
        kill(getpid(), SIGKILL)
    }

    private func show<Value>(
        _ operation: String,
        _ subject: String,
        _ result: RepositoryResult<Value>
    ) {
        transcript.step(
            operation,
            subject,
            result.provenance,
            holds: result.origin == .local && result.editsWaiting == 1
        )
    }
}
