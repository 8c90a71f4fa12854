/// The form of entities in the current version of the app, which an earlier one may not have used.
struct CurrentForm {
    private let collection: RemoteCollection

    init(_ collection: RemoteCollection) {
        self.collection = collection
    }

    /// Checks that changes are sent as a whole: no property has been removed from the entity, and
    /// functions of the app have converted all former ones.
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
        try requireConverted(sendsAll ? members : changes)
        let entity = (try? collection.normalized(members)) ?? members
        guard let key = DocumentMembers.firstKey(of: changes, missingIn: entity) else { return }
        throw error("It changes '\(key)', which is no longer a property of the entity.")
    }

    /// Checks that functions of the app have converted all former properties.
    ///
    /// A new entity is sent without removed properties: it has values for all, also those that the
    /// user has not set.
    func requireConverted(_ members: [String: JSON]) throws(RepositoryError) {
        guard collection.schema.isConvertedByApp, !collection.schema.canConvert(members) else {
            return
        }
        throw error("A function of the app could not convert a former property.")
    }

    /// Returns the properties that the entity still has, or had in a form to convert.
    func known(_ members: [String: JSON]) -> [String: JSON] {
        guard let entity = try? collection.normalized(members) else { return members }
        let former = Set(collection.schema.former.values.flatMap { $0.map(\.key) })
        return members.filter { key, value in
            value == .null || entity[key] != nil || former.contains(key)
        }
    }

    private func error(_ message: String) -> RepositoryError {
        RepositoryError(.invalidRequest, during: collection.schema.name, message: message)
    }
}
