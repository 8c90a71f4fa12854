/// The part of bodies that a log shows, beyond their sizes.
///
/// For bodies that are not JSON, or are larger than 256 KiB, only the size is shown.
public struct LoggedBodies: Sendable {
    enum Form: Sendable {
        case hidden
        case structure
        case values(hiding: Set<String>)
    }

    let form: Form

    /// Nothing.
    public static let hidden = LoggedBodies(form: .hidden)

    /// The structure without any value: `{"name":string,"tags":[2 of string]}`.
    ///
    /// The keys of objects are shown, so do not use it for a service whose dictionaries have secret
    /// keys. Nothing below the ``APIDefinition/redactedKeys`` of the API is shown.
    public static let structure = LoggedBodies(form: .structure)

    /// Everything except the values of the ``APIDefinition/redactedKeys`` of the API.
    ///
    /// These keys hide everything below them at any depth, regardless of case. If the API of a
    /// request does not declare redacted keys, its bodies are shown as ``structure``.
    public static let values = LoggedBodies(form: .values(hiding: []))

    /// Everything except the values of the ``APIDefinition/redactedKeys`` of the API, and of other
    /// keys.
    ///
    /// - Parameter keys: More keys whose values are hidden.
    /// - Returns: The part of bodies to show.
    public static func values(hiding keys: Set<String>) -> LoggedBodies {
        LoggedBodies(form: .values(hiding: keys))
    }
}
