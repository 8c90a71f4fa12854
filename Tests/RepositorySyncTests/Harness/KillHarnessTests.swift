import ExampleServer
import Foundation
import RepositoryRuntime
import RepositorySQLite
import SyncSample
import TestSupport
import Testing

/// No write is lost or carried out twice, regardless of crashes, network failures and server
/// errors.
///
/// The seed of a run selects the features of the service, and how the client uses it; see
/// `SyncVariant`. `SYNC_RUNS` sets the number of runs, `SYNC_SEED` the first seed.
@Suite struct KillHarnessTests {
    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    @Test("no write is lost or carried out twice, wherever the process is killed")
    func runs() async throws {
        let count = Self.number("SYNC_RUNS") ?? 10
        let first = Self.number("SYNC_SEED") ?? 1
        var total = RunFigures()
        for seed in first..<(first + count) {
            total.add(try await HarnessRun(seed: UInt64(seed)).perform())
        }
        print("harness: \(count) runs, \(total)")
        // If not, the test is meaningless.
        #expect(total.kills >= count)
        #expect(total.faultCount > count)
        #expect(total.faults["cut in the head", default: 0] > 0)
        #expect(total.writes > 10 * count)
        #expect(total.links > total.errands && total.errands > 5 * count)
        #expect(total.deletions > 0)
    }

    @Test("each entity has the file that was attached last, wherever the process is killed")
    func files() async throws {
        let count = Self.number("SYNC_RUNS") ?? 10
        let first = Self.number("SYNC_SEED") ?? 1
        var total = RunFigures()
        for seed in first..<(first + count) {
            total.add(try await HarnessRun(seed: UInt64(seed), hasFiles: true).perform())
        }
        print("harness: \(count) runs with files, \(total)")
        #expect(total.kills >= count)
        #expect(total.files > 2 * count)
    }

    @Test("no write is lost or carried out twice, after whichever step the process is killed")
    func everyStep() async throws {
        let last = Self.number("SYNC_STEPS") ?? 8
        let first = Self.number("SYNC_SEED") ?? 7
        var total = RunFigures()
        for step in 1...last {
            total.add(try await HarnessRun(seed: UInt64(first + step), step: step).perform())
        }
        print("harness: \(last) steps, \(total)")
        #expect(total.kills >= last)
    }

    @Test("all features of services occur")
    func variants() {
        let met = (1...200).map { SyncVariant(seed: $0) }
        #expect(Set(met.map(\.creation)).count == SyncVariant.Creation.allCases.count)
        #expect(Set(met.map(\.conflicts)).count == ConflictPolicy.allCases.count)
        #expect(Set(met.map(\.batchSize)).count == 3)
        for property in [\SyncVariant.patches, \.listsChanges, \.hasTags] {
            #expect(Set(met.map { $0[keyPath: property] }).count == 2)
        }
    }
}

/// The events that occurred in runs.
struct RunFigures: CustomStringConvertible {
    var kills = 0
    var faults: [String: Int] = [:]
    var restarts = 0
    var writes = 0
    var deletions = 0
    var remoteWrites = 0
    var requests = 0
    var rejected = 0
    var errands = 0
    var links = 0
    /// The number of entities with a file.
    var files = 0
    /// The number of runs of each kind.
    private var variants: [String: Int] = [:]

    init() {}

    init(_ variant: SyncVariant) {
        for part in variant.description.components(separatedBy: ", ") { variants[part] = 1 }
    }

    /// Counts the contents of a client at the end of a run.
    mutating func add(_ held: Holdings) {
        writes = held.journal.count
        deletions = held.journal.count { $0.text == nil }
        rejected = held.entries.count
        errands = held.errands.count
        links = held.links.values.reduce(0) { $0 + $1.count }
    }

    var faultCount: Int { faults.values.reduce(0, +) }

    mutating func add(_ other: RunFigures) {
        kills += other.kills
        faults.merge(other.faults, uniquingKeysWith: +)
        restarts += other.restarts
        writes += other.writes
        deletions += other.deletions
        remoteWrites += other.remoteWrites
        requests += other.requests
        rejected += other.rejected
        errands += other.errands
        links += other.links
        files += other.files
        variants.merge(other.variants, uniquingKeysWith: +)
    }

    var description: String {
        """
        \(kills) kills, \(restarts) restarts of the server, \(writes) writes here, \(deletions) of \
        them deletions, \(remoteWrites) there, \(requests) requests, \(rejected) refused and kept, \
        \(links) references among \(errands) errands, \(files) files; \(faultCount) faults: \(Self.list(faults)); \
        runs with \(Self.list(variants))
        """
    }

    private static func list(_ counts: [String: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}
