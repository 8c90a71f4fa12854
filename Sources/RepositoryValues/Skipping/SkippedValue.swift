/// A value that was left out because it was wrong, where the schema says `onInvalid`.
///
/// The value itself is never part of it, so it can be logged; keys are.
public struct SkippedValue: Hashable, Sendable {
    /// Where the value stands in the document.
    public internal(set) var keyPath: JSONKeyPath

    /// Where the mistake is: at the value, or somewhere in it.
    public internal(set) var problem: JSONKeyPath

    /// What should have been there, such as `Int`.
    public let expected: String

    /// What kind of thing was there, such as `string`; never its value.
    public internal(set) var found: String

    init(keyPath: JSONKeyPath, problem: JSONKeyPath, expected: String, found: String) {
        self.keyPath = keyPath
        self.problem = problem
        self.expected = expected
        self.found = found
    }

    /// This report as seen from one level further out.
    func prefixed(by component: JSONKeyPath.Component) -> SkippedValue {
        SkippedValue(
            keyPath: keyPath.prefixed(by: component),
            problem: problem.prefixed(by: component),
            expected: expected,
            found: found
        )
    }

    /// This report without what was found in a value.
    ///
    /// - Parameter path: Where that value stands.
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
