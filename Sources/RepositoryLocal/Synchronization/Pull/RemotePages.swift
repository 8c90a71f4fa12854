import Foundation
import HTTPTypes

/// All entities that the server lists, in parts, and whether the listing was complete.
///
/// A part is a page, or of a long page as many entities as should be in memory at once.
package struct RemotePages {
    /// A page that has not been read to its end.
    private struct Page {
        let page: ServicePages.Page
        var parts: JSONArrayParts
        var content = PageContent()
    }

    /// The number of entities in memory at once.
    private static let partSize = 500

    private let collection: RemoteCollection
    private var pages: ServicePages
    @Indirect private var page: Page?
    private var isDamaged = false

    /// Whether the last page or the last entity to keep was reached, everything could be decoded,
    /// and no proof is outstanding.
    var isWhole: Bool { isAtEnd && !isDamaged && !isProofDue }
    private var isAtEnd: Bool {
        pages.isAtEnd || limits?.isReached == true && !isSecond || proof?.isRefused == true
    }

    /// Whether the listing came in several pages, between which the server may have changed.
    var isPaged: Bool { collection.paging.size != nil || pages.pageCount > 1 || isSecond }

    /// Whether an entity that is not in the listing does not exist.
    var provesAbsence: Bool { isWhole && isProven }
    /// Whether no deletion can have hidden an entity that existed when the listing began.
    private var isProven: Bool { proof?.isGiven ?? true || !isShiftable }
    /// The proof that pages by number or offset have missed nothing; nil if nothing depends on it.
    private var proof: ListingProof?
    private var isSecond: Bool { proof?.isSecond ?? false }
    /// Whether a deletion may have moved entities of counted pages to those that were already read.
    private var isShiftable: Bool { isSecond || pages.pageCount > 1 }
    /// Whether the listing has ended, but not its proof.
    private var isProofDue: Bool {
        proof != nil && !isSecond && isShiftable && isAtEnd && (isSearch || front.cursor != nil)
    }
    private let isSearch: Bool

    /// The first decoding error; nil if there was none.
    private(set) var problem: RepositoryError?

    /// Whether the listing contains only changes, not all entities.
    let isOfChanges: Bool
    /// The position of the listing.
    ///
    /// It is nil if the service returns none, or if something changed during the listing, so that
    /// an entity may have moved to a page that was already read.
    var cursor: String? {
        pages.isCounted && !front.isSteady || !isProven ? nil : front.cursor
    }
    private var front: ListingFront

    /// Whether the request asks only for the entities to keep.
    let isSelected: Bool
    /// The limits of the partial replica; nil if there are none.
    private var limits: ReplicaLimits?
    /// The last listed entity, if the server may have more; nil if all were listed.
    var last: [String: JSON]? { limits?.isReached == true ? limits?.last : nil }
    /// Whether entities beyond the limits were found by the floor of the replica.
    var usesFloor: Bool { limits?.usesFloor ?? false }
    /// Values of the order's property, from the newest of which on entities may be missing.
    var missing: [JSON] { limits?.missing ?? [] }

    /// Starts a listing of everything, of a partial replica, or of changes since the last listing.
    ///
    /// - Parameters:
    ///   - collection: The collection.
    ///   - cursor: The position of the last listing; nil for a full listing.
    ///   - part: The part of the collection to list; nil for everything.
    ///   - isSearch: Whether an entity that is not listed counts as not existing.
    init(
        _ collection: RemoteCollection,
        since cursor: String? = nil,
        keeping part: KeptPart? = nil,
        isSearch: Bool = false
    ) {
        self.collection = collection
        self.isSearch = isSearch
        let place = collection.conventions.changes?.cursor
        front = ListingFront(place)
        var query = ""
        var isSelected = false
        if let part {
            let criteria = part.selection.criteria(at: part.date)
            var isOrdered = false
            // An incremental listing does not report entities that have left the selection.
            if cursor == nil, part.isRequested {
                let asked = ServiceQuery(
                    criteria,
                    collection.conventions,
                    of: collection.api,
                    for: .pages
                )
                query = asked.query
                isSelected = !query.isEmpty
                isOrdered = asked.isOrderSaid
            }
            limits = ReplicaLimits(
                part.selection,
                criteria,
                floor: part.floor,
                isOrdered: isOrdered
            )
        }
        self.isSelected = isSelected
        isOfChanges = cursor != nil
        pages = Self.pages(of: collection, query, since: cursor)
        // Header fields show that something has changed; properties do not.
        let isByProperty = if case .member = place { true } else { false }
        if pages.isCounted, isSearch || isByProperty { proof = ListingProof() }
    }

    private static func pages(
        of collection: RemoteCollection,
        _ query: String,
        since cursor: String?
    ) -> ServicePages {
        var query = query
        var field: HTTPField?
        switch (cursor, collection.conventions.changes?.question) {
        case (let cursor?, .parameter(let parameter)):
            query = ServiceQuery.text([(parameter, cursor)])
        case (let cursor?, .header(let name)):
            field = HTTPField.Name(name).map { HTTPField(name: $0, value: cursor) }
        default: break
        }
        return ServicePages(
            collection.paging,
            query: query,
            isConditional: field != nil,
            over: collection.networking
        ) { [field] query in
            var request = collection.collectionRequest(.list, query)
            request.asksAnew()
            guard let field else { return request }
            request.head.headerFields[field.name] = field.value
            // Its URL is that of the full listing, so a cache could return that response.
            request.head.headerFields[.cacheControl] = "no-store"
            return request
        }
    }

    /// Returns the next part, each entity in its own form; nil after the last one.
    mutating func next() async throws(RepositoryError) -> [RemoteElement]? {
        if isProofDue { repeatListing() }
        guard isSecond || limits?.isReached != true else { return nil }
        // If the page after the last one does not exist, the listing may still need its proof.
        guard var page = try await openPage() else { return isProofDue ? [] : nil }
        let (request, response) = (page.page.request, page.page.response)
        let elements: [JSON]
        do throws(JSONError) {
            elements = try page.parts.next(Self.partSize)
        } catch {
            throw RepositoryError(unreadable: response, to: request, error)
        }
        var part: [RemoteElement] = []
        if !isSecond { limits?.beginPart() }
        for json in elements {
            page.content.add(json, identityKey: collection.schema.identityKey)
            if pages.pageCount == 1, !isSecond { front.note(json) }
            do throws(JSONError) {
                let element = try element(json, request)
                note(element, at: part.count)
                part.append(element)
            } catch {
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
        // The next incremental listing contains these changes, too.
        guard !isSecond else { return proof?.isOfChanges == true && !isSearch ? [] : part }
        return limits?.marked(part) ?? part
    }

    /// Decodes an element of a page.
    private func element(
        _ json: JSON,
        _ request: NetworkingRequest
    ) throws(JSONError) -> RemoteElement {
        let id =
            request.form?.isTombstone(json) == true
            ? json[collection.schema.identityKey]?.identityText : nil
        do throws(JSONError) {
            let state = RemoteState(
                members: try collection.normalized(json.object ?? [:]),
                tag: request.form?.version(of: json)
            )
            guard let id else { return .entity(state) }
            let isWritten = collection.conventions.tombstone?.marks(.object(state.members))
            return .tombstone(id, isWritten == true ? state : nil)
        } catch {
            // A tombstone may lack required properties.
            guard let id else { throw error }
            return .tombstone(id, nil)
        }
    }

    private mutating func note(_ element: RemoteElement, at position: Int) {
        switch element {
        case .entity(let state), .surplus(let state):
            if !isSecond { limits?.note(state.members, at: position) }
            guard let id = state.members[collection.schema.identityKey]?.identityText else {
                return
            }
            proof?.note(id, exists: true)
        case .tombstone(let id, _):
            proof?.note(id, exists: false)
        }
    }

    /// Returns the current page, or the next one, which is fetched; nil after the last one.
    private mutating func openPage() async throws(RepositoryError) -> Page? {
        if let page { return page }
        guard proof?.isRefused != true, let next = try await nextPage() else { return nil }
        if !isSecond { front.note(next.raw) }
        return Page(page: next, parts: JSONArrayParts(next.response.body))
    }

    /// Returns the next page; if the service refuses the position of the second listing, it is a
    /// full one, or there is none.
    private mutating func nextPage() async throws(RepositoryError) -> ServicePages.Page? {
        do throws(RepositoryError) {
            return try await pages.next()
        } catch {
            guard proof?.isOfChanges == true, ChangeCursor.isUnknown(error) else { throw error }
            guard isSearch else {
                proof?.refuse()
                return nil
            }
            proof?.repeatListing(ofChanges: false)
            pages = Self.pages(of: collection, "", since: nil)
            return try await pages.next()
        }
    }

    /// Begins the second listing: of the changes since the first page, if the service lists them.
    private mutating func repeatListing() {
        page = nil
        proof?.repeatListing(ofChanges: front.cursor != nil)
        pages = Self.pages(of: collection, "", since: front.cursor)
    }
}

/// The part of a collection that a listing is for.
struct KeptPart: Sendable {
    let selection: ReplicaSelection
    /// When the selection is applied.
    let date: Date
    /// The value of the order's property from which on entities are beyond the limits; nil if
    /// unknown.
    let floor: JSON?
    /// Whether the request may contain the condition and the order.
    let isRequested: Bool
}

/// An element of a listing.
package enum RemoteElement: Sendable {
    /// An existing entity.
    case entity(RemoteState)
    /// An existing entity beyond the limits of a partial replica.
    case surplus(RemoteState)
    /// A tombstone with its identity; and with its state, if that is complete and the tombstone is
    /// marked by a property, which a client may have written.
    case tombstone(String, RemoteState?)

    /// Whether the entity is beyond the limits of a partial replica.
    var isSurplus: Bool {
        if case .surplus = self { true } else { false }
    }

    /// The state of the entity; nil if only its identity is known.
    var state: RemoteState? {
        switch self {
        case .entity(let state), .surplus(let state): state
        case .tombstone(_, let state): state
        }
    }
}
