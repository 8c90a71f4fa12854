/// The form of entities in the current version of the app, which an earlier one may not have used.
struct CurrentForm {
    private let collection: RemoteCollection

    init(_ collection: RemoteCollection) {
        self.collection = collection
    }

    /// Throws if a part of the changes would be left out, because the entity no longer has the
    /// property, or because a function of the app could not convert it.
    ///
    /// - Parameters:
    ///   - changes: The changes; null for removed values.
    ///   - members: The entity with them.
    ///   - sendsAll: Whether the whole entity is sent, not only the changes.
    /// - Throws: `RepositoryError` with the reason.
    func require(
        _ changes: [String: JSON],
        in members: [String: JSON],
        sendsAll: Bool
    ) throws(RepositoryError) {
        guard let entity = try? collection.normalized(members) else { return }
        try requireConverted(sendsAll ? members : changes, besides: entity)
        guard let key = DocumentMembers.firstKey(of: changes, missingIn: entity) else { return }
        throw error("It changes '\(key)', which is no longer a property of the entity.")
    }

    /// Throws if a function of the app could not convert a former property of a new entity.
    ///
    /// Removed properties are left out: the entity has values for all properties, also those that
    /// the user has not set.
    func require(_ members: [String: JSON]) throws(RepositoryError) {
        guard let entity = try? collection.normalized(members) else { return }
        try requireConverted(members, besides: entity)
    }

    private func requireConverted(
        _ members: [String: JSON],
        besides entity: [String: JSON]
    ) throws(RepositoryError) {
        guard collection.schema.lacksConversion(of: members, besides: entity) else { return }
        throw error("A function of the app could not convert a former property.")
    }

    private func error(_ message: String) -> RepositoryError {
        RepositoryError(.invalidRequest, during: collection.schema.name, message: message)
    }
}
