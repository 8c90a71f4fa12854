import Foundation
import RepositoryRuntime
import RepositorySQLite
import SyncSample

#if os(Linux)
import RepositoryAsyncHTTPClient
#endif

/// A process that writes and synchronizes: `sync-client FILE URL SEED COUNT STEP`.
///
/// It performs the writes of a seed up to a count, and continues where another process has stopped.
/// At
/// the given step it kills itself immediately; 0 means never. It reports when it has begun, and
/// when it
/// is done. The seed also determines the features of the server.
///
/// `sync-client FILE URL SEED COUNT STEP files` attaches files instead.
///
/// `sync-client FILE URL` creates a message directly on the server and reports when the server has
/// responded. It then waits forever, without processing the response.
///
/// `sync-client simulate FIRST COUNT` performs simulated runs with consecutive seeds. The exit
/// status
/// is 1 if one of them breaks a promise.
///
/// `sync-client scopes WRITES CRASHES LOSSES CHANGES` searches small scopes exhaustively.
@main
enum SyncClient {
    static func main() async {
        let arguments = CommandLine.arguments
        if arguments.count == 4, arguments[1] == "simulate", let first = Int(arguments[2]),
            let count = Int(arguments[3])
        {
            return await simulate(first, count)
        }
        if arguments.count == 6, arguments[1] == "scopes" {
            let numbers = arguments.dropFirst(2).map { Int($0) ?? 0 }
            return await search(
                ScopeBudget(
                    writes: numbers[0],
                    crashes: numbers[1],
                    losses: numbers[2],
                    changes: numbers[3]
                )
            )
        }
        if arguments.count == 3 { return await create(arguments[1], arguments[2]) }
        guard [6, 7].contains(arguments.count), let seed = UInt64(arguments[3]),
            let count = Int(arguments[4]),
            let last = Int(arguments[5])
        else {
            return say("usage: sync-client FILE URL SEED COUNT STEP")
        }
        let steps = Steps(last: last)
        do {
            let storage = try SQLiteStorage(
                url: URL(filePath: arguments[1]),
                configuration: SQLiteConfiguration(durability: .processEnd)
            )
            say("began")
            let clock = FastClock()
            let synchronizer = Synchronizer(
                storage: storage,
                clock: clock,
                backoff: Backoff(first: .milliseconds(200), longest: .seconds(2))
            )
            await synchronizer.callBetweenSteps { steps.take() }
            let session = Self.session(arguments[2])
            var variant = SyncVariant(seed: seed)
            variant.hasNotices = arguments.last == "files"
            for var collection in variant.collections(over: session) {
                collection.keeping = nil
                try await synchronizer.register(collection)
            }
            if variant.hasNotices {
                let notices = RepositoryProxy(
                    remote: NoticeRepository(store: session),
                    storage: storage,
                    strategy: Strategy(.localFirst)
                )
                let client = FileClient(
                    storage: storage,
                    synchronizer: synchronizer,
                    notices: notices,
                    seed: seed,
                    steps: steps
                )
                try await client.perform(count)
            } else {
                try await write(storage, synchronizer, seed: seed, count: count, steps)
            }
            try await finish(synchronizer, clock)
            say("done")
        } catch {
            say("error \(error)")
        }
    }

    private static func simulate(_ first: Int, _ count: Int) async {
        let result = await Simulation(first: first, count: count).perform()
        for failure in result.failures { say(failure) }
        say("\(result.figures); \(result.failures.count) broke a promise")
        if !result.failures.isEmpty { exit(1) }
    }

    private static func search(_ budget: ScopeBudget) async {
        do {
            let outcomes = try await ScopeSearches(budget).perform { say("\($0)") }
            let failures = outcomes.flatMap(\.result.failures)
            for failure in failures { say(failure) }
            let states = outcomes.reduce(0) { $0 + $1.result.states }
            say("\(states) states; \(failures.count) broke a promise")
            if !failures.isEmpty { exit(1) }
        } catch {
            say("error \(error)")
            exit(1)
        }
    }

    /// Returns a session that survives any response.
    ///
    /// On Linux, URLSession ends the process if a response ends within its head.
    private static func session(_ url: String) -> NetworkingSession {
        #if os(Linux)
        NetworkingSession(url: url).using(AsyncHTTPClientTransport.shared)
        #else
        NetworkingSession(url: url)
        #endif
    }

    /// Creates a message without the outbox; its response is never delivered.
    private static func create(_ file: String, _ url: String) async {
        do {
            let messages = RepositoryProxy(
                remote: MessageRepository(store: LostAnswers(base: session(url))),
                storage: try SQLiteStorage(url: URL(filePath: file)),
                strategy: Strategy(.remoteFirst)
            )
            try await messages.create(Message.Draft(text: "new"))
        } catch {
            say("error \(error)")
        }
    }

    private static func write(
        _ storage: SQLiteStorage,
        _ synchronizer: Synchronizer,
        seed: UInt64,
        count: Int,
        _ steps: Steps
    ) async throws {
        var next = 0
        while next < count {
            next = try await storage.write { store throws(StorageError) in
                try RandomWrites(seed: seed, in: store).perform()
            }
            steps.take()
            var random = SplitMix(seed: seed &* 31 &+ UInt64(next))
            if random.next() % 3 == 0 { await synchronizer.synchronize() }
        }
    }

    /// Synchronizes until nothing is pending and a run ends without a problem.
    private static func finish(
        _ synchronizer: Synchronizer,
        _ clock: FastClock
    ) async throws {
        while true {
            let report = await synchronizer.synchronize()
            let isDone = report.postponed == 0 && report.postponedFiles == 0
            if isDone, report.problems.isEmpty { return }
            try await clock.sleep(until: clock.now.addingTimeInterval(0.5))
        }
    }

    /// Writes a line without buffering.
    fileprivate static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}

/// A session that receives responses and never returns them.
private struct LostAnswers: Networking {
    let base: NetworkingSession

    func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        let response = try await base.send(request)
        SyncClient.say("answered \(response.status)")
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        return response
    }
}

/// A clock that runs a hundred times as fast as real time and is the same in all processes, so that
/// waiting takes less time.
private struct FastClock: SyncClock {
    private static let speed = 100.0
    private static let start = Date(timeIntervalSince1970: 1_790_000_000)

    var now: Date {
        Self.start.addingTimeInterval(Date().timeIntervalSince(Self.start) * Self.speed)
    }

    func sleep(until date: Date) async throws {
        try await Task.sleep(for: .seconds(max(0, date.timeIntervalSince(now)) / Self.speed))
    }
}

/// Kills the process at one of its steps.
final class Steps: Sendable {
    private let left: Locked<Int>

    init(last: Int) {
        left = Locked(last)
    }

    func take() {
        let isLast = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isLast { kill(getpid(), SIGKILL) }
    }
}
