package import Diagnostics

/// A value with its place in the schema.
package struct Located<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value.
    package var value: Value
    /// Its place.
    package var range: SourceRange

    init(_ value: Value, at range: SourceRange) {
        self.value = value
        self.range = range
    }
}
