/// The log of changes that a store has made since it was opened, see ``OpeningReport``.
public final class OpeningLog: Sendable {
    private let noted = Locked<[OpeningReport.Collection]>([])

    /// Creates an empty log.
    public init() {}

    /// The changes to each declared collection, in the order of declaration.
    public var collections: [OpeningReport.Collection] { noted.withLock { $0 } }

    /// Records a change to a collection.
    ///
    /// - Parameters:
    ///   - name: The name of the collection.
    ///   - change: Updates the entry of the collection.
    public func note(
        _ name: String,
        _ change: (inout OpeningReport.Collection) -> Void = { _ in }
    ) {
        noted.withLock { collections in
            let index = collections.firstIndex { $0.name == name } ?? collections.count
            if index == collections.count { collections.append(.init(name: name)) }
            change(&collections[index])
        }
    }
}
