/// A report of an invalid value that was omitted because of `onInvalid` in the schema.
///
/// It contains keys, but never the value itself, so it can be logged.
public struct SkippedValue: Hashable, Sendable {
    /// The path of the value in the document.
    public internal(set) var keyPath: JSONKeyPath

    /// The path of the problem: the value, or a part of it.
    public internal(set) var problem: JSONKeyPath

    /// The expected type, such as `Int`.
    public let expected: String

    /// The kind of value found, such as `string`; never the value.
    public internal(set) var found: String

    init(keyPath: JSONKeyPath, problem: JSONKeyPath, expected: String, found: String) {
        self.keyPath = keyPath
        self.problem = problem
        self.expected = expected
        self.found = found
    }

    /// Returns this report as seen from one level further out.
    func prefixed(by component: JSONKeyPath.Component) -> SkippedValue {
        SkippedValue(
            keyPath: keyPath.prefixed(by: component),
            problem: problem.prefixed(by: component),
            expected: expected,
            found: found
        )
    }

    /// Returns this report without what was found in a value.
    ///
    /// - Parameter path: The path of that value.
    /// - Returns: The report about the value.
    func redacted(at path: JSONKeyPath) -> SkippedValue {
        SkippedValue(keyPath: path, problem: path, expected: expected, found: Redacted.found)
    }
}

extension SkippedValue: CustomStringConvertible {
    /// A sentence for logs, such as `tags[3] left out: expected Int, found string`.
    public var description: String {
        let place = problem == keyPath ? "" : "\(problem): "
        return "\(keyPath) left out: \(place)expected \(expected), found \(found)"
    }
}
