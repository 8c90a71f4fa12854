public import RepositoryRuntime

/// What every store must do, as checks that run in any test framework.
///
///     @Test(arguments: StorageContract.checks)
///     func contract(_ check: StorageContract.Check) async throws {
///         try await check.run { MyStorage() }
///     }
///
/// Each check makes stores of its own, so that they run in any order, and at once.
public enum StorageContract {
    /// One thing that a store must do.
    public struct Check: Sendable, CustomStringConvertible {
        /// What it must do, in a sentence without its subject.
        public let description: String

        private let body: @Sendable (StorageProvider) async throws -> Void

        init(
            _ description: String,
            _ body: @escaping @Sendable (StorageProvider) async throws -> Void
        ) {
            self.description = description
            self.body = body
        }

        /// Checks it.
        ///
        /// - Parameter makeStore: Makes an empty store; no two share anything.
        /// - Throws: ``Failure`` where the store does otherwise, or an error of the store.
        public func run(
            _ makeStore: @escaping @Sendable () async throws -> any Storage
        ) async throws {
            try await body(StorageProvider(make: makeStore))
        }
    }

    /// How a store does otherwise.
    public struct Failure: Error, CustomStringConvertible {
        /// What was expected, and what was found.
        public let description: String
    }

    /// All checks.
    public static let checks: [Check] =
        recordChecks + queryChecks + outboxChecks + transactionChecks + changeChecks + wipeChecks
        + renamingChecks
}

/// Makes the stores of one check.
struct StorageProvider: Sendable {
    let make: @Sendable () async throws -> any Storage

    func callAsFunction() async throws -> any Storage {
        try await make()
    }
}

/// Fails a check where a condition does not hold.
func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    guard condition else { throw StorageContract.Failure(description: message()) }
}

/// Fails a check where two values differ.
func expectEqual<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws {
    guard found != expected else { return }
    throw StorageContract.Failure(description: "\(what): expected \(expected), found \(found)")
}
