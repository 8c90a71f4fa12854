/// Requests the pages of a service that match criteria.
///
/// Conditions that the service cannot evaluate are evaluated locally.
struct EntityListing<Value: Entity>: PageListing {
    private var pages: ServicePages
    /// The unfiltered listing, if the service rejects the condition.
    private var unfiltered: (pages: ServicePages, criteria: ServiceQuery)?
    /// The number of entities in the response to HEAD, if it was requested.
    private var counted: Int?

    /// Decides locally which entities match; nil if the caller does.
    private var criteria: ServiceQuery?
    /// Whether the total of the service counts only matching entities, if known.
    private var isCounted: Bool

    /// Creates a listing.
    ///
    /// - Parameters:
    ///   - pages: The pages, not yet requested.
    ///   - criteria: Decides locally which entities match; nil if the caller does, without using
    ///     the total.
    ///   - unfiltered: The unfiltered listing, if the service rejects the condition; nil if there
    ///     is no such fallback.
    init(
        _ pages: ServicePages,
        fitting criteria: ServiceQuery? = nil,
        otherwise unfiltered: (pages: ServicePages, criteria: ServiceQuery)? = nil
    ) {
        self.pages = pages
        self.unfiltered = unfiltered
        self.criteria = criteria
        isCounted = criteria?.isFilterSaid ?? false
    }

    mutating func next() async throws(RepositoryError) -> PageSequence<Value>.Page? {
        if let criteria, !criteria.isOrderSaid { throw unsaidOrder }
        try criteria?.requireOwnConditions(during: pages.operation)
        if isCounted, pages.pageCount == 0 { counted = await pages.countedByHead() }
        guard let page = try await nextPage() else { return nil }
        let (elements, content) = try Self.elements(of: page)
        guard pages.advance(after: page, content) else { return nil }
        let fitting = criteria?.fitting(among: elements) ?? elements
        isCounted = isCounted && fitting.count == elements.count
        let total = isCounted ? page.total ?? counted : nil
        return PageSequence.Page(elements: fitting, total: total, response: page.raw)
    }

    /// Returns the next page; if the service rejects the condition, the first page of the
    /// unfiltered listing.
    private mutating func nextPage() async throws(RepositoryError) -> ServicePages.Page? {
        let isFirst = pages.pageCount == 0
        do throws(RepositoryError) {
            return try await pages.next()
        } catch {
            guard isFirst, var unfiltered, criteria?.mayBeRefused(by: error, Value.self) == true
            else { throw error }
            let page: ServicePages.Page?
            // If the unfiltered request fails too, the condition was not the reason.
            do throws(RepositoryError) {
                page = try await unfiltered.pages.next()
            } catch _ { throw error }
            (pages, criteria) = unfiltered
            isCounted = unfiltered.criteria.isFilterSaid
            return page
        }
    }

    private var unsaidOrder: RepositoryError {
        RepositoryError(
            .invalidRequest,
            during: pages.operation,
            message: """
                The service does not support this order for pages: \
                use `find`, which sorts the entities after reading them.
                """
        )
    }

    private static func elements(
        of page: ServicePages.Page
    ) throws(RepositoryError) -> ([Value], PageContent) {
        var content = PageContent()
        do throws(JSONError) {
            guard let form = page.request.form, form.conventions.tombstone != nil else {
                let elements = try [Value](jsonData: page.response.body)
                for element in elements { content.add(id: element.id.pathComponent) }
                return (elements, content)
            }
            let all = try [JSON](jsonData: page.response.body)
            for element in all { content.add(element, identityKey: form.identityKey) }
            let elements = try all.filter { !form.isTombstone($0) }
                .map { json throws(JSONError) in try Value(jsonData: try json.jsonData()) }
            return (elements, content)
        } catch {
            throw RepositoryError(unreadable: page.response, to: page.request, error)
        }
    }
}

extension ReadNetworkingRepository {
    /// Returns the entities that match criteria, page by page.
    ///
    /// Conditions that the service does not support, ignores, or rejects (400 or 422) are evaluated
    /// locally, as in `find`: a page then has fewer entities, or none, and no total. The order is
    /// that of the service; if it does not support the order of the criteria, the first page throws
    /// `RepositoryError` with the code `.invalidRequest`.
    ///
    /// - Parameters:
    ///   - criteria: The filter and order; limit and offset are ignored.
    ///   - size: The page size, if the service supports setting it; that of the conventions by
    ///     default.
    /// - Returns: The pages.
    public func pages(
        _ criteria: Criteria,
        size: Int?
    ) -> PageSequence<Entity> {
        var criteria = criteria
        (criteria.limit, criteria.offset) = (nil, 0)
        let query = ServiceQuery(criteria, conventions, of: api, for: .pages)
        let pages = servicePages(of: query, size: size)
        // The order of the unfiltered listing is unknown.
        guard criteria.order.isEmpty else {
            return PageSequence(EntityListing(pages, fitting: query))
        }
        let all = ServiceQuery(criteria, conventions, of: api, for: .unfiltered)
        let unfiltered = (servicePages(of: all, size: size), all)
        return PageSequence(EntityListing(pages, fitting: query, otherwise: unfiltered))
    }

    /// Returns the pages of a query, including entities that do not match, and without a total.
    func pages(of query: ServiceQuery) -> PageSequence<Entity> {
        PageSequence(EntityListing(servicePages(of: query)))
    }
}

extension NetworkingRepository {
    /// Returns the pages of a query, not yet requested.
    func servicePages(of query: ServiceQuery, size: Int? = nil) -> ServicePages {
        let paging = conventions.paging.sized(size ?? query.pageSize)
        return ServicePages(paging, query: query.query, over: store) { query in
            collectionRequest(.list, query: query)
        }
    }
}
