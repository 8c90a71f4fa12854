/// Two states of an entity made one, property by property, with the state that both come from.
///
/// Null and absent are no different values, and numbers are compared by value. Dates are compared as text: they
/// are to be in the entity's own form, which is one for each instant.
struct ThreeWayMerge {
    /// The members that result.
    private(set) var members: [String: JSON]
    /// The properties that both sides have changed, to different values.
    private(set) var conflicts: [SyncConflict.Property] = []

    /// Merges.
    init(base: [String: JSON], local: [String: JSON], remote: [String: JSON]) {
        members = remote
        for key in Set(local.keys).union(remote.keys).union(base.keys).sorted() {
            let (old, mine, theirs) = (
                base[key] ?? .null, local[key] ?? .null, remote[key] ?? .null
            )
            // Of null and absent, the one that was written here alone.
            if mine == old, local[key] != base[key], base[key] == remote[key] {
                members[key] = local[key]
            }
            guard mine != old, mine != theirs else { continue }
            // Null stays where it is written: some properties may be null and not absent.
            members[key] = local[key]
            guard theirs != old else { continue }
            conflicts.append(.init(key: key, base: old, local: mine, remote: theirs))
        }
    }
}
