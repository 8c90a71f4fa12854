/// A placeholder in descriptions for a value that must not be shown, such as a password.
public struct Redacted: Hashable, Sendable, CustomStringConvertible {
    /// Creates a placeholder.
    public init() {}

    /// The text `<redacted>`.
    public var description: String { "<redacted>" }

    /// The kind that errors report as found.
    static let found = "a redacted value"

    /// Returns a mirror of a structure with the given children, for `dump` and debuggers.
    ///
    /// ```swift
    /// extension User: CustomReflectable {
    ///     var customMirror: Mirror {
    ///         Redacted.mirror(of: self, ["id": id, "password": Redacted()])
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - subject: The structure.
    ///   - children: The properties and the values to show for them, in order.
    /// - Returns: The mirror.
    public static func mirror<Subject>(
        of subject: Subject,
        _ children: KeyValuePairs<String, Any?>
    ) -> Mirror {
        Mirror(
            subject,
            children: children.map { (label: $0.key, value: $0.value ?? Any?.none as Any) },
            displayStyle: .struct
        )
    }

    /// Returns the description of a structure by its mirror, in the format of Swift's default
    /// description.
    ///
    /// - Parameter subject: The structure.
    /// - Returns: Text such as `User(id: 1, password: <redacted>)`.
    public static func description(of subject: some CustomReflectable) -> String {
        let children = subject.customMirror.children.map { child in
            "\(child.label.map { "\($0): " } ?? "")\(String(reflecting: child.value))"
        }
        return "\(type(of: subject))(\(children.joined(separator: ", ")))"
    }
}
