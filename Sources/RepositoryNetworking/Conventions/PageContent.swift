/// The content of a page that is relevant for requesting the next one.
///
/// Two pages with the same entities in the same order are equal, even if property values differ.
package struct PageContent: Equatable, Sendable {
    /// The number of entities.
    private(set) var count = 0
    /// The identity of the last entity that has one, as a string.
    private(set) var lastID: String?
    private var digest = 0

    package init() {}

    /// Adds an entity by its identity as a string.
    mutating func add(id: String) {
        lastID = id
        add(id)
    }

    /// Adds an entity in the form of repositories.
    ///
    /// - Parameters:
    ///   - element: The entity; compared as a whole if it has no identity.
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
