/// A rule for entities that refer to a deleted entity.
///
///     static let schema = EntitySchema(
///         name: "Conversation",
///         deletionRules: [DeletionRule(Message.self, "conversation", .cascade)]
///     )
///
/// The rules are those of SQL foreign keys.
public struct DeletionRule: Hashable, Sendable {
    /// The action of a rule.
    public enum Action: Hashable, Sendable {
        /// Deletes the entities that refer to the deleted one, too.
        case cascade
        /// Removes the reference: the property becomes null, or an array loses the element.
        case nullify
        /// Forbids deleting an entity to which others refer.
        case restrict
    }

    /// The type of the entities that refer to the deleted one.
    public let source: any Entity.Type
    /// The JSON key of the property that refers to the deleted one.
    public let key: String
    /// The action for these entities.
    public let action: Action

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - source: The type of the entities that refer to the deleted one.
    ///   - key: The JSON key of the property that refers to the deleted one. The property should be
    ///     indexed.
    ///   - action: The action for these entities.
    public init<Source: Entity>(_ source: Source.Type, _ key: String, _ action: Action) {
        (self.source, self.key, self.action) = (source, key, action)
    }

    /// Returns whether two rules have the same property of the same type, and the same action.
    public static func == (one: DeletionRule, other: DeletionRule) -> Bool {
        one.source == other.source && one.key == other.key && one.action == other.action
    }

    /// Hashes the properties that determine equality.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(source))
        hasher.combine(key)
        hasher.combine(action)
    }
}
