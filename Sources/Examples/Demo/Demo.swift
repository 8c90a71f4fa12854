import ExampleServer
import Foundation

/// Runs the examples against a server on loopback, shows what they do, and checks it.
///
/// The exit status is 0 where all that it shows holds, and 1 where something does not.
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
        for failure in transcript.failures { complain("error: this does not hold: \(failure)") }
        exit(transcript.failures.isEmpty ? 0 : 1)
    }

    /// Shows all parts.
    private static func run(_ transcript: Transcript) async throws {
        let (server, url) = try await ExampleServer.startedOnKeptPort()
        transcript.say("A server with the examples' data listens at \(url).")
        try await PokedexDemo(url: url, transcript: transcript).run()
        try await MessagesDemo(url: url, transcript: transcript).run()
        try await OfflineFirstDemo(server: server, url: url, transcript: transcript).run()
        await server.stop()
        guard transcript.failures.isEmpty else { return }
        transcript.say("")
        transcript.say("Done: \(transcript.count) steps were checked, and all of them hold.")
        transcript.say(
            "The schemas are in Schemas/, what they became in Sources/Examples/*/Generated/."
        )
    }

    private static func complain(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
