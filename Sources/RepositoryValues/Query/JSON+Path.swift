extension JSON {
    /// Returns the value at a path of keys; null if a key is missing or a value on the path is not
    /// an object.
    package func value(at path: [String]) -> JSON {
        path.reduce(self) { $0[$1] ?? .null }
    }

    /// Creates nested objects with a single value at a path of keys.
    package init(_ value: JSON, at path: [String]) {
        self = path.reversed().reduce(value) { .object([$1: $0]) }
    }
}
