import RepositoryLocal

/// The changes to the catalog for one collection.
struct CatalogChange: Sendable {
    /// Whether the table was created.
    let isCreated: Bool
    var made: [OpeningReport.Index] = []
    var dropped: [OpeningReport.Index] = []

    /// Adds the changes to the report.
    func add(to collection: inout OpeningReport.Collection) {
        collection.isCreated = collection.isCreated || isCreated
        collection.madeIndexes += made
        collection.droppedIndexes += dropped
    }
}

extension StoredColumn {
    /// The index of a column, for reports; nil for that of the identity, which every collection
    /// has.
    var index: OpeningReport.Index? {
        if isOfIdentity { return nil }
        return searched.isEmpty ? .property(title) : .words(searched)
    }
}
