extension StrategyPlan {
    /// A step of a plan.
    public enum Step: Hashable, Sendable {
        /// Sends the request to the server.
        case attemptRemote
        /// Reads from the local store.
        case readLocally
        /// Writes to the local store.
        case writeLocally(LocalWrite)
        /// Stores the server's response without overwriting pending writes; the value is then the
        /// local state.
        case keepAnswer
        /// Removes the local copy of an entity that the server no longer has, unless it has pending
        /// writes.
        case removeLocally
        /// Requests that pending writes are sent, without waiting for it.
        case requestSynchronization
        /// The last step: the value of a side is returned.
        case finish(with: RepositorySide)
        /// The last step: the error of a side is thrown.
        case fail(with: RepositorySide)
        /// The last step: no side of the rule is available, or the server does not support a write
        /// that the rule synchronizes.
        case refuse

        /// Whether this is the last step of a plan.
        public var isLast: Bool {
            switch self {
            case .finish, .fail, .refuse: true
            case .attemptRemote, .readLocally, .writeLocally, .keepAnswer, .removeLocally,
                .requestSynchronization:
                false
            }
        }
    }

    /// The form in which the local store takes a write.
    public enum LocalWrite: Hashable, Sendable {
        /// With the intent to send it, in one transaction.
        case withIntent
        /// Without an intent: it is never sent.
        case withoutIntent
        /// Marked as sent with an unknown outcome, to be resolved later.
        case asSent
    }

    /// The state known before the first step.
    public struct Known: Hashable, Sendable {
        /// Whether there is a server that supports the operation.
        public var hasRemote: Bool
        /// Whether there is a local store.
        public var hasLocal: Bool
        /// Whether writes are pending.
        public var edits: Edits

        /// Creates the known state.
        ///
        /// - Parameters:
        ///   - hasRemote: Whether there is a server that supports the operation.
        ///   - hasLocal: Whether there is a local store.
        ///   - edits: Whether writes are pending; `.none` without a local store.
        public init(hasRemote: Bool = true, hasLocal: Bool = true, edits: Edits = .none) {
            self.hasRemote = hasRemote
            self.hasLocal = hasLocal
            self.edits = hasLocal ? edits : .none
        }

        /// Both sides are available, and no writes are pending.
        public static let bothSides = Known()
    }

    /// Whether there are pending writes that an operation must not overtake.
    public enum Edits: String, Hashable, Sendable, CaseIterable {
        /// There are none.
        case none
        /// The entity has pending writes, or the write contains an identity that the server does
        /// not know: the entity's own or a reference.
        case waiting
        /// The local store could not be read.
        case unknown
    }
}

extension StrategyPlan.Step: CustomStringConvertible {
    /// A short description.
    public var description: String {
        switch self {
        case .attemptRemote: "attempt remote"
        case .readLocally: "read locally"
        case .writeLocally(.withIntent): "write locally with intent"
        case .writeLocally(.withoutIntent): "write locally without intent"
        case .writeLocally(.asSent): "write locally as sent"
        case .keepAnswer: "keep answer"
        case .removeLocally: "remove locally"
        case .requestSynchronization: "request synchronization"
        case .finish(let side): "finish with \(side.rawValue)"
        case .fail(let side): "fail with \(side.rawValue)"
        case .refuse: "refuse"
        }
    }
}
