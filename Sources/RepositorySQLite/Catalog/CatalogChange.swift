import RepositoryLocal

/// What has changed in the catalog for one collection.
struct CatalogChange: Sendable {
    /// Whether there was no table.
    let isCreated: Bool
    var made: [OpeningReport.Index] = []
    var dropped: [OpeningReport.Index] = []

    /// Adds it to what is reported.
    func add(to collection: inout OpeningReport.Collection) {
        collection.isCreated = collection.isCreated || isCreated
        collection.madeIndexes += made
        collection.droppedIndexes += dropped
    }
}

extension StoredColumn {
    /// The index that a column is for, as reports have it; nil for that of the identity, which every collection has.
    var index: OpeningReport.Index? {
        if isOfIdentity { return nil }
        return searched.isEmpty ? .property(title) : .words(searched)
    }
}
