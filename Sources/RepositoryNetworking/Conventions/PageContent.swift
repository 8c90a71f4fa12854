/// What a page had, as far as the way to the next one depends on it.
///
/// Two pages with the same entities in the same order are equal, whatever these have.
package struct PageContent: Equatable, Sendable {
    /// How many entities there were.
    private(set) var count = 0
    /// The identity of the last one that has one, as text.
    private(set) var lastID: String?
    private var digest = 0

    package init() {}

    /// Adds an entity by its identity as text.
    mutating func add(id: String) {
        lastID = id
        add(id)
    }

    /// Adds an entity in the form of repositories.
    ///
    /// - Parameters:
    ///   - element: The entity; all of it counts where it has no identity.
    ///   - key: The key of the identity.
    package mutating func add(_ element: JSON, identityKey key: String) {
        guard let id = element[key]?.identityText else { return add(element) }
        add(id: id)
    }

    private mutating func add(_ value: some Hashable) {
        var hasher = Hasher()
        hasher.combine(digest)
        hasher.combine(value)
        digest = hasher.finalize()
        count += 1
    }
}
