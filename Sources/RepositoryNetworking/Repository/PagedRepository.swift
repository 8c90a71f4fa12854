/// A repository that returns entities page by page.
///
///     func export(_ messages: some PagedRepository<Message>) async throws(RepositoryError) {
///         var pages = messages.pages(size: 100).makeAsyncIterator()
///         while let page = try await pages.next() { write(page.elements) }
///     }
public protocol PagedRepository<Entity>: ReadRepository where Entity: RepositoryValues.Entity {
    /// Returns the entities that match criteria, page by page.
    ///
    /// By default there is one page, with the result of ``ReadRepository/find(_:)``.
    ///
    /// - Parameters:
    ///   - criteria: The filter and order; limit and offset are ignored.
    ///   - size: The page size, if the service supports setting it; nil leaves it to the service.
    /// - Returns: The pages, each requested when it is needed.
    func pages(_ criteria: Criteria, size: Int?) -> PageSequence<Entity>
}

extension PagedRepository {
    /// Returns one page, with the result of ``ReadRepository/find(_:)``.
    public func pages(_ criteria: Criteria, size: Int?) -> PageSequence<Entity> {
        var criteria = criteria
        (criteria.limit, criteria.offset) = (nil, 0)
        return PageSequence { [criteria] () async throws(RepositoryError) in
            [PageSequence.Page(elements: try await find(criteria))]
        }
    }

    /// Returns the entities that match criteria, in the page size of the service.
    ///
    /// - Parameter criteria: The filter and order; all entities by default.
    /// - Returns: The pages, each requested when it is needed.
    public func pages(_ criteria: Criteria = .all) -> PageSequence<Entity> {
        pages(criteria, size: nil)
    }

    /// Returns all entities, page by page.
    ///
    /// - Parameter size: The page size, if the service supports setting it.
    /// - Returns: The pages, each requested when it is needed.
    public func pages(size: Int) -> PageSequence<Entity> {
        pages(.all, size: size)
    }
}
