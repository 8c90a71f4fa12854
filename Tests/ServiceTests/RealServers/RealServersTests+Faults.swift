import Foundation
import RepositoryRuntime
import Testing
import WireFaults

// Real servers behind a proxy on which every third request goes wrong: nothing is lost, nothing is
// created twice, and both sides are equal at the end. In the same suite as the other tests, one at a
// time: they share the servers.
//
// `REAL_RUNS` says how many runs there are for each server, `REAL_SEED` with which seed they begin.
extension RealServersTests {
    private static func setting(_ name: String, _ value: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
    }

    @Test("no write is lost or doubled by faults", .timeLimit(.minutes(60)), arguments: subjects)
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
