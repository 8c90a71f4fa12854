import Foundation
import HTTPTypes

/// All entities that the server lists, part by part, and whether these were all.
///
/// A part is a page of the server, or of a longer one as much as is good to hold at once.
struct RemotePages {
    private enum Position {
        case offset(Int)
        case first
        case link(URL)
        case end
    }

    /// A page that is not yet read to its end.
    private struct Page {
        let response: NetworkingResponse
        let request: NetworkingRequest
        var parts: JSONArrayParts
        var first: [[String: JSON]]?
        var count = 0
    }

    /// How many entities are held at once.
    private static let partSize = 500

    /// A listing that goes on for ever is none.
    private static let maximumPages = 100_000

    private let collection: RemoteCollection
    private var position: Position
    private var seenLinks: Set<URL> = []
    private var page: Page?
    /// What the last page began with.
    private var previous: [[String: JSON]] = []
    private var pageCount = 0
    private var count = 0
    private var isDamaged = false
    private var isAtEnd = false

    /// Whether the last page was reached, and all of it could be read.
    var isWhole: Bool { isAtEnd && !isDamaged }

    /// Whether the listing came in pages, between which the server may have changed.
    var isPaged: Bool {
        if case .pages = collection.listing { true } else { pageCount > 1 }
    }

    /// What could not be read; nil where all could.
    private(set) var problem: RepositoryError?

    init(_ collection: RemoteCollection) {
        self.collection = collection
        switch collection.listing {
        case .whole: position = .first
        case .pages: position = .offset(0)
        case .none: position = .end
        }
    }

    /// The next part, each entity in its own form; nil behind the last.
    ///
    /// - Throws: `RepositoryError` where it did not come whole.
    mutating func next() async throws(RepositoryError) -> [[String: JSON]]? {
        guard var page = try await openPage() else { return nil }
        let elements: [JSON]
        do throws(JSONError) {
            elements = try page.parts.next(Self.partSize)
        } catch {
            throw RepositoryError(unreadable: page.response, to: page.request, error)
        }
        var part: [[String: JSON]] = []
        for element in elements {
            do throws(JSONError) {
                part.append(try collection.normalized(element.object ?? [:]))
            } catch {
                isDamaged = true
                problem =
                    problem ?? RepositoryError(unreadable: page.response, to: page.request, error)
            }
        }
        count += elements.count
        page.count += elements.count
        page.first = page.first ?? part
        if page.parts.isAtEnd {
            advance(after: page)
            previous = page.first ?? []
            self.page = nil
        } else {
            self.page = page
        }
        return part
    }

    /// The page that is read; asks for the next one where none is; nil behind the last.
    private mutating func openPage() async throws(RepositoryError) -> Page? {
        if let page { return page }
        guard let request = nextRequest() else { return nil }
        pageCount += 1
        let response = try await collection.send(request)
        try response.check(for: request)
        try response.requireBody(for: request)
        let parts = JSONArrayParts(response.body)
        return Page(response: response, request: request, parts: parts)
    }

    private func nextRequest() -> NetworkingRequest? {
        guard pageCount < Self.maximumPages else { return nil }
        switch position {
        case .end:
            return nil
        case .offset(let offset):
            guard case .pages(let size) = collection.listing else { return nil }
            return collection.collectionRequest(.get, "limit=\(max(1, size))&offset=\(offset)")
        case .first:
            return collection.collectionRequest(.get, "")
        case .link(let url):
            var request = collection.collectionRequest(.get, "")
            // Whoever sends it refuses another origin than its own.
            request.head.scheme = url.scheme
            request.head.authority = url.host().map { host in
                url.port.map { "\(host):\($0)" } ?? host
            }
            let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
            request.head.path = url.path(percentEncoded: true) + query
            return request
        }
    }

    private mutating func advance(after page: Page) {
        switch position {
        case .offset(let offset):
            guard case .pages(let size) = collection.listing, page.count >= max(1, size)
            else {
                return finish(page.response)
            }
            // A server that ignores the offset sends the same page for ever.
            guard page.first != previous else { return position = .end }
            position = .offset(offset + page.count)
        case .first, .link:
            guard let next = page.response.nextPage else { return finish(page.response) }
            position = seenLinks.insert(next).inserted ? .link(next) : .end
        case .end:
            break
        }
    }

    private mutating func finish(_ response: NetworkingResponse) {
        position = .end
        // Where the server says how many there are, fewer are not all.
        isAtEnd = response.totalCount.map { $0 <= count } ?? true
    }
}

extension NetworkingResponse {
    /// How many entities there are, where the server says so.
    fileprivate var totalCount: Int? {
        HTTPField.Name("X-Total-Count").flatMap { head.headerFields[$0] }.flatMap { Int($0) }
    }

    /// Where the next page is by the `Link` header, RFC 8288; nil where there is none.
    fileprivate var nextPage: URL? {
        guard let name = HTTPField.Name("Link"), let links = head.headerFields[name] else {
            return nil
        }
        for link in links.components(separatedBy: ",") {
            let parts = link.components(separatedBy: ";")
                .map { $0.trimmingCharacters(in: .whitespaces) }
            let isNext = parts.dropFirst().contains {
                $0.lowercased().replacing("\"", with: "") == "rel=next"
            }
            guard isNext, let target = parts.first, target.hasPrefix("<"), target.hasSuffix(">")
            else { continue }
            return URL(string: String(target.dropFirst().dropLast()), relativeTo: url)?.absoluteURL
        }
        return nil
    }
}
