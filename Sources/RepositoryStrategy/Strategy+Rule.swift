extension Strategy {
    /// What one operation does.
    public struct Rule: Hashable, Sendable {
        /// The side that is tried first.
        public var target: RepositorySide
        /// The side that is tried where the target fails; nil, or the target again, for none.
        public var fallback: RepositorySide?
        /// Whether what happens on one side is brought to the other.
        ///
        /// A local write waits in the outbox until the server has it; without, it stays here, and is
        /// never sent. And what the server has answered is kept in the local store also by a rule
        /// that does not name it.
        public var synchronize: Bool

        /// Creates a rule.
        ///
        /// - Parameters:
        ///   - target: The side that is tried first.
        ///   - fallback: The side that is tried where the target fails; nil for none.
        ///   - synchronize: Whether what happens on one side is brought to the other.
        public init(
            target: RepositorySide,
            fallback: RepositorySide? = nil,
            synchronize: Bool = false
        ) {
            self.target = target
            self.fallback = fallback
            self.synchronize = synchronize
        }

        /// The sides that it names, each once, in the order in which they are tried.
        public var sides: [RepositorySide] {
            guard let fallback, fallback != target else { return [target] }
            return [target, fallback]
        }
    }
}

extension Strategy.Rule {
    /// The server, and the local store where it cannot be reached; both are kept in step.
    public static let remoteFirst = Self(target: .remote, fallback: .local, synchronize: true)

    /// The local store, and the server for what it does not have; both are kept in step.
    public static let localFirst = Self(target: .local, fallback: .remote, synchronize: true)

    /// The server alone: nothing of its answers is kept.
    public static let remoteOnly = Self(target: .remote)

    /// The local store alone: nothing of what is written is sent.
    public static let localOnly = Self(target: .local)
}

extension Strategy.Rule: CustomStringConvertible {
    /// Such as `remote, else local, synchronize`.
    public var description: String {
        sides.map(\.rawValue).joined(separator: ", else ") + (synchronize ? ", synchronize" : "")
    }
}
