import ExampleServer
import RepositoryRuntime
import Synchronization

/// Runs a body with a server of a dialect, our way to it, and that of a client that is new to it.
func withDialect<S: DialectSubject>(
    _ subject: S.Type,
    _ body: (ExampleServer, ServiceDriver<S>, PlainClient) async throws -> Void
) async throws {
    let server = ExampleServer()
    let url = try await server.start()
    await server.serve(S.dialect, S.schemas)
    let driver = ServiceDriver(S.self, S.session(url), StoreWitness<S>(server: server))
    let naive = PlainClient(
        url: "\(url)/\(S.dialect.rawValue)\(S.base)",
        headers: ["Authorization": S.authorization]
    )
    do {
        try await body(server, driver, naive)
    } catch {
        await server.stop()
        throw error
    }
    await server.stop()
}

extension ExampleServer {
    /// Loses the answer to the next request with a method, which is carried out.
    func loseAnswer(to method: String) {
        let isLost = Flag(times: 1)
        setFaults { $0.method == method && isLost.take() ? .cutAfter : nil }
    }

    /// Carries out one more change, and answers nothing from then on.
    func goAway() {
        let isGone = Mutex(false)
        setFaults { request in
            isGone.withLock { isGone in
                if isGone { return .cutBefore }
                guard request.method != "GET" else { return nil }
                isGone = true
                return .cutAfter
            }
        }
    }
}

/// True some times, and false then.
final class Flag: Sendable {
    private let rest: Mutex<Int>

    init(times: Int) {
        rest = Mutex(times)
    }

    func take() -> Bool {
        rest.withLock { rest in
            rest -= 1
            return rest >= 0
        }
    }
}

/// Refuses what comes in the second after the first request, and asks all to wait that long.
final class BusySecond: Sendable {
    private let state = Mutex<(end: ContinuousClock.Instant?, refusals: Int)>((nil, 0))

    /// How many requests were refused.
    var refusals: Int { state.withLock { $0.refusals } }

    func fault() -> Fault? {
        state.withLock { state in
            let end = state.end ?? .now + .seconds(1)
            state.end = end
            guard ContinuousClock.now < end else { return nil }
            state.refusals += 1
            return .unavailable(503, retryAfter: 1)
        }
    }
}
