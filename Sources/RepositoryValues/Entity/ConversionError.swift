/// Why a dictionary could not become a value.
///
/// Values from the dictionary are never part of it, so it can be logged; keys are.
public struct ConversionError: Error, Hashable, Sendable {
    /// Where the place is in the dictionary.
    public let keyPath: JSONKeyPath

    /// What should have been there, such as `Int`.
    public let expected: String

    /// What kind of thing was there, such as `string`; `nothing` when the key was absent.
    public let found: String

    /// Whether the value stands too deep to be converted on this thread.
    let isTooDeep: Bool

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - keyPath: Where the place is in the dictionary.
    ///   - expected: What should have been there.
    ///   - found: What kind of thing was there; never its value.
    public init(keyPath: JSONKeyPath = JSONKeyPath(), expected: String, found: String) {
        self.init(keyPath: keyPath, expected: expected, found: found, isTooDeep: false)
    }

    private init(keyPath: JSONKeyPath, expected: String, found: String, isTooDeep: Bool) {
        self.keyPath = keyPath
        self.expected = expected
        self.found = found
        self.isTooDeep = isTooDeep
    }

    /// The error about a value that stands deeper than the stack has room to convert.
    static let tooDeep = ConversionError(
        keyPath: JSONKeyPath(),
        expected: StackFloor.expectation,
        found: "one more",
        isTooDeep: true
    )

    /// Makes an error about a value of another kind than expected.
    ///
    /// - Parameters:
    ///   - expected: What should have been there.
    ///   - value: What was there; only its kind is kept.
    public init(expected: String, butFound value: Any) {
        self.init(expected: expected, found: DictionaryValueKind.describe(value))
    }

    /// This error as seen from one level further out.
    ///
    /// - Parameter component: The step that leads to where this error's path begins.
    /// - Returns: The error with the longer path.
    public func prefixed(by component: JSONKeyPath.Component) -> ConversionError {
        ConversionError(
            keyPath: keyPath.prefixed(by: component),
            expected: expected,
            found: found,
            isTooDeep: isTooDeep
        )
    }

    /// This error without what was found.
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
    /// The error of the member that is first in the order of keys.
    ///
    /// Members are read in no order; so that the same dictionary always gives the same error, those
    /// before the one that failed are tried again.
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
