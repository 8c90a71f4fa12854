import SchemaLanguage

/// The number of an entity's version, before a change of its schema and behind it.
struct StoredVersionNumber {
    private let old: Int?
    private let new: Int?
    private let isChanged: Bool

    /// Makes the number of two versions.
    ///
    /// - Parameters:
    ///   - old: The entity as it was.
    ///   - new: The entity as it is.
    ///   - isChanged: Whether what stores have of it has changed.
    init(_ old: CheckedEntity, _ new: CheckedEntity, isChanged: Bool) {
        (self.old, self.new, self.isChanged) = (old.version, new.version, isChanged)
    }

    /// What to write instead; nil where the number is right, or was none.
    var advice: String? {
        guard let old else { return nil }
        guard let new else {
            return
                "stores of version \(old) refuse an app without a version: write `version: \(old + 1)`"
        }
        guard new >= old else {
            return "stores of version \(old) refuse an app of version \(new)"
        }
        guard new == old, isChanged else { return nil }
        return
            "what is stored has changed, and the version has not: write `version: \(old + 1)`"
    }
}
