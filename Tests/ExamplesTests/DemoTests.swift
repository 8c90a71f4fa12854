import ExampleServer
import Foundation
import TestSupport
import Testing

@testable import repogen_demo

/// The demo, as run by `make demo`, and its failures on a server that misbehaves.
@Suite struct DemoTests {
    @Test("all steps of the demo pass, and one of its processes is killed")
    func demo() async throws {
        let run = try await DemoProcess.run()
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.errors.isEmpty)
        var rest = run.output[...]
        for line in Self.lines {
            let found = try #require(rest.range(of: line), "\(line) in\n\(run.output)")
            rest = rest[found.upperBound...]
        }
        #expect(!run.output.contains("✗"))
        // The output is the same in a pipe: no colors, no cursor movement.
        #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 })
        #expect(run.leftovers.isEmpty)
    }

    @Test("the demo takes no arguments")
    func arguments() async throws {
        let run = try await DemoProcess.run("--fast")
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors == "usage: repogen-demo\n")
    }

    private static let lines = [
        "Pokédex: a repository of endpoints",
        "bulbasaur → ivysaur at 16 → venusaur at 32",
        "Messages: a repository of an entity",
        "PATCH messages/:id",
        "Offline first",
        "3 pulled",
        "local, 0 pending writes",
        "The server is down",
        "✓ create", "local, 1 pending write",
        "✓ update", "local, 1 pending write",
        "✓ delete", "local, 1 pending write",
        "✓ kill -9", "killed by signal 9",
        "Reopened after the kill",
        "local, 4 pending writes",
        "5 pending writes",
        "5 postponed",
        "The server is back",
        "3 acknowledged, 1 merged, 1 rejected, 0 postponed",
        "\"See you at half past eight\", 7 likes",
        "✓ rejected", "422", "text must not be empty",
        "✓ edit", "local, 1 pending write",
        "accepted as",
        "4 local, 4 on the server", "0 pending, 0 rejected",
        "steps passed.",
    ]

    @Test("the demo fails if a server loses a write that it confirmed")
    func lostWrite() async throws {
        let failures = try await failures(faults: { request in
            guard request.method == "PUT" else { return nil }
            let message = #"{"_id":"m1","text":"See you at half past eight","likes":7}"#
            return .answer(.json(message))
        })
        #expect(failures.contains { $0.hasPrefix("merged") }, "\(failures)")
        #expect(failures.contains { $0.hasPrefix("count") }, "\(failures)")
    }

    @Test("the demo fails if a server accepts an invalid write")
    func missedRefusal() async throws {
        let failures = try await failures(faults: { request in
            guard request.method == "POST", request.text.contains(#""text":"""#) else { return nil }
            // Creations that may have reached the server before are sent one by one, others together.
            guard request.path == "/messages" else { return .answer(ScriptedAnswer(422)) }
            return .answer(.json(#"{"_id":"m9","text":"","likes":0}"#, status: 201))
        })
        #expect(failures.contains("the rejected write is kept"), "\(failures)")
    }

    @Test("the demo fails if a process exits without writing")
    func noKill() async throws {
        let failures = try await failures(whenStarted: { _ in .exited(0) })
        #expect(failures.contains { $0.hasPrefix("kill -9") }, "\(failures)")
        #expect(failures.contains { $0.hasPrefix("outbox") }, "\(failures)")
    }

    /// Returns the failures of the offline part.
    private func failures(
        whenStarted start: @escaping ([String]) async throws -> EndedProcess = DemoProcess.end,
        faults: (@Sendable (ReceivedRequest) -> Fault?)? = nil
    ) async throws -> [String] {
        let (server, url) = try await ExampleServer.startedOnKeptPort()
        await server.setFaults(faults)
        let transcript = Transcript { _ in }
        do {
            try await OfflineFirstDemo(
                server: server,
                url: url,
                transcript: transcript,
                start: start
            ).run()
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
        return transcript.failures
    }
}

/// Runs a body with a folder that is removed afterwards.
private func withTemporaryFolder<Result>(
    _ body: (URL) async throws -> Result
) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "demo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// The demo as a user starts it.
private enum DemoProcess {
    private static let binary: URL = {
        #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let tests = bundle ?? URL(filePath: CommandLine.arguments[0])
        #else
        let tests = URL(filePath: CommandLine.arguments[0])
        #endif
        return tests.deletingLastPathComponent().appending(path: "repogen-demo")
    }()

    /// The result of a run, and the files it has left behind.
    struct Run {
        let status: Int32
        let output: String
        let errors: String
        let leftovers: [String]
    }

    /// Runs the demo in a separate temporary folder.
    static func run(_ arguments: String...) async throws -> Run {
        try await run(arguments)
    }

    /// Runs the demo and returns how it has ended.
    static func end(_ arguments: [String]) async throws -> EndedProcess {
        let status = try await run(arguments).status
        return status > 128 ? .killed(bySignal: status - 128) : .exited(status)
    }

    private static func run(_ arguments: [String]) async throws -> Run {
        try await withTemporaryFolder { streams in
            try await withTemporaryFolder { scratch in
                let output = streams.appending(path: "output")
                let errors = streams.appending(path: "errors")
                let status = try await BackgroundWork.run {
                    let environment = ProcessInfo.processInfo.environment
                    return try ChildProcess(
                        [binary.path] + arguments,
                        in: streams.path,
                        environment: environment.merging(["TMPDIR": scratch.path]) { $1 },
                        output: output.path,
                        errors: errors.path
                    ).wait()
                }
                return Run(
                    status: status,
                    output: try String(contentsOf: output, encoding: .utf8),
                    errors: try String(contentsOf: errors, encoding: .utf8),
                    leftovers: try FileManager.default.contentsOfDirectory(atPath: scratch.path)
                )
            }
        }
    }
}
