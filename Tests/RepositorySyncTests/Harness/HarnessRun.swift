import ExampleServer
import Foundation
import RepositoryRuntime
import RepositorySQLite
import SyncSample
import TestSupport
import Testing
import WireFaults

/// A seeded run with a client that is killed repeatedly, and a server with all kinds of faults.
struct HarnessRun {
    private static let writesPerLaunch = 8
    private static let launches = 4

    let seed: UInt64
    /// The step at which the client is killed each time; nil for random steps and instants.
    var step: Int?
    /// Whether the client attaches files.
    var hasFiles = false

    var variant: SyncVariant { SyncVariant(seed: seed) }
    /// The description of a failed run.
    var name: Comment {
        "SYNC_SEED=\(seed)\(step.map { ", step \($0)" } ?? ""): \(variant)"
    }

    func perform() async throws -> RunFigures {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "harness-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (server, url) = try await ExampleServer.startedOnKeptPort()
        await server.serve(
            "errands",
            keys: ["title", "next", "after", "related"],
            required: "title",
            references: ["next": "errands", "after": "errands", "related": "errands"]
        )
        await server.serve(
            "notices",
            keys: ["title", "number", "isKept", "photo"],
            required: "title",
            files: ["photo"]
        )
        await server.setTakesIdentities(variant.givesIdentities)
        await server.setListsChanges(variant.listsChanges)
        await server.setTags(variant.hasTags)
        var figures = RunFigures(variant)
        do {
            let others = OtherClient(url: url, seed: seed)
            try await disturb(server, url, folder, others, &figures)
            try await settle(url, folder)
            figures.requests = await server.requests.count
            if hasFiles {
                try await checkFiles(server, url, folder, &figures)
            } else {
                try await check(server, folder, touched: others.touched, &figures)
            }
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
        return figures
    }

    /// Runs the client with all kinds of faults, and kills it.
    private func disturb(
        _ server: ExampleServer,
        _ url: String,
        _ folder: URL,
        _ others: OtherClient,
        _ figures: inout RunFigures
    ) async throws {
        var random = SplitMix(seed: seed)
        let faults = RandomFaults(seed: seed, variant)
        await server.setFaults { faults.next($0) }
        let proxy = FaultProxy(
            to: try #require(URLComponents(string: url)?.port.flatMap(UInt16.init)),
            seed: seed,
            faults: [.cut],
            odds: 6
        )
        let proxyURL = "http://127.0.0.1:\(try await proxy.start())"
        for launch in 1...Self.launches {
            let isTimed = step == nil && random.next() % 2 == 0
            let last = isTimed ? 0 : step ?? Int(random.next() % 90) + 1
            let delay = isTimed ? UInt32(random.next() % 300_000) : nil
            let client = SyncProcess(
                folder: folder,
                // Without the proxy, an unavailable server refuses connections.
                url: launch % 2 == 0 ? url : proxyURL,
                seed: seed,
                count: launch * Self.writesPerLaunch,
                step: last,
                hasFiles: hasFiles
            )
            let (started, starting) = AsyncStream.makeStream(of: Void.self)
            async let ended = BackgroundWork.run {
                defer { starting.finish() }
                return try client.run(killedAfter: delay) { starting.finish() }
            }
            // A process that starts together with the server would inherit its port.
            for await _ in started {}
            figures.remoteWrites += hasFiles ? 0 : await others.write(Int(random.next() % 4))
            if random.next() % 4 == 0 {
                await server.stop()
                // Under load it may take more than one attempt.
                while (try? await server.start()) == nil { await server.stop() }
                figures.restarts += 1
            }
            let status = try await ended.status
            // Whatever happens, it does not exit before it is killed or finished.
            #expect([0, 128 + SIGKILL].contains(status), name)
            if status == 128 + SIGKILL { figures.kills += 1 }
        }
        await proxy.stop()
        figures.faults = faults.counts
        figures.faults["cut in the head"] = await proxy.cutHeads
        figures.faults["cut in the body"] = await proxy.count - proxy.cutHeads
        await server.setFaults(nil)
        await server.finishLateRequests()
    }

    /// Runs the client without faults until it finishes.
    private func settle(_ url: String, _ folder: URL) async throws {
        let client = SyncProcess(
            folder: folder,
            url: url,
            seed: seed,
            count: Self.launches * Self.writesPerLaunch,
            step: 0,
            hasFiles: hasFiles
        )
        let end = try await BackgroundWork.run { try client.run(killedAfter: nil) }
        #expect(end.status == 0, name)
        #expect(end.output == "began\ndone\n", name)
    }
}

/// The process of a client.
struct SyncProcess: Sendable {
    static let binary: URL = {
        #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let tests = bundle ?? URL(filePath: CommandLine.arguments[0])
        #else
        let tests = URL(filePath: CommandLine.arguments[0])
        #endif
        return tests.deletingLastPathComponent().appending(path: "sync-client")
    }()

    let folder: URL
    let url: String
    let seed: UInt64
    let count: Int
    let step: Int
    var hasFiles = false

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - delay: The delay in microseconds after which it is killed once it has started; nil to
    ///     let it finish.
    ///   - whenStarted: Called when it runs.
    /// - Returns: Its status, and its output.
    /// - Throws: An error if it does not start, or does not end.
    func run(
        killedAfter delay: UInt32?,
        whenStarted: () -> Void = {}
    ) throws -> (status: Int32, output: String) {
        let file = folder.appending(path: "output-\(UUID().uuidString)")
        let database = folder.appending(path: "data.sqlite").path
        let process = try ChildProcess(
            [Self.binary.path, database, url, "\(seed)", "\(count)", "\(step)"]
                + (hasFiles ? ["files"] : []),
            in: folder.path,
            environment: ProcessInfo.processInfo.environment,
            output: file.path
        )
        whenStarted()
        if let delay {
            // Before that there is nothing to interrupt.
            while process.isRunning, Self.text(of: file).isEmpty { usleep(1000) }
            usleep(delay)
            if process.isRunning { kill(process.identifier, SIGKILL) }
        }
        let status = try process.wait(atMost: .seconds(120))
        return (status, Self.text(of: file))
    }

    private static func text(of file: URL) -> String {
        (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }
}
