/// What a log shows of bodies, beyond their sizes.
///
/// Bodies that are no JSON, or are larger than 256 KiB, show by their size alone.
public struct LoggedBodies: Sendable {
    enum Form: Sendable {
        case hidden
        case structure
        case values(hiding: Set<String>)
    }

    let form: Form

    /// Nothing.
    public static let hidden = LoggedBodies(form: .hidden)

    /// What they are made of, without any value: `{"name":string,"tags":[2 of string]}`.
    ///
    /// The keys of objects show, so it is not for a service whose dictionaries have secrets as keys.
    /// Below the ``APIDefinition/redactedKeys`` of the API nothing shows.
    public static let structure = LoggedBodies(form: .structure)

    /// All of them, but the values at the ``APIDefinition/redactedKeys`` of the API.
    ///
    /// These keys hide what is below them at any depth, in whichever case they are written. Where the
    /// API of a request does not say what its redacted keys are, its bodies show as ``structure``.
    public static let values = LoggedBodies(form: .values(hiding: []))

    /// All of them, but the values at the ``APIDefinition/redactedKeys`` of the API, and at others.
    ///
    /// - Parameter keys: More keys whose values are hidden.
    /// - Returns: What a log shows.
    public static func values(hiding keys: Set<String>) -> LoggedBodies {
        LoggedBodies(form: .values(hiding: keys))
    }
}
