public import RepositoryRuntime

/// The requirements of a store, as checks that run in any test framework.
///
///     @Test(arguments: StorageContract.checks)
///     func contract(_ check: StorageContract.Check) async throws {
///         try await check.run { MyStorage() }
///     }
///
/// Each check creates its own stores, so checks can run in any order and in parallel.
public enum StorageContract {
    /// One requirement of a store.
    public struct Check: Sendable, CustomStringConvertible {
        /// The requirement, as a sentence without its subject.
        public let description: String

        private let body: @Sendable (StorageProvider) async throws -> Void

        init(
            _ description: String,
            _ body: @escaping @Sendable (StorageProvider) async throws -> Void
        ) {
            self.description = description
            self.body = body
        }

        /// Runs the check.
        ///
        /// - Parameter makeStore: Creates an empty, independent store.
        /// - Throws: ``Failure`` if the store violates the requirement, or an error of the store.
        public func run(
            _ makeStore: @escaping @Sendable () async throws -> any Storage
        ) async throws {
            try await body(makeStore)
        }
    }

    /// A violated requirement.
    public struct Failure: Error, CustomStringConvertible {
        /// The expected and the actual value.
        public let description: String
    }

    /// All checks.
    public static let checks: [Check] =
        RecordChecks.all + QueryChecks.all + OutboxChecks.all + TransactionChecks.all
        + ChangeChecks.all + WipeChecks.all + RenamingChecks.all
}

/// Creates the stores of one check.
typealias StorageProvider = @Sendable () async throws -> any Storage

/// Fails a check if a condition is false.
func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    guard condition else { throw StorageContract.Failure(description: message()) }
}

/// Fails a check if two values differ.
func expectEqual<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws {
    guard found != expected else { return }
    throw StorageContract.Failure(description: "\(what): expected \(expected), found \(found)")
}
