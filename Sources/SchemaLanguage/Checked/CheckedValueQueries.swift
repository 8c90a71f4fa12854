/// What queries find in a property whose type is a value or a list of values.
package struct CheckedValueQueries: Hashable, Sendable {
    /// A column that local stores keep of a property of the value.
    package struct Column: Hashable, Sendable {
        /// The name, as the schema writes it: `geo.country`.
        package let name: String
        /// The properties that lead to what the column holds; the last one is that.
        package let steps: [Step]
    }

    /// A property on the way to what a column holds.
    package struct Step: Hashable, Sendable {
        /// The key on the wire.
        package let key: String
        /// The type, without the outermost `?`.
        package let type: CheckedType
        /// The form of single values on the wire.
        package let wire: WireForm
    }

    /// The columns, in the order of the schema.
    package let columns: [Column]
}

extension CheckedType {
    /// The name of the value that this is, or of which this is a list; nil for any other type.
    package var queriedValue: String? {
        switch self {
        case .value(let name), .array(.value(let name)): name
        default: nil
        }
    }
}
