extension StrategyPlan {
    /// Something to do.
    public enum Step: Hashable, Sendable {
        /// Ask the server, or write there.
        case attemptRemote
        /// Read in the local store.
        case readLocally
        /// Write to the local store.
        case writeLocally(LocalWrite)
        /// Store what the server has answered, below edits that wait; the value is then what is known
        /// here.
        case keepAnswer
        /// Remove the entity from the local store, for the server does not have it; not if edits wait.
        case removeLocally
        /// Ask that what waits is sent; nobody waits for it.
        case requestSynchronization
        /// The last: the value is that of a side.
        case finish(with: RepositorySide)
        /// The last: the error is that of a side.
        case fail(with: RepositorySide)
        /// The last: no side that the rule names is there, or a write that the rule synchronizes is
        /// none that the server offers.
        case refuse

        /// Whether nothing comes behind it.
        public var isLast: Bool {
            switch self {
            case .finish, .fail, .refuse: true
            case .attemptRemote, .readLocally, .writeLocally, .keepAnswer, .removeLocally,
                .requestSynchronization:
                false
            }
        }
    }

    /// How the local store takes a write.
    public enum LocalWrite: Hashable, Sendable {
        /// Together with the intent to send it, in one transaction.
        case withIntent
        /// By itself: nothing will send it.
        case withoutIntent
        /// Together with a note that it was sent, and that it is to be found out what came of it.
        case asSent
    }

    /// What is known before the first step.
    public struct Known: Hashable, Sendable {
        /// Whether there is a server that can do what is asked.
        public var hasRemote: Bool
        /// Whether there is a local store.
        public var hasLocal: Bool
        /// Whether edits wait.
        public var edits: Edits

        /// Says what is known.
        ///
        /// - Parameters:
        ///   - hasRemote: Whether there is a server that can do what is asked.
        ///   - hasLocal: Whether there is a local store.
        ///   - edits: Whether edits wait; without a local store, none do.
        public init(hasRemote: Bool = true, hasLocal: Bool = true, edits: Edits = .none) {
            self.hasRemote = hasRemote
            self.hasLocal = hasLocal
            self.edits = hasLocal ? edits : .none
        }

        /// There are both sides, and nothing waits.
        public static let bothSides = Known()
    }

    /// Whether edits wait that an operation must not overtake.
    public enum Edits: String, Hashable, Sendable, CaseIterable {
        /// None wait.
        case none
        /// Some wait for the entity, or it names an identity that the server does not know by this
        /// name: its own, or one that it refers to.
        case waiting
        /// The local store does not say.
        case unknown
    }
}

extension StrategyPlan.Step: CustomStringConvertible {
    /// A few words.
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
