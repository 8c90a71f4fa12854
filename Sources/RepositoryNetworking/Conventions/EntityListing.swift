/// Asks a service for the pages of what criteria ask for.
///
/// Conditions that the service does not decide are decided here.
struct EntityListing<Value: Entity>: PageListing {
    private var pages: ServicePages
    /// The listing of everything, where the service refuses the condition.
    private var unfiltered: (pages: ServicePages, criteria: ServiceQuery)?
    /// How many there are by the answer to HEAD, where that was asked for.
    private var counted: Int?

    /// What decides which entities fit; nil where the caller does.
    private var criteria: ServiceQuery?
    /// Whether the service counts the entities that fit, and no others, as far as is known.
    private var isCounted: Bool

    /// Begins a listing.
    ///
    /// - Parameters:
    ///   - pages: The pages, unread.
    ///   - criteria: What decides which entities fit; nil where the caller does, who does not count them
    ///     either.
    ///   - unfiltered: The listing of everything, where the service refuses the condition; nil where
    ///     nothing takes its place.
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

    /// The next page; where the service refuses the condition, the first one of everything.
    private mutating func nextPage() async throws(RepositoryError) -> ServicePages.Page? {
        let isFirst = pages.pageCount == 0
        do throws(RepositoryError) {
            return try await pages.next()
        } catch {
            guard isFirst, var unfiltered, criteria?.mayBeRefused(by: error, Value.self) == true
            else { throw error }
            let page: ServicePages.Page?
            // What fails without the condition, too, was not refused for it.
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
                The service cannot be asked for this order, and pages come in its own: \
                use `find`, which sorts what it has read.
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
    /// The entities that fit criteria, page by page.
    ///
    /// A condition that the service cannot be asked for, ignores, or refuses (400 or 422), is decided here,
    /// as `find` does: a page then has fewer entities, or none, and no total. The order is the service's; where it cannot be
    /// asked for one, the first page throws `RepositoryError` of the kind `.invalidRequest`.
    ///
    /// - Parameters:
    ///   - criteria: Which, and in which order; its limit and offset do not count.
    ///   - size: How many entities a page has, where the service lets itself be told; that of the
    ///     conventions by default.
    /// - Returns: The pages.
    public func pages(
        _ criteria: Criteria,
        size: Int?
    ) -> PageSequence<Entity> {
        var criteria = criteria
        (criteria.limit, criteria.offset) = (nil, 0)
        let query = ServiceQuery(criteria, conventions, for: .pages)
        let pages = servicePages(of: query, size: size)
        // In which order the pages of everything come, nobody can say here.
        guard criteria.order.isEmpty else {
            return PageSequence(EntityListing(pages, fitting: query))
        }
        let all = ServiceQuery(criteria, conventions, for: .unfiltered)
        let unfiltered = (servicePages(of: all, size: size), all)
        return PageSequence(EntityListing(pages, fitting: query, otherwise: unfiltered))
    }

    /// The pages of what a query gives, whether it fits or not, and without how many there are in all.
    func pages(of query: ServiceQuery) -> PageSequence<Entity> {
        PageSequence(EntityListing(servicePages(of: query)))
    }
}

extension NetworkingRepository {
    /// The pages of what a query gives, unread.
    func servicePages(of query: ServiceQuery, size: Int? = nil) -> ServicePages {
        let paging = conventions.paging.sized(size ?? query.pageSize)
        return ServicePages(paging, query: query.query, over: store) { query in
            collectionRequest(.list, query: query)
        }
    }
}
