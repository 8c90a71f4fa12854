/// The queryable parts of a property whose type is a value or an array of values.
package struct CheckedValueQueries: Hashable, Sendable {
    /// A column in local stores for a property of the value.
    package struct Column: Hashable, Sendable {
        /// The name in the schema: `geo.country`.
        package let name: String
        /// The properties that lead to the column's value, which is the last one.
        package let steps: [Step]
    }

    /// A property on the path to a column's value.
    package struct Step: Hashable, Sendable {
        /// The key in JSON.
        package let key: String
        /// The type, without the outermost `?`.
        package let type: CheckedType
        /// The form of single values in JSON.
        package let wire: WireForm
    }

    /// The columns, in the order of the schema.
    package let columns: [Column]
}

extension CheckedType {
    /// The name of this value, or of the elements of this array of values; nil for any other type.
    package var queriedValue: String? {
        switch self {
        case .value(let name), .array(.value(let name)): name
        default: nil
        }
    }
}
