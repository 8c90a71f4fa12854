import Foundation
import RepositoryRuntime
import Testing
import WireFaults

// Real servers behind a proxy on which every third request fails: no write is lost or duplicated,
// and both sides are equal at the end. They are in the suite of the other tests, which runs
// serially, as they share the servers.
//
// `REAL_RUNS` sets the number of runs for each server, `REAL_SEED` the first seed.
extension RealServersTests {
    private static func setting(_ name: String, _ value: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
    }

    @Test("faults neither lose nor duplicate writes", .timeLimit(.minutes(60)), arguments: subjects)
    func faults(_ subject: any RealSubject.Type) async throws {
        let first = Self.setting("REAL_SEED", 1)
        var faults = 0
        for seed in first..<(first + Self.setting("REAL_RUNS", 5)) {
            faults += try await run(subject, seed: UInt64(seed))
        }
        #expect(faults > 0)
    }

    private func run<S: RealSubject>(_ subject: S.Type, seed: UInt64) async throws -> Int {
        let address = try await RealServers.address(of: S.name)
        let witness = RawWitness(S.self, at: address)
        let direct = ServiceDriver(S.self, address.session(), witness)
        _ = try await S.repository(address.session())
        try await direct.clear()
        let proxy = FaultProxy(to: try #require(address.port), seed: seed)
        let line = address.behind(try await proxy.start()).robustSession()
        return try await FaultRun<S>(seed: seed)(direct, through: proxy, line)
    }
}
