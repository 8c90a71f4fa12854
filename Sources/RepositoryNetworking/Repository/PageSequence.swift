/// The pages of a listing, each requested when it is needed.
///
///     for try await page in repository.pages(Criteria(Message.self) { $0.likes > 3 }) {
///         show(page.elements, of: page.total)
///     }
///
/// The sequence always ends: a repeated page is the last one. A link to an origin other than that
/// of the service is an error.
public struct PageSequence<Item: Sendable>: AsyncSequence, Sendable {
    /// The error of a page that could not be read.
    public typealias Failure = RepositoryError

    /// A page.
    public struct Page: Sendable {
        /// The elements, without entities that are marked as deleted.
        ///
        /// If conditions are evaluated locally, a page may have fewer elements than its size, or
        /// none.
        public let elements: [Item]
        /// The total number of elements on all pages, if the service reports it.
        ///
        /// Nil if the service does not support a condition, or has sent an entity that does not
        /// match, because its total then counts other entities, too.
        public let total: Int?
        /// The raw response, including what it contains next to the elements.
        public let response: NetworkingResponse

        /// Creates a page, for mocks and your own repositories.
        ///
        /// - Parameters:
        ///   - elements: The elements.
        ///   - total: The total number of elements on all pages.
        ///   - response: The raw response.
        public init(
            elements: [Item],
            total: Int? = nil,
            response: NetworkingResponse = NetworkingResponse(status: 200)
        ) {
            self.elements = elements
            self.total = total
            self.response = response
        }
    }

    /// Iterates over the pages.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        fileprivate var listing: any PageListing<Item>

        /// Returns the next page; nil after the last, and after an error.
        ///
        /// - Throws: `RepositoryError` if the page could not be read; with the code
        ///   `.invalidRequest` if the service does not support the order.
        public mutating func next() async throws(RepositoryError) -> Page? {
            try await listing.next()
        }
    }

    private let start: any PageListing<Item>

    /// Creates the pages of a listing.
    init(_ listing: some PageListing<Item>) {
        start = listing
    }

    /// Creates pages from a function, for mocks and your own repositories.
    ///
    /// - Parameter load: Returns all pages; called when an iteration requests the first one.
    public init(_ load: @escaping @Sendable () async throws(RepositoryError) -> [Page]) {
        start = LoadedPages(load: load)
    }

    /// Starts with the first page.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(listing: start)
    }
}

/// Provides one page after the other.
protocol PageListing<Element>: Sendable {
    associatedtype Element: Sendable

    /// Returns the next page; nil after the last, and after an error.
    mutating func next() async throws(RepositoryError) -> PageSequence<Element>.Page?
}

/// Pages that a function returns all at once.
private struct LoadedPages<Element: Sendable>: PageListing {
    let load: @Sendable () async throws(RepositoryError) -> [PageSequence<Element>.Page]
    /// The remaining pages; nil before the first.
    private var rest: ArraySlice<PageSequence<Element>.Page>?

    init(load: @escaping @Sendable () async throws(RepositoryError) -> [PageSequence<Element>.Page])
    {
        self.load = load
    }

    mutating func next() async throws(RepositoryError) -> PageSequence<Element>.Page? {
        if rest == nil { rest = try await load()[...] }
        return rest?.popFirst()
    }
}
