import ExampleServer
import Foundation

/// Runs the examples against a server on loopback, prints each step, and checks its result.
///
/// The exit status is 0 if all checks pass, and 1 if one fails.
@main
enum Demo {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let transcript = Transcript()
        do {
            if let writes = OfflineWrites(arguments: arguments, transcript: transcript) {
                try await writes.run()
            } else if arguments.isEmpty {
                try await run(transcript)
            } else {
                complain("usage: repogen-demo")
                exit(64)
            }
        } catch {
            transcript.fail("\(error)")
        }
        for failure in transcript.failures { complain("error: this check failed: \(failure)") }
        exit(transcript.failures.isEmpty ? 0 : 1)
    }

    /// Runs all parts.
    private static func run(_ transcript: Transcript) async throws {
        let (server, url) = try await ExampleServer.startedOnKeptPort()
        transcript.say("The example server is running at \(url).")
        try await PokedexDemo(url: url, transcript: transcript).run()
        try await MessagesDemo(url: url, transcript: transcript).run()
        try await OfflineFirstDemo(server: server, url: url, transcript: transcript).run()
        await server.stop()
        guard transcript.failures.isEmpty else { return }
        transcript.say("")
        transcript.say("Done: \(transcript.count) steps passed.")
        transcript.say(
            "The schemas are in Schemas/, the generated code in Sources/Examples/*/Generated/."
        )
    }

    private static func complain(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
