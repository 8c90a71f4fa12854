import Foundation
import HTTPTypes

/// The pages of a listing, one after the other, and whether the listing is complete.
///
/// It ends whatever a service does: a repeated URL, token or page is the end, and so is the hundred
/// thousandth page.
package struct ServicePages: Sendable {
    private enum Position {
        case first
        /// The query items that request the page.
        case items([(String, String)])
        case link(URL)
        case end
    }

    /// A page.
    package struct Page: Sendable {
        package let request: NetworkingRequest
        /// The response in the form of repositories: its body is an array.
        package let response: NetworkingResponse
        /// The raw response.
        package let raw: NetworkingResponse
        /// The total number of entities, if the service reports it.
        package let total: Int?
        /// Whether there are more pages, if the response declares it.
        package let hasMore: Bool?
        /// The way to request the next page.
        fileprivate let next: Next
    }

    /// What a response contains about the next page.
    fileprivate enum Next {
        case none
        case link(URL)
        /// The token, if there is one.
        case token(String?)
    }

    /// A listing that never ends is stopped.
    private static let maximumPages = 100_000
    /// So many empty pages in a row are not those of a service that filters them.
    private static let maximumEmptyPages = 20

    private let paging: Conventions.Paging
    private let query: String
    private let isConditional: Bool
    private let request: @Sendable (_ query: String) -> NetworkingRequest
    private let networking: any Networking
    private var position = Position.first
    private var seen: Set<String> = []
    /// The content of the previous page.
    private var previous: PageContent?
    /// The number of entities on the pages so far.
    private var count = 0
    /// The total number of entities, as reported by the last page.
    private var total: Int?
    /// Whether a flag of the last page declares that there are more.
    private var isFlagged = false
    /// The number of empty pages in a row.
    private var emptyCount = 0
    /// The likely page size of a service that returns fewer entities than requested.
    private var likelyMaximum: Int?

    /// The number of requested pages.
    package private(set) var pageCount = 0
    /// Whether the last page was reached.
    package private(set) var isAtEnd = false

    /// Creates a listing.
    ///
    /// - Parameters:
    ///   - paging: The paging settings.
    ///   - query: The percent-encoded query without paging parameters.
    ///   - isConditional: Whether a header field requests only what has changed.
    ///   - networking: Sends the requests.
    ///   - request: Creates the request for a query.
    package init(
        _ paging: Conventions.Paging,
        query: String = "",
        isConditional: Bool = false,
        over networking: any Networking,
        _ request: @escaping @Sendable (_ query: String) -> NetworkingRequest
    ) {
        self.paging = paging
        self.query = query
        self.isConditional = isConditional
        self.networking = networking
        self.request = request
    }

    /// The operation, such as `GET /messages`.
    var operation: String { request(query).operation }

    /// Whether pages are requested by number or offset, so that one after the last may be not
    /// found.
    package var isCounted: Bool {
        switch paging.style {
        case .page, .offset: true
        default: false
        }
    }

    /// Returns the next page; nil after the last, and after an error.
    ///
    /// - Returns: The page; call ``advance(after:_:)`` before requesting the next one.
    /// - Throws: `RepositoryError` if it was not received completely.
    package mutating func next() async throws(RepositoryError) -> Page? {
        guard pageCount < Self.maximumPages, let request = nextRequest() else { return nil }
        pageCount += 1
        position = .end
        let raw = try await networking.deliver(request)
        // A 304 is only valid for the first page.
        let isUnchanged = isConditional && pageCount == 1 && raw.status == 304
        if isBehindTheLast(raw.status) || isUnchanged {
            finish(total: total)
            return nil
        }
        try raw.check(for: request)
        let response = try raw.inFormOfRepositories(for: request)
        try response.requireBody(for: request)
        let hasMore = try hasMore(after: raw, request)
        return Page(
            request: request,
            response: response,
            raw: raw,
            total: paging.total.flatMap { raw.total(at: $0) },
            hasMore: hasMore,
            next: hasMore == false ? .none : try next(after: raw, request)
        )
    }

    /// Returns whether a page does not exist because the previous one was the last: by 404 if the
    /// service has not declared that there are more, or, when all entities of the reported total
    /// are received, by a refusal such as that of WordPress.
    private func isBehindTheLast(_ status: Int) -> Bool {
        guard isCounted, pageCount > 1 else { return false }
        let isAll = total == count || likelyMaximum != nil
        return status == 404 && !isFlagged || [400, 416, 422].contains(status) && isAll
    }

    /// Returns the number of entities from the response to HEAD; nil if it is not requested or not
    /// reported.
    package func countedByHead() async -> Int? {
        guard case .head(let name) = paging.total else { return nil }
        var request = request(query)
        request.head.method = .head
        request.operation = "HEAD" + request.operation.drop { $0 != " " }
        // Without the total the pages can still be read.
        guard let response = try? await networking.deliver(request), response.isSuccess else {
            return nil
        }
        return response.count(inHeader: name)
    }

    private func nextRequest() -> NetworkingRequest? {
        switch position {
        case .end:
            return nil
        case .first:
            return request(joined(firstItems))
        case .items(let items):
            return request(joined(items))
        case .link(let url):
            var request = request("")
            let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
            // The networking rejects another origin than its own.
            request.head.scheme = url.scheme
            request.head.authority = parts?.percentEncodedHost.map { host in
                url.port.map { "\(host):\($0)" } ?? host
            }
            let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
            request.head.path = url.path(percentEncoded: true) + query
            request.addToQuery(request.api.query)
            return request
        }
    }

    private func joined(_ items: [(String, String)]) -> String {
        let page = ServiceQuery.text(items)
        return query.isEmpty || page.isEmpty ? query + page : query + "&" + page
    }

    private var sizeItems: [(String, String)] {
        guard let size = paging.size, let parameter = paging.sizeParameter else { return [] }
        return [(parameter, "\(size)")]
    }

    private var firstItems: [(String, String)] {
        switch paging.style {
        case .page(let parameter, let first): sizeItems + [(parameter, "\(first)")]
        case .offset(let parameter): sizeItems + [(parameter, "0")]
        default: sizeItems
        }
    }

    /// Returns whether the response declares that there are more pages; nil if it does not declare
    /// it.
    private func hasMore(
        after response: NetworkingResponse,
        _ request: NetworkingRequest
    ) throws(RepositoryError) -> Bool? {
        guard let path = paging.more else { return nil }
        guard let value = try response.value(at: path, for: request), value != .null else {
            return false
        }
        if let hasMore = value.flag { return hasMore }
        throw RepositoryError(unreadable: response, to: request, JSONError(noFlag: value, at: path))
    }

    /// Returns what the response contains about the next page.
    private func next(
        after response: NetworkingResponse,
        _ request: NetworkingRequest
    ) throws(RepositoryError) -> Next {
        func link(_ text: String?) throws(RepositoryError) -> Next {
            guard let text, !text.isEmpty else { return .none }
            let complete = PercentEncoding.complete(text)
            guard let url = URL(string: complete, relativeTo: response.url)?.absoluteURL else {
                var error = RepositoryError(
                    .unreadableResponse,
                    during: request.operation,
                    message: "The URL of the next page is invalid."
                )
                error.response = response
                throw error
            }
            return .link(url)
        }
        switch paging.style {
        case .none, .page, .offset, .lastID: return .none
        case .link: return try link(response.nextLink)
        case .header(let name):
            return try link(response.header(name))
        case .next(let path): return try link(try response.nextLink(at: path, for: request))
        case .token(let path, _): return .token(try response.nextToken(at: path, for: request))
        case .headerToken(let name, _):
            return .token(response.header(name))
        }
    }

    /// Advances past a page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - content: Its content.
    /// - Returns: Whether it differs from the previous page.
    @discardableResult
    package mutating func advance(after page: Page, _ content: PageContent) -> Bool {
        let count = content.count
        self.count += count
        total = page.total
        isFlagged = page.hasMore == true
        emptyCount = count > 0 ? 0 : emptyCount + 1
        guard !isRepeated(content) else {
            position = .end
            // A page shorter than requested was complete.
            if likelyMaximum != nil { finish(total: page.total) }
            return false
        }
        previous = content
        goOn(behind: page, content)
        return true
    }

    /// Returns whether a service that ignores the paging parameters has returned the same page
    /// again.
    ///
    /// Two pages of values without identities can be equal by chance. Behind a link or a token,
    /// which is followed only once, they are two pages.
    private func isRepeated(_ content: PageContent) -> Bool {
        content.count > 0 && content == previous && (content.lastID != nil || isCounted)
    }

    private mutating func goOn(behind page: Page, _ content: PageContent) {
        let count = content.count
        if pageCount == 1, page.hasMore == nil, page.total == nil {
            likelyMaximum = paging.likelyMaximum(after: count)
        }
        guard page.hasMore != false else { return finish(total: page.total) }
        // A service may return fewer entities than requested although there are more.
        let hasMore = page.hasMore ?? page.total.map { self.count < $0 } ?? false
        let size = likelyMaximum ?? paging.size
        let isFull = count > 0 && (hasMore || size.map { count >= $0 } ?? true)
        switch (paging.style, page.next) {
        // A service that filters pages returns empty ones, too.
        case (.page(let parameter, let first), _)
        where isFull || isFlagged && emptyCount < Self.maximumEmptyPages:
            go(to: sizeItems + [(parameter, "\(first + pageCount)")])
        case (.offset(let parameter), _) where isFull:
            go(to: sizeItems + [(parameter, "\(self.count)")])
        case (_, .link(let url)):
            position = seen.insert(url.absoluteString).inserted ? .link(url) : .end
        case (.token(_, let parameter), .token(let token?)) where !token.isEmpty,
            (.headerToken(_, let parameter), .token(let token?)) where !token.isEmpty:
            go(to: sizeItems + [(parameter, token)], mark: token)
        case (.lastID(let parameter), _) where isFull:
            guard let lastID = content.lastID else { return position = .end }
            go(to: sizeItems + [(parameter, lastID)], mark: lastID)
        case _ where page.hasMore == true:
            // There is a next page, but no way to request it.
            position = .end
        default:
            finish(total: page.total)
        }
    }

    private mutating func go(to items: [(String, String)], mark: String? = nil) {
        let isNew = mark.map { seen.insert($0).inserted } ?? true
        position = isNew ? .items(items) : .end
    }

    private mutating func finish(total: Int? = nil) {
        position = .end
        // Fewer entities than the reported total are not all.
        isAtEnd = total.map { $0 <= count } ?? true
    }
}

extension Conventions.Paging {
    /// Returns the likely largest page size of a service, derived from its first page; nil if that
    /// is the last.
    ///
    /// Some return a hundred entities, whatever is requested, without documenting it. Such numbers
    /// are round.
    fileprivate func likelyMaximum(after count: Int) -> Int? {
        guard let size, sizeParameter != nil, count < size, count >= 10, count.isMultiple(of: 5)
        else { return nil }
        return count
    }
}
