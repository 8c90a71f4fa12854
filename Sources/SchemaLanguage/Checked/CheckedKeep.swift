/// Which entities of a repository the local store keeps.
package struct CheckedKeep: Hashable, Sendable {
    /// What a property must be.
    package struct Condition: Hashable, Sendable {
        /// The name of the property.
        package let property: String
        /// The values of which it has one; null stands for no value.
        package let values: [CheckedLiteral]
    }

    /// The conditions, all of which hold for what is kept.
    package let conditions: [Condition]
    /// How many entities are kept at most; nil for any number.
    package let newest: Int?
    /// The greatest age, in seconds; nil for any age.
    package let age: Int?
    /// How many bytes are kept at most; nil for any number.
    package let bytes: Int?
    /// The name of the property that tells which entity is newer; nil if there is no bound.
    package let property: String?
}
