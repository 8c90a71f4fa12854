import SchemaLanguage

/// The version number of an entity before and after a schema change.
struct StoredVersionNumber {
    private let old: Int?
    private let new: Int?
    private let isChanged: Bool

    /// Compares two versions.
    ///
    /// - Parameters:
    ///   - old: The earlier entity.
    ///   - new: The current entity.
    ///   - isChanged: Whether its stored format has changed.
    init(_ old: CheckedEntity, _ new: CheckedEntity, isChanged: Bool) {
        (self.old, self.new, self.isChanged) = (old.version, new.version, isChanged)
    }

    /// A correction; nil if the number is right, or there was none.
    var advice: String? {
        guard let old else { return nil }
        guard let new else {
            return
                "stores of version \(old) reject apps without one: write "
                + "`version: \(isChanged ? old + 1 : old)`"
        }
        guard new >= old else {
            return "stores of version \(old) reject an app of version \(new)"
        }
        guard new == old, isChanged else { return nil }
        return
            "the stored format has changed, but not the version: write `version: \(old + 1)`"
    }
}
