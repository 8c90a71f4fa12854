/// The strategy of an entity repository: the rule of each operation.
package struct CheckedStrategy: Hashable, Sendable {
    /// The local store or the server.
    package enum Side: String, Hashable, Sendable, CaseIterable {
        case remote, local
    }

    /// The rule for one operation.
    package struct Rule: Hashable, Sendable {
        /// The side that is used first.
        package let target: Side
        /// The side that is used if the first one fails.
        package let fallback: Side?
        /// Whether the result of one side is transferred to the other.
        package let synchronize: Bool

        /// Whether it uses a side.
        func names(_ side: Side) -> Bool {
            target == side || fallback == side
        }
    }

    /// The named rules.
    package enum RuleName: String, Hashable, Sendable, CaseIterable {
        case remoteFirst, localFirst, remoteOnly, localOnly

        /// The rule.
        package var rule: Rule {
            switch self {
            case .remoteFirst: Rule(target: .remote, fallback: .local, synchronize: true)
            case .localFirst: Rule(target: .local, fallback: .remote, synchronize: true)
            case .remoteOnly: Rule(target: .remote, fallback: nil, synchronize: false)
            case .localOnly: Rule(target: .local, fallback: nil, synchronize: false)
            }
        }
    }

    /// The named strategies: one rule for all operations.
    package enum Name: String, Hashable, Sendable, CaseIterable {
        case `default`, offlineFirst, remoteOnly, localOnly

        /// The name of the rule.
        package var rule: RuleName {
            switch self {
            case .default: .remoteFirst
            case .offlineFirst: .localFirst
            case .remoteOnly: .remoteOnly
            case .localOnly: .localOnly
            }
        }
    }

    /// An operation that all repositories can have.
    package enum Operation: String, Hashable, Sendable, CaseIterable {
        case find, findOne, findByID, create, update, patch, delete, storeOrUpdate

        /// Whether it only reads.
        var isRead: Bool {
            switch self {
            case .find, .findOne, .findByID: true
            case .create, .update, .patch, .delete, .storeOrUpdate: false
            }
        }

        /// The operations that a server needs for it, as alternatives; the simplest comes first.
        var requirements: [[CheckedRepository.RemoteOperation]] {
            switch self {
            case .find, .findOne, .findByID: [[.read]]
            case .create: [[.create]]
            case .update: [[.update]]
            case .patch: [[.patch], [.read, .update]]
            case .delete: [[.delete]]
            case .storeOrUpdate: [[.create, .update]]
            }
        }
    }

    /// The rule of one operation.
    package struct OperationRule: Hashable, Sendable {
        /// The operation.
        package let operation: Operation
        /// Its rule.
        package let rule: Rule
    }

    /// The rule of all other operations.
    package let otherwise: Rule
    /// The rules of single operations, in schema order.
    package let rules: [OperationRule]

    /// Its name, if it has one.
    package var name: Name? {
        rules.isEmpty ? Name.allCases.first { $0.rule.rule == otherwise } : nil
    }

    /// The strategy of a repository that declares none.
    static let standard = CheckedStrategy(otherwise: Name.default.rule.rule, rules: [])
}
