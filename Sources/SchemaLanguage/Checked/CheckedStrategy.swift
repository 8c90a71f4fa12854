/// Which side each operation of an entity's repository goes to.
package struct CheckedStrategy: Hashable, Sendable {
    /// A side of the entities.
    package enum Side: String, Hashable, Sendable, CaseIterable {
        case remote, local
    }

    /// What one operation does.
    package struct Rule: Hashable, Sendable {
        /// The side that is tried first.
        package let target: Side
        /// The side that is tried where the target fails.
        package let fallback: Side?
        /// Whether what happens on one side is brought to the other.
        package let synchronize: Bool

        /// Whether it tries a side.
        func names(_ side: Side) -> Bool {
            target == side || fallback == side
        }
    }

    /// The rules that have a name.
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

    /// The strategies that have a name: one rule for all operations.
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

    /// An operation of the vocabulary that all repositories share.
    package enum Operation: String, Hashable, Sendable, CaseIterable {
        case find, findOne, findByID, create, update, patch, delete, storeOrUpdate

        /// Whether it changes nothing.
        var isRead: Bool {
            switch self {
            case .find, .findOne, .findByID: true
            case .create, .update, .patch, .delete, .storeOrUpdate: false
            }
        }

        /// What a server must offer for it, in one of several ways; the simplest comes first.
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

    /// The rule of all operations that have none of their own.
    package let otherwise: Rule
    /// The rules of those that have, in schema order.
    package let rules: [OperationRule]

    /// Its name, where it has one.
    package var name: Name? {
        rules.isEmpty ? Name.allCases.first { $0.rule.rule == otherwise } : nil
    }

    /// The strategy of a repository that says nothing of it.
    static let standard = CheckedStrategy(otherwise: Name.default.rule.rule, rules: [])
}
