public import RepositoryRuntime

/// What everything that carries requests must do, as checks that run in any test framework.
///
///     @Test(arguments: NetworkingContract.checks)
///     func contract(_ check: NetworkingContract.Check) async throws {
///         try await check.run { url in MyTransport(url: url) }
///     }
///
/// The server is part of it: each check starts one of its own on loopback, which answers as the check
/// needs it. What stands on another `Networking`, such as a middleware, can also be checked without
/// one, see ``Check/runScripted(_:)``.
public enum NetworkingContract {
    /// One thing that a `Networking` must do.
    public struct Check: Sendable, CustomStringConvertible {
        typealias Body =
            @Sendable (_ network: ScriptedNetwork, _ networking: any Networking) async throws ->
            Void

        /// What it must do, in a sentence without its subject.
        public let description: String

        private let body: Body

        init(_ description: String, _ body: @escaping Body) {
            self.description = description
            self.body = body
        }

        /// Checks it over real HTTP.
        ///
        /// - Parameter makeNetworking: Makes what sends to a base URL.
        /// - Throws: ``Failure`` where it does otherwise, or an error that it should not have thrown.
        public func run(
            _ makeNetworking: (_ url: String) async throws -> any Networking
        ) async throws {
            let network = ScriptedNetwork()
            try await network.serve { url in
                try await body(network, try await makeNetworking(url))
            }
        }

        /// Checks it on a scripted network, without any other.
        ///
        /// - Parameter makeNetworking: Makes what sends by way of a network.
        /// - Throws: ``Failure`` where it does otherwise, or an error that it should not have thrown.
        public func runScripted(
            _ makeNetworking: (_ network: ScriptedNetwork) async throws -> any Networking
        ) async throws {
            let network = ScriptedNetwork()
            try await body(network, try await makeNetworking(network))
        }
    }

    /// How a `Networking` does otherwise.
    public struct Failure: Error, CustomStringConvertible {
        /// What was expected, and what was found.
        public let description: String
    }

    /// All checks.
    public static let checks: [Check] = exchangeChecks + failureChecks + streamChecks

    /// Fails a check where a condition does not hold.
    static func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
        guard condition else { throw Failure(description: message()) }
    }

    /// Fails a check where two values differ.
    static func expectEqual<Value: Equatable>(
        _ found: Value,
        _ expected: Value,
        _ what: String
    ) throws {
        try expect(found == expected, "\(what): expected \(expected), found \(found)")
    }
}
