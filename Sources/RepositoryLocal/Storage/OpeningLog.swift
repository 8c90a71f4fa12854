/// Where a store notes what was done to it since it was opened, see ``OpeningReport``.
public final class OpeningLog: Sendable {
    private let noted = Locked<[OpeningReport.Collection]>([])

    /// Creates an empty log.
    public init() {}

    /// What was done to each collection that was declared, in the order in which they were.
    public var collections: [OpeningReport.Collection] { noted.withLock { $0 } }

    /// Notes what was done to a collection.
    ///
    /// - Parameters:
    ///   - name: The name of the collection.
    ///   - change: Adds it to what is known.
    public func note(
        _ name: String,
        _ change: (inout OpeningReport.Collection) -> Void = { _ in }
    ) {
        noted.withLock { collections in
            guard let index = collections.firstIndex(where: { $0.name == name }) else {
                var collection = OpeningReport.Collection(name: name)
                change(&collection)
                collections.append(collection)
                return
            }
            change(&collections[index])
        }
    }
}
