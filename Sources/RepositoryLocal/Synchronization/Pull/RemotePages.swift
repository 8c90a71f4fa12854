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

    /// Whether the last page or the last entity to keep was reached, and everything could be
    /// decoded.
    var isWhole: Bool { (pages.isAtEnd || limits?.isReached == true) && !isDamaged }

    /// Whether the listing came in several pages, between which the server may have changed.
    var isPaged: Bool { collection.paging.size != nil || pages.pageCount > 1 }

    /// The first decoding error; nil if there was none.
    private(set) var problem: RepositoryError?

    /// Whether the listing contains only changes, not all entities.
    let isOfChanges: Bool
    /// The position of the listing.
    ///
    /// It is nil if the service returns none, or if something changed during the listing, so that
    /// an entity may have moved to a page that was already read.
    var cursor: String? { pages.isCounted && !front.isSteady ? nil : front.cursor }
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
    init(
        _ collection: RemoteCollection,
        since cursor: String? = nil,
        keeping part: KeptPart? = nil
    ) {
        self.collection = collection
        front = ListingFront(collection.conventions.changes?.cursor)
        var query = ""
        var isSelected = false
        if let part {
            let criteria = part.selection.criteria(at: part.date)
            var isOrdered = false
            // An incremental listing does not report entities that have left the selection.
            if cursor == nil, part.isRequested {
                let asked = ServiceQuery(criteria, collection.conventions, for: .pages)
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
            // Its URL is that of the full listing, so a cache could return that response.
            request.head.headerFields[.cacheControl] = "no-store"
            return request
        }
    }

    /// Returns the next part, each entity in its own form; nil after the last one.
    mutating func next() async throws(RepositoryError) -> [RemoteElement]? {
        guard limits?.isReached != true, var page = try await openPage() else { return nil }
        let (request, response) = (page.page.request, page.page.response)
        let elements: [JSON]
        do throws(JSONError) {
            elements = try page.parts.next(Self.partSize)
        } catch {
            throw RepositoryError(unreadable: response, to: request, error)
        }
        var part: [RemoteElement] = []
        limits?.beginPart()
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
                if tombstone == nil { limits?.note(state.members, at: part.count) }
                let isWritten = collection.conventions.tombstone?.marks(.object(state.members))
                part.append(
                    tombstone.map { .tombstone($0, isWritten == true ? state : nil) }
                        ?? .entity(state)
                )
            } catch {
                // A tombstone may lack required properties.
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
        return limits?.marked(part) ?? part
    }

    /// Returns the current page, or the next one, which is fetched; nil after the last one.
    private mutating func openPage() async throws(RepositoryError) -> Page? {
        if let page { return page }
        guard let next = try await pages.next() else { return nil }
        front.note(next.raw)
        return Page(page: next, parts: JSONArrayParts(next.response.body))
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
