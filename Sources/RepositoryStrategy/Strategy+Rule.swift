extension Strategy {
    /// The rule for one operation.
    public struct Rule: Hashable, Sendable {
        /// The side that is tried first.
        public var target: RepositorySide
        /// The side that is tried if the target fails; nil, or the target again, for none.
        public var fallback: RepositorySide?
        /// Whether changes on one side are carried over to the other.
        ///
        /// If true, a local write stays in the outbox until the server confirms it; if false, it
        /// stays local and is never sent. If true, responses of the server are stored, even if the
        /// rule does not name the local store.
        public var synchronize: Bool

        /// Creates a rule.
        ///
        /// - Parameters:
        ///   - target: The side that is tried first.
        ///   - fallback: The side that is tried if the target fails; nil for none.
        ///   - synchronize: Whether changes on one side are carried over to the other.
        public init(
            target: RepositorySide,
            fallback: RepositorySide? = nil,
            synchronize: Bool = false
        ) {
            self.target = target
            self.fallback = fallback
            self.synchronize = synchronize
        }

        /// The sides of the rule, each once, in the order in which they are tried.
        public var sides: [RepositorySide] {
            guard let fallback, fallback != target else { return [target] }
            return [target, fallback]
        }
    }
}

extension Strategy.Rule {
    /// The server, or the local store if the server is unreachable; the two are kept in sync.
    public static let remoteFirst = Self(target: .remote, fallback: .local, synchronize: true)

    /// The local store, or the server for entities that it lacks; the two are kept in sync.
    public static let localFirst = Self(target: .local, fallback: .remote, synchronize: true)

    /// The server only; its responses are not stored.
    public static let remoteOnly = Self(target: .remote)

    /// The local store only; writes are never sent.
    public static let localOnly = Self(target: .local)
}

extension Strategy.Rule: CustomStringConvertible {
    /// A description, for example `remote, else local, synchronize`.
    public var description: String {
        sides.map(\.rawValue).joined(separator: ", else ") + (synchronize ? ", synchronize" : "")
    }
}
