import Foundation
import HTTPTypes

/// The pages of a listing, one after the other, and whether they were all.
///
/// It ends whatever a service does: an address, a token or a page that comes again is the end, and so
/// is the hundred thousandth page.
package struct ServicePages: Sendable {
    private enum Position {
        case first
        /// The items that ask for the page.
        case items([(String, String)])
        case link(URL)
        case end
    }

    /// A page.
    package struct Page: Sendable {
        package let request: NetworkingRequest
        /// The answer in the form of repositories: its body is an array.
        package let response: NetworkingResponse
        /// The answer as it came.
        package let raw: NetworkingResponse
        /// How many entities there are in all, where the service says so.
        package let total: Int?
        /// Whether there is more, where the answer says so.
        package let hasMore: Bool?
        /// What asks for the next page.
        fileprivate let next: Next
    }

    /// What an answer says of the next page.
    fileprivate enum Next {
        case none
        case link(URL)
        /// The token, where there is one.
        case token(String?)
    }

    /// A listing that goes on for ever is none.
    private static let maximumPages = 100_000

    private let paging: Conventions.Paging
    private let query: String
    private let isConditional: Bool
    private let request: @Sendable (_ query: String) -> NetworkingRequest
    private let networking: any Networking
    private var position = Position.first
    private var seen: Set<String> = []
    /// What the page before had.
    private var previous: PageContent?
    /// How many entities the pages had.
    private var count = 0
    /// How many there are in all, as the last page has told.
    private var total: Int?
    /// How many a full page has where the service gives fewer than it is asked for, as it seems.
    private var likelyMaximum: Int?

    /// How many pages were asked for.
    package private(set) var pageCount = 0
    /// Whether the last page was reached.
    package private(set) var isAtEnd = false

    /// Begins a listing.
    ///
    /// - Parameters:
    ///   - paging: How it is divided.
    ///   - query: The query without what says the page, percent-encoded.
    ///   - isConditional: Whether a header field asks for what has changed alone.
    ///   - networking: What carries the requests.
    ///   - request: The request with a query.
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

    /// What is asked, such as `GET /messages`.
    var operation: String { request(query).operation }

    /// Whether the service gives a page a number, so that one behind the last may not be there.
    package var isCounted: Bool {
        switch paging.style {
        case .page, .offset: true
        default: false
        }
    }

    /// The next page; nil behind the last, and behind an error.
    ///
    /// - Returns: The page; nothing comes behind it before ``advance(after:_:)``.
    /// - Throws: `RepositoryError` where it did not come whole.
    package mutating func next() async throws(RepositoryError) -> Page? {
        guard pageCount < Self.maximumPages, let request = nextRequest() else { return nil }
        pageCount += 1
        position = .end
        let raw = try await networking.deliver(request)
        // Of a page that the one before has announced, 304 is no answer.
        let isUnchanged = isConditional && pageCount == 1 && raw.status == 304
        if isBehindTheLast(raw.status) || isUnchanged {
            finish()
            return nil
        }
        try raw.check(for: request)
        let response = try raw.inFormOfRepositories(for: request)
        try response.requireBody(for: request)
        return Page(
            request: request,
            response: response,
            raw: raw,
            total: paging.total.flatMap { raw.total(at: $0) },
            hasMore: try hasMore(after: raw, request),
            next: try next(after: raw, request)
        )
    }

    /// Whether a page is not there because the one before was the last: 404 says so, and where all have come
    /// that the service has told of, a refusal as WordPress gives it.
    private func isBehindTheLast(_ status: Int) -> Bool {
        guard isCounted, pageCount > 1 else { return false }
        let isAll = total == count || likelyMaximum != nil
        return status == 404 || [400, 416, 422].contains(status) && isAll
    }

    /// How many entities there are by the answer to HEAD; nil where that is not asked for, or does not say.
    package func countedByHead() async -> Int? {
        guard case .head(let name) = paging.total else { return nil }
        var request = request(query)
        request.head.method = .head
        request.operation = "HEAD" + request.operation.drop { $0 != " " }
        // Without a number there are pages all the same.
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
            // Whoever sends it refuses another origin than its own.
            request.head.scheme = url.scheme
            request.head.authority = parts?.percentEncodedHost.map { host in
                url.port.map { "\(host):\($0)" } ?? host
            }
            let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
            request.head.path = url.path(percentEncoded: true) + query
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

    /// A value in the body of an answer; nil where there is none.
    private func value(
        at path: JSONKeyPath,
        in response: NetworkingResponse,
        _ request: NetworkingRequest
    ) throws(RepositoryError) -> JSON? {
        do throws(JSONError) {
            guard let text = try JSONPart.text(at: path, in: response.body) else { return nil }
            return try JSON(jsonData: text)
        } catch {
            throw RepositoryError(unreadable: response, to: request, error)
        }
    }

    /// Whether the answer says that there is more; nil where that is not for it to say.
    private func hasMore(
        after response: NetworkingResponse,
        _ request: NetworkingRequest
    ) throws(RepositoryError) -> Bool? {
        guard let path = paging.more else { return nil }
        return try value(at: path, in: response, request)?.bool ?? false
    }

    /// What the answer says of the next page.
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
                    message: "What should be the address of the next page is none."
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
        case .next(let path): return try link(try value(at: path, in: response, request)?.string)
        case .token(let path, _):
            return .token(try value(at: path, in: response, request)?.identityText)
        case .headerToken(let name, _):
            return .token(response.header(name))
        }
    }

    /// Goes on behind a page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - content: What it had.
    /// - Returns: Whether it is another page than the one before.
    @discardableResult
    package mutating func advance(after page: Page, _ content: PageContent) -> Bool {
        let count = content.count
        self.count += count
        total = page.total
        // A service that does not know what asks for a page sends the same one for ever.
        guard count == 0 || content != previous else {
            position = .end
            // One that was shorter than it was asked for was all.
            if likelyMaximum != nil { finish(total: page.total) }
            return false
        }
        previous = content
        goOn(behind: page, content)
        return true
    }

    private mutating func goOn(behind page: Page, _ content: PageContent) {
        let count = content.count
        if pageCount == 1, page.hasMore == nil, page.total == nil {
            likelyMaximum = paging.likelyMaximum(after: count)
        }
        guard page.hasMore != false else { return finish(total: page.total) }
        // A service may give fewer than it was asked for, and say that there are more.
        let hasMore = page.hasMore ?? page.total.map { self.count < $0 } ?? false
        let size = likelyMaximum ?? paging.size
        let isFull = count > 0 && (hasMore || size.map { count >= $0 } ?? true)
        switch (paging.style, page.next) {
        case (.page(let parameter, let first), _) where isFull:
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
            // There is, and nothing says how to get it.
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
        // Where the service says how many there are, fewer are not all.
        isAtEnd = total.map { $0 <= count } ?? true
    }
}

extension Conventions.Paging {
    /// How many a service gives at most, as its first page makes it likely; nil where that is the last.
    ///
    /// Some give a hundred, whatever they are asked for, and do not say so. Such numbers are round.
    fileprivate func likelyMaximum(after count: Int) -> Int? {
        guard let size, sizeParameter != nil, count < size, count >= 10, count.isMultiple(of: 5)
        else { return nil }
        return count
    }
}

extension NetworkingResponse {
    /// A header field by its name, in any case.
    package func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { head.headerFields[$0] }
    }

    /// How many entities there are, where the service says so.
    fileprivate func total(at place: Conventions.Paging.Total) -> Int? {
        switch place {
        case .header(let name): count(inHeader: name)
        case .head: nil
        case .member(let path):
            (try? JSONPart.text(at: path, in: body)).flatMap { try? Int(jsonData: $0) }
        }
    }

    /// A number in a header field, also behind the range in `Content-Range` (RFC 9110).
    fileprivate func count(inHeader name: String) -> Int? {
        header(name).flatMap { $0.split(separator: "/").last }.flatMap { Int($0) }
    }
}
