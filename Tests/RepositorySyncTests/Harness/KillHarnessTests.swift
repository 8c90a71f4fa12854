import ExampleServer
import Foundation
import RepositoryRuntime
import RepositorySQLite
import SyncSample
import TestSupport
import Testing

/// Whatever happens to the process, the connection and the server, no write is lost, and none is done
/// twice.
///
/// `SYNC_RUNS` says how many seeded runs there are, `SYNC_SEED` with which one they begin.
@Suite struct KillHarnessTests {
    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    @Test("no write is lost and none is done twice, wherever the process ends")
    func runs() async throws {
        let count = Self.number("SYNC_RUNS") ?? 10
        let first = Self.number("SYNC_SEED") ?? 1
        var total = RunFigures()
        for seed in first..<(first + count) {
            total.add(try await HarnessRun(seed: UInt64(seed)).perform())
        }
        print("harness: \(count) runs, \(total)")
        // Otherwise nothing was shown.
        #expect(total.kills >= count)
        #expect(total.faults > count)
        #expect(total.writes > 10 * count)
        #expect(total.links > total.errands && total.errands > 5 * count)
    }

    @Test("no write is lost and none is done twice, after whichever step the process ends")
    func everyStep() async throws {
        let last = Self.number("SYNC_STEPS") ?? 8
        var total = RunFigures()
        for step in 1...last {
            total.add(try await HarnessRun(seed: 7, step: step).perform())
        }
        print("harness: \(last) steps, \(total)")
        #expect(total.kills >= last)
    }
}

/// What happened in runs.
struct RunFigures: CustomStringConvertible {
    var kills = 0
    var faults = 0
    var restarts = 0
    var writes = 0
    var remoteWrites = 0
    var requests = 0
    var rejected = 0
    var errands = 0
    var links = 0

    mutating func add(_ other: RunFigures) {
        kills += other.kills
        faults += other.faults
        restarts += other.restarts
        writes += other.writes
        remoteWrites += other.remoteWrites
        requests += other.requests
        rejected += other.rejected
        errands += other.errands
        links += other.links
    }

    var description: String {
        "\(kills) kills, \(restarts) restarts of the server, \(faults) faults, \(writes) writes here, "
            + "\(remoteWrites) there, \(requests) requests, \(rejected) refused and kept, "
            + "\(links) references among \(errands) errands"
    }
}
