/// An error because a dictionary could not be converted to a value.
///
/// It contains keys of the dictionary, but never values, so it can be logged.
public struct ConversionError: Error, Hashable, Sendable {
    /// The path of the failure in the dictionary.
    public let keyPath: JSONKeyPath

    /// The expected type, such as `Int`.
    public let expected: String

    /// The kind of value found, such as `string`; `nothing` if the key was missing.
    public let found: String

    /// Whether the value is nested too deeply to be converted on this thread.
    let isTooDeep: Bool

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - keyPath: The path of the failure in the dictionary.
    ///   - expected: The expected type.
    ///   - found: The kind of value found, never the value itself.
    public init(keyPath: JSONKeyPath = JSONKeyPath(), expected: String, found: String) {
        self.init(keyPath: keyPath, expected: expected, found: found, isTooDeep: false)
    }

    private init(keyPath: JSONKeyPath, expected: String, found: String, isTooDeep: Bool) {
        self.keyPath = keyPath
        self.expected = expected
        self.found = found
        self.isTooDeep = isTooDeep
    }

    /// The error for a value that is nested more deeply than the stack allows.
    static let tooDeep = ConversionError(
        keyPath: JSONKeyPath(),
        expected: StackFloor.expectation,
        found: "one more",
        isTooDeep: true
    )

    /// Creates an error for a value of an unexpected kind.
    ///
    /// - Parameters:
    ///   - expected: The expected type.
    ///   - value: The value found; only its kind is recorded.
    public init(expected: String, butFound value: Any) {
        self.init(expected: expected, found: DictionaryValueKind.describe(value))
    }

    /// Returns this error as seen from one level further out.
    ///
    /// - Parameter component: The path component in front of this error's path.
    /// - Returns: The error with the longer path.
    public func prefixed(by component: JSONKeyPath.Component) -> ConversionError {
        ConversionError(
            keyPath: keyPath.prefixed(by: component),
            expected: expected,
            found: found,
            isTooDeep: isTooDeep
        )
    }

    /// Returns this error without the value found.
    func redacted() -> ConversionError {
        ConversionError(
            keyPath: JSONKeyPath(),
            expected: expected,
            found: Redacted.found,
            isTooDeep: isTooDeep
        )
    }
}

extension ConversionError {
    /// Returns the error of the first failing key in sorted order.
    ///
    /// Dictionaries have no order. The keys before the failing one are tried again, so that the
    /// same dictionary always results in the same error.
    @usableFromInline
    static func first(
        in members: [String: Any],
        after failure: (key: String, error: ConversionError),
        _ convert: (Any) throws(ConversionError) -> Void
    ) -> ConversionError {
        for (key, value) in members.sorted(by: { $0.key < $1.key }) where key < failure.key {
            do {
                try convert(value)
            } catch {
                return error.prefixed(by: .key(key))
            }
        }
        return failure.error.prefixed(by: .key(failure.key))
    }
}

extension ConversionError: CustomStringConvertible {
    /// A sentence for logs, such as `author.name: expected String, found number`.
    public var description: String {
        let place = keyPath.components.isEmpty ? "" : "\(keyPath): "
        return "\(place)expected \(expected), found \(found)"
    }
}
