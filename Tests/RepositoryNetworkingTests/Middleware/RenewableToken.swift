import ExampleServer
import RepositoryRuntime

/// A token with scripted renewals.
final class RenewableToken: TokenSource {
    struct Refused: Error, Equatable {}

    private let current: Box<String?>
    private let renewed = Box<[String]>([])
    private let renew: @Sendable (Int) async throws -> String?

    /// Creates a source; the function gets the number of renewals, including this one.
    init(
        _ token: String? = "t0",
        renew: @escaping @Sendable (Int) async throws -> String? = { "t\($0)" }
    ) {
        self.current = Box(token)
        self.renew = renew
    }

    /// The tokens that were replaced, or should have been.
    var replaced: [String] { renewed.withLock { $0 } }

    /// Changes the user.
    func set(_ token: String?) { current.withLock { $0 = token } }

    func token() -> String? { current.withLock { $0 } }

    func renewedToken(replacing refused: String) async throws -> String? {
        let count = renewed.withLock {
            $0.append(refused); return $0.count
        }
        let token = try await renew(count)
        set(token)
        return token
    }
}

extension ExampleServer {
    /// Rejects every request without one of these tokens.
    func accept(_ tokens: String...) {
        setFaults { request in
            let isAccepted = tokens.contains { request.headers["authorization"] == "Bearer \($0)" }
            return isAccepted
                ? .answer(.json("\"me\"")) : .answer(.challenge("Bearer", body: "{}"))
        }
    }

    /// The received tokens with their counts.
    var tokens: [String: Int] {
        let all = requests.map { $0.headers["authorization"] ?? "none" }
        return Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +)
    }
}
