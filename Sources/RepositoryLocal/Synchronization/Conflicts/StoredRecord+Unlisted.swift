extension StoredRecord {
    /// Takes over properties that lists and responses omit, and that were not set locally.
    ///
    /// Receiving them for the first time is not a change.
    mutating func learnUnlisted(
        _ keys: Set<String>,
        from remote: [String: JSON]
    ) throws(StorageError) {
        guard !keys.isEmpty, let base else { return }
        var known = try DocumentMembers.read(base)
        var local = try DocumentMembers.read(document)
        for key in keys where known[key] ?? .null == .null && local[key] ?? .null == .null {
            known[key] = remote[key]
            local[key] = remote[key]
        }
        self.base = try DocumentMembers.write(known)
        document = try DocumentMembers.write(local)
    }
}
