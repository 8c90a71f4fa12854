/// A three-way merge of two states of an entity with their common base, property by property.
///
/// Null and missing are equal, and numbers are compared by value. Dates are compared as strings, so
/// they must be in the entity's own form, which is unique for each instant.
struct ThreeWayMerge {
    /// The properties of the result.
    private(set) var members: [String: JSON]
    /// The properties that both sides have changed to different values.
    private(set) var conflicts: [SyncConflict.Property] = []

    /// Merges two states.
    init(base: [String: JSON], local: [String: JSON], remote: [String: JSON]) {
        members = remote
        for key in Set(local.keys).union(remote.keys).union(base.keys).sorted() {
            let (old, mine, theirs) = (
                base[key] ?? .null, local[key] ?? .null, remote[key] ?? .null
            )
            // Only the local state has changed between null and missing: keep its form.
            if mine == old, local[key] != base[key], base[key] == remote[key] {
                members[key] = local[key]
            }
            guard mine != old, mine != theirs else { continue }
            // Keep an explicit null: some properties may be null, but not missing.
            members[key] = local[key]
            guard theirs != old else { continue }
            conflicts.append(.init(key: key, base: old, local: mine, remote: theirs))
        }
    }
}
