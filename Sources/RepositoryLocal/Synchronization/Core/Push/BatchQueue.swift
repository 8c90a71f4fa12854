/// The creations of a page to send in batches; those that refer to others of the page follow once
/// these have their identities.
struct BatchQueue: Sendable {
    private var collections: [RemoteCollection] = []
    private var creations: [OutboxEntry] = []
    private var sent: Set<OutboxEntry.ID> = []
    /// The batches of this round.
    private var open: [(collection: RemoteCollection, ids: [OutboxEntry.ID])] = []
    private var isAnotherRoundDue = false

    init() {}

    init(of page: [OutboxEntry], in collections: [RemoteCollection]) {
        self.collections = collections.filter(\.createsMany)
        creations = page.filter(\.isNewCreation)
        isAnotherRoundDue = true
    }

    /// Returns the next batch; nil after the last.
    mutating func next(
        besides paused: Set<String>
    ) -> (collection: RemoteCollection, ids: [OutboxEntry.ID])? {
        while true {
            open.removeAll { paused.contains($0.collection.schema.name) }
            if !open.isEmpty { return open.removeFirst() }
            guard isAnotherRoundDue else { return nil }
            isAnotherRoundDue = false
            for collection in collections {
                var rest = creations.filter {
                    $0.key.collection == collection.schema.name && !sent.contains($0.id)
                }.map(\.id)[...]
                while rest.count > 1 {
                    open.append((collection, Array(rest.prefix(collection.batchSize))))
                    rest = rest.dropFirst(collection.batchSize)
                }
            }
        }
    }

    /// Records which creations of a batch were sent.
    mutating func noteSent(_ ids: [OutboxEntry.ID]) {
        sent.formUnion(ids)
        isAnotherRoundDue = isAnotherRoundDue || !ids.isEmpty
    }
}
