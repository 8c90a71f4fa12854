/// The version of this release.
///
/// The runtime has a separate version, which changes only if generated code has to change.
enum Release {
    /// The version, which also names the tag.
    static let version = "0.1.0"
}
