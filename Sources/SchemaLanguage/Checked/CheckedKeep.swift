/// The entities of a repository that the local store keeps.
package struct CheckedKeep: Hashable, Sendable {
    /// A condition on a property.
    package struct Condition: Hashable, Sendable {
        /// The name of the property.
        package let property: String
        /// The allowed values; null stands for no value.
        package let values: [CheckedLiteral]
    }

    /// The conditions, all of which must be true.
    package let conditions: [Condition]
    /// The maximum number of entities; nil for any number.
    package let newest: Int?
    /// The maximum age, in seconds; nil for any age.
    package let age: Int?
    /// The maximum number of bytes; nil for any number.
    package let bytes: Int?
    /// The name of the property that orders entities by age; nil if there is no bound.
    package let property: String?
}
