import HTTPTypes

/// All entities that the server lists, part by part, and whether these were all.
///
/// A part is a page of the server, or of a longer one as much as is good to hold at once.
package struct RemotePages {
    /// A page that is not yet read to its end.
    private struct Page {
        let page: ServicePages.Page
        var parts: JSONArrayParts
        var content = PageContent()
    }

    /// How many entities are held at once.
    private static let partSize = 500

    private let collection: RemoteCollection
    private var pages: ServicePages
    private var page: Page?
    private var isDamaged = false

    /// Whether the last page was reached, or the last entity that is kept, and all of it could be read.
    var isWhole: Bool { (pages.isAtEnd || end?.isReached == true) && !isDamaged }

    /// Whether the listing came in pages, between which the server may have changed.
    var isPaged: Bool { collection.paging.size != nil || pages.pageCount > 1 }

    /// What could not be read; nil where all could.
    private(set) var problem: RepositoryError?

    /// Whether it is what has changed, and not all there is.
    let isOfChanges: Bool
    /// How far the listing goes; nil where the service does not say, or where something changed while it
    /// was read, and an entity may have moved to a page that was read already.
    var cursor: String? { pages.isCounted && !front.isSteady ? nil : front.cursor }
    private var front: ListingFront

    /// Whether the service is asked only for the entities that are kept.
    let isSelected: Bool
    /// Where the listing can end because no more entities are kept; nil for a listing that is read to its end.
    private var end: SelectionEnd?
    /// The last entity that is kept, where there may be more on the server; nil if all were listed.
    var lastKept: [String: JSON]? { end?.isReached == true ? end?.last : nil }

    /// Begins a listing.
    ///
    /// - Parameters:
    ///   - collection: The collection.
    ///   - cursor: How far the last listing went; nil for a listing of all.
    ///   - selection: What the service is asked for, and how many of it; nil for everything.
    init(
        _ collection: RemoteCollection,
        since cursor: String? = nil,
        keeping selection: (criteria: Criteria, count: Int?)? = nil
    ) {
        self.collection = collection
        front = ListingFront(collection.conventions.changes?.cursor)
        var query = ""
        var isSelected = false
        // Of what has left the selection, a service would list no change.
        if cursor == nil, let (criteria, count) = selection {
            let asked = ServiceQuery(criteria, collection.conventions, for: .pages)
            query = asked.query
            isSelected = !query.isEmpty
            if asked.isOrderSaid, let count { end = SelectionEnd(criteria, count) }
        }
        self.isSelected = isSelected
        var field: HTTPField?
        isOfChanges = cursor != nil
        switch (cursor, collection.conventions.changes?.question) {
        case (let cursor?, .parameter(let parameter)):
            query = ServiceQuery.text([(parameter, cursor)])
        case (let cursor?, .header(let name)):
            field = HTTPField.Name(name).map { HTTPField(name: $0, value: cursor) }
        default: break
        }
        pages = ServicePages(
            collection.paging,
            query: query,
            isConditional: field != nil,
            over: collection.networking
        ) { [field] query in
            var request = collection.collectionRequest(.list, query)
            request.asksAnew()
            guard let field else { return request }
            request.head.headerFields[field.name] = field.value
            // Its address is that of the whole, for which a cache would take the answer.
            request.head.headerFields[.cacheControl] = "no-store"
            return request
        }
    }

    /// The next part, each entity in its own form; nil behind the last.
    mutating func next() async throws(RepositoryError) -> [RemoteElement]? {
        guard end?.isReached != true, var page = try await openPage() else { return nil }
        let (request, response) = (page.page.request, page.page.response)
        let elements: [JSON]
        do throws(JSONError) {
            elements = try page.parts.next(Self.partSize)
        } catch {
            throw RepositoryError(unreadable: response, to: request, error)
        }
        var part: [RemoteElement] = []
        for element in elements {
            let key = collection.schema.identityKey
            page.content.add(element, identityKey: key)
            if pages.pageCount == 1 { front.note(element) }
            let tombstone =
                request.form?.isTombstone(element) == true ? element[key]?.identityText : nil
            do throws(JSONError) {
                let state = RemoteState(
                    members: try collection.normalized(element.object ?? [:]),
                    tag: request.form?.version(of: element)
                )
                if tombstone == nil { end?.note(state.members) }
                let isWritten = collection.conventions.tombstone?.marks(.object(state.members))
                part.append(
                    tombstone.map { .tombstone($0, isWritten == true ? state : nil) }
                        ?? .entity(state)
                )
            } catch {
                // Of what is no more a service need not say the rest.
                if let tombstone {
                    part.append(.tombstone(tombstone, nil))
                    continue
                }
                isDamaged = true
                problem = problem ?? RepositoryError(unreadable: response, to: request, error)
            }
        }
        if page.parts.isAtEnd {
            pages.advance(after: page.page, page.content)
            self.page = nil
        } else {
            self.page = page
        }
        return part
    }

    /// The page that is read; asks for the next one where none is; nil behind the last.
    private mutating func openPage() async throws(RepositoryError) -> Page? {
        if let page { return page }
        guard let next = try await pages.next() else { return nil }
        front.note(next.raw)
        return Page(page: next, parts: JSONArrayParts(next.response.body))
    }
}

/// What a listing says of one entity.
package enum RemoteElement: Sendable {
    /// It is there.
    case entity(RemoteState)
    /// It is no more, by its identity; and what it was, where that is all there and a property is the
    /// tombstone, which a client may have written.
    case tombstone(String, RemoteState?)

    /// What the listing says of it; nil where that is the identity alone.
    var state: RemoteState? {
        switch self {
        case .entity(let state): state
        case .tombstone(_, let state): state
        }
    }
}
