/// What this release calls itself.
///
/// The runtime has a version of its own, which changes only where generated code has to change.
enum Release {
    /// The version, by which the tag is named.
    static let version = "0.1.0"
}
