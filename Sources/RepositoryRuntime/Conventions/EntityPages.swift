/// The entities that fit criteria, page by page, as a service divides them.
///
///     for try await page in repository.pages(Criteria(Message.self) { $0.likes > 3 }) {
///         show(page.elements, of: page.total)
///     }
///
/// A page is asked for when it is needed. The sequence is bounded, and stays at the origin of the service:
/// an address elsewhere is an error, one that comes again is the end.
public struct EntityPages<Value: Entity>: AsyncSequence, Sendable {
    /// Why a page did not come whole.
    public typealias Failure = RepositoryError

    /// A page.
    public struct Page: Sendable {
        /// The entities, without those that are no more.
        public let elements: [Value]
        /// How many there are on all pages, where the service says so.
        public let total: Int?
        /// The answer as it came, with what stands beside the entities.
        public let response: NetworkingResponse
    }

    /// Asks for one page after the other.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        private var pages: ServicePages
        /// How many there are by the answer to HEAD, where that was asked for.
        private var counted: Int?

        /// Whether it is asked for how many there are, where that takes a request of its own.
        private let isCounted: Bool

        fileprivate init(_ pages: ServicePages, isCounted: Bool) {
            self.pages = pages
            self.isCounted = isCounted
        }

        /// The next page; nil behind the last.
        ///
        /// - Throws: `RepositoryError` where it did not come whole.
        public mutating func next() async throws(RepositoryError) -> Page? {
            if isCounted, pages.pageCount == 0 { counted = await pages.countedByHead() }
            guard let page = try await pages.next() else { return nil }
            let (elements, content) = try Self.elements(of: page)
            pages.advance(after: page, content)
            return Page(elements: elements, total: page.total ?? counted, response: page.raw)
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

    private let pages: ServicePages
    private let isCounted: Bool

    init(_ pages: ServicePages, isCounted: Bool) {
        self.pages = pages
        self.isCounted = isCounted
    }

    /// Begins with the first page.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(pages, isCounted: isCounted)
    }
}

extension ReadNetworkingRepository {
    /// The entities that fit criteria, page by page.
    ///
    /// A condition that the service cannot be asked for is not decided here: use
    /// `find` where it must be.
    ///
    /// - Parameters:
    ///   - criteria: Which, and in which order; its limit and offset do not count.
    ///   - size: How many entities a page has, where the service lets itself be told; that of the
    ///     conventions by default.
    /// - Returns: The pages.
    public func pages(
        _ criteria: Criteria = .all,
        size: Int? = nil
    ) -> EntityPages<Entity> {
        var criteria = criteria
        (criteria.limit, criteria.offset) = (nil, 0)
        let pages = servicePages(of: ServiceQuery(criteria, conventions), size: size)
        return EntityPages(pages, isCounted: true)
    }

    /// The pages of what a query gives, without how many there are in all.
    func pages(of query: ServiceQuery) -> EntityPages<Entity> {
        EntityPages(servicePages(of: query), isCounted: false)
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
