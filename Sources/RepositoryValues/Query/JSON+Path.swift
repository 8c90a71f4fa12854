extension JSON {
    /// The value to which some keys lead, from object to object; null where one is missing, and in anything
    /// that is no object.
    package func value(at path: [String]) -> JSON {
        path.reduce(self) { $0[$1] ?? .null }
    }

    /// Creates the objects in which some keys lead to a value, and nothing else.
    package init(_ value: JSON, at path: [String]) {
        self = path.reversed().reduce(value) { .object([$1: $0]) }
    }
}
