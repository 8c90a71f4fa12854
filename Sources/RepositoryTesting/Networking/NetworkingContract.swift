public import RepositoryRuntime

/// The requirements of a `Networking`, as checks that run in any test framework.
///
///     @Test(arguments: NetworkingContract.checks)
///     func contract(_ check: NetworkingContract.Check) async throws {
///         try await check.run { url in MyTransport(url: url) }
///     }
///
/// Each check starts its own server on loopback with the answers it needs. A type that wraps
/// another `Networking`, for example a middleware, can also be checked without a server, see
/// ``Check/runScripted(_:)``.
public enum NetworkingContract {
    /// One requirement of a `Networking`.
    public struct Check: Sendable, CustomStringConvertible {
        typealias Body =
            @Sendable (_ network: ScriptedNetwork, _ networking: any Networking) async throws ->
            Void

        /// The requirement, as a sentence without its subject.
        public let description: String

        private let body: Body

        init(_ description: String, _ body: @escaping Body) {
            self.description = description
            self.body = body
        }

        /// Runs the check over real HTTP.
        ///
        /// - Parameters:
        ///   - isolation: The actor on which the networking is created; the caller's by default.
        ///   - makeNetworking: Creates the `Networking` for a base URL.
        /// - Throws: ``Failure`` if it violates the requirement, or an unexpected error.
        public func run(
            isolation: isolated (any Actor)? = #isolation,
            _ makeNetworking: (_ url: String) async throws -> any Networking
        ) async throws {
            let network = ScriptedNetwork()
            try await network.serve(isolation: isolation) { url in
                // A closure has the isolation that it captures.
                _ = isolation
                try await body(network, try await makeNetworking(url))
            }
        }

        /// Runs the check on a scripted network, without a server.
        ///
        /// - Parameters:
        ///   - isolation: The actor on which the networking is created; the caller's by default.
        ///   - makeNetworking: Creates the `Networking` that wraps a network.
        /// - Throws: ``Failure`` if it violates the requirement, or an unexpected error.
        public func runScripted(
            isolation: isolated (any Actor)? = #isolation,
            _ makeNetworking: (_ network: ScriptedNetwork) async throws -> any Networking
        ) async throws {
            let network = ScriptedNetwork()
            try await body(network, try await makeNetworking(network))
        }
    }

    /// A violated requirement.
    public typealias Failure = StorageContract.Failure

    /// All checks.
    public static let checks: [Check] = exchangeChecks + failureChecks + streamChecks
}
