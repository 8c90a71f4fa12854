import ExampleServer
import Foundation
import RepositoryRuntime
import Testing
import WireFaults

#if os(Linux)
import RepositoryAsyncHTTPClient
#endif

/// A service that omits properties in some responses, on a bad connection: no delete is silently
/// dropped.
///
/// `REAL_RUNS` sets the number of runs of each kind, `REAL_SEED` the first seed.
@Suite("Services that omit properties", .timeLimit(.minutes(30)))
struct ReticentServiceTests {
    private static func setting(_ name: String, _ value: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
    }

    @Test(
        "every delete is applied or reported",
        arguments: [ConflictPolicy.merge, .serverWins],
        [false, true]
    )
    func faults(conflicts: ConflictPolicy, isShared: Bool) async throws {
        let first = Self.setting("REAL_SEED", 1)
        var faults = 0
        for seed in first..<(first + Self.setting("REAL_RUNS", 10)) {
            var run = FaultRun<ReticentSubject>(seed: UInt64(seed))
            (run.conflicts, run.isShared) = (conflicts, isShared)
            faults += try await self.run(run)
        }
        #expect(faults > 0)
    }

    private func run(_ run: FaultRun<ReticentSubject>) async throws -> Int {
        let server = ExampleServer()
        let url = try await server.start()
        let port = try #require(URLComponents(string: url)?.port.flatMap(UInt16.init))
        await server.serve(ReticentSubject.dialect, ReticentSubject.schemas)
        let direct = ServiceDriver(
            ReticentSubject.self,
            ReticentSubject.session("\(url)/\(ReticentSubject.dialect.rawValue)"),
            StoreWitness<ReticentSubject>(server: server)
        )
        do {
            _ = try await ReticentSubject.repository(
                ReticentSubject.session("\(url)/\(ReticentSubject.dialect.rawValue)")
            )
            let proxy = FaultProxy(to: port, seed: run.seed)
            let line = ReticentSubject.session(
                "http://127.0.0.1:\(try await proxy.start())/\(ReticentSubject.dialect.rawValue)"
            )
            let count = try await run(direct, through: proxy, Self.robust(line))
            await server.stop()
            return count
        } catch {
            await server.stop()
            throw error
        }
    }

    private static func robust(_ session: NetworkingSession) -> NetworkingSession {
        #if os(Linux)
        session.using(AsyncHTTPClientTransport.shared)
        #else
        session
        #endif
    }
}
