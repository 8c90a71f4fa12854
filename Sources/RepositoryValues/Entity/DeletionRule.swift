/// What becomes of the entities that refer to one that is deleted.
///
///     static let schema = EntitySchema(
///         name: "Conversation",
///         deletionRules: [DeletionRule(Message.self, "conversation", .cascade)]
///     )
///
/// The rules are those of foreign keys in SQL.
public struct DeletionRule: Hashable, Sendable {
    /// What a rule does.
    public enum Action: Hashable, Sendable {
        /// The entities that refer to the deleted one are deleted, too.
        case cascade
        /// They no longer refer to it: the property becomes null, or a list loses the element.
        case nullify
        /// An entity to which others refer cannot be deleted.
        case restrict
    }

    /// The type of the entities that refer to the deleted one.
    public let source: any Entity.Type
    /// The key of the property by which they refer, in JSON.
    public let key: String
    /// What becomes of them.
    public let action: Action

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - source: The type of the entities that refer to the deleted one.
    ///   - key: The key of the property by which they refer, in JSON. The property should be indexed.
    ///   - action: What becomes of them.
    public init<Source: Entity>(_ source: Source.Type, _ key: String, _ action: Action) {
        (self.source, self.key, self.action) = (source, key, action)
    }

    /// Rules are equal if they concern the same property of the same type, in the same way.
    public static func == (one: DeletionRule, other: DeletionRule) -> Bool {
        one.source == other.source && one.key == other.key && one.action == other.action
    }

    /// Hashes what rules are compared by.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(source))
        hasher.combine(key)
        hasher.combine(action)
    }
}
