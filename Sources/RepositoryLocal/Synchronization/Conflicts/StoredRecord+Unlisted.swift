extension StoredRecord {
    /// Takes over what listings and responses have left out, and nobody has set here: that it was not known is no
    /// change of either side.
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
