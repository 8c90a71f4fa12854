/// The pages of a listing, each asked for when it is needed.
///
///     for try await page in repository.pages(Criteria(Message.self) { $0.likes > 3 }) {
///         show(page.elements, of: page.total)
///     }
///
/// The sequence always ends, and stays at the origin of the service: an address elsewhere is an error, and
/// a page that comes again is the end.
public struct PageSequence<Item: Sendable>: AsyncSequence, Sendable {
    /// Why a page could not be read.
    public typealias Failure = RepositoryError

    /// A page.
    public struct Page: Sendable {
        /// The elements, without entities that are marked as deleted.
        ///
        /// Where this side decides conditions, a page may have fewer elements than its size, or none.
        public let elements: [Item]
        /// How many elements all pages have together, where the service tells.
        ///
        /// Nil where the service cannot be asked for a condition, and as soon as it has sent an entity that
        /// does not fit: its count includes others.
        public let total: Int?
        /// The response as it came, with what stands beside the elements.
        public let response: NetworkingResponse

        /// Creates a page, for mocks and repositories of your own.
        ///
        /// - Parameters:
        ///   - elements: The elements.
        ///   - total: How many elements all pages have together.
        ///   - response: The response that they came with.
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

    /// Asks for one page after the other.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        fileprivate var listing: any PageListing<Item>

        /// The next page; nil behind the last, and behind an error.
        ///
        /// - Throws: `RepositoryError` where the page could not be read; of the kind `.invalidRequest` where
        ///   the service cannot be asked for the order.
        public mutating func next() async throws(RepositoryError) -> Page? {
            try await listing.next()
        }
    }

    private let start: any PageListing<Item>

    /// Begins a listing.
    init(_ listing: some PageListing<Item>) {
        start = listing
    }

    /// Makes pages of what a function gives, for mocks and repositories of your own.
    ///
    /// - Parameter load: Gives all pages; called when an iteration asks for its first one.
    public init(_ load: @escaping @Sendable () async throws(RepositoryError) -> [Page]) {
        start = LoadedPages(load: load)
    }

    /// Begins with the first page.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(listing: start)
    }
}

/// Gives one page after the other.
protocol PageListing<Element>: Sendable {
    associatedtype Element: Sendable

    /// The next page; nil behind the last, and behind an error.
    mutating func next() async throws(RepositoryError) -> PageSequence<Element>.Page?
}

/// Pages that a function gives all at once.
private struct LoadedPages<Element: Sendable>: PageListing {
    let load: @Sendable () async throws(RepositoryError) -> [PageSequence<Element>.Page]
    /// What has not been asked for yet; nil before the first page.
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
