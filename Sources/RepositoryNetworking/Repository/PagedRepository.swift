/// A repository that gives what criteria ask for page by page.
///
///     func export(_ messages: some PagedRepository<Message>) async throws(RepositoryError) {
///         var pages = messages.pages(size: 100).makeAsyncIterator()
///         while let page = try await pages.next() { write(page.elements) }
///     }
public protocol PagedRepository<Entity>: ReadRepository where Entity: RepositoryValues.Entity {
    /// The entities that fit criteria, page by page.
    ///
    /// By default one page, of what ``ReadRepository/find(_:)`` gives.
    ///
    /// - Parameters:
    ///   - criteria: Which, and in which order; their limit and offset do not count.
    ///   - size: How many entities a page has, where that can be told; nil leaves it to the service.
    /// - Returns: The pages, each asked for when it is needed.
    func pages(_ criteria: Criteria, size: Int?) -> PageSequence<Entity>
}

extension PagedRepository {
    /// One page, of what ``ReadRepository/find(_:)`` gives.
    public func pages(_ criteria: Criteria, size: Int?) -> PageSequence<Entity> {
        var criteria = criteria
        (criteria.limit, criteria.offset) = (nil, 0)
        return PageSequence { [criteria] () async throws(RepositoryError) in
            [PageSequence.Page(elements: try await find(criteria))]
        }
    }

    /// The entities that fit criteria, in pages as long as those of the service.
    ///
    /// - Parameter criteria: Which, and in which order; all by default.
    /// - Returns: The pages, each asked for when it is needed.
    public func pages(_ criteria: Criteria = .all) -> PageSequence<Entity> {
        pages(criteria, size: nil)
    }

    /// All entities, page by page.
    ///
    /// - Parameter size: How many entities a page has, where that can be told.
    /// - Returns: The pages, each asked for when it is needed.
    public func pages(size: Int) -> PageSequence<Entity> {
        pages(.all, size: size)
    }
}
