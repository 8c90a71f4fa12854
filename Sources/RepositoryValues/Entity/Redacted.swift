/// What a description shows instead of a value that nobody should read there, such as a password.
public struct Redacted: Hashable, Sendable, CustomStringConvertible {
    /// Makes a stand-in.
    public init() {}

    /// The text `<redacted>`.
    public var description: String { "<redacted>" }

    /// What errors say was found.
    static let found = "a redacted value"

    /// A mirror of a structure that shows what it is given, for `dump` and debuggers.
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
    ///   - children: The properties and what is shown of them, in order.
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

    /// The description of a structure by its mirror, as Swift describes one without a mirror.
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
