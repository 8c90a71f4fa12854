/// All entities that the server lists, part by part, and whether these were all.
///
/// A part is a page of the server, or of a longer one as much as is good to hold at once.
struct RemotePages {
    /// A page that is not yet read to its end.
    private struct Page {
        let page: ServicePages.Page
        var parts: JSONArrayParts
        var first: [[String: JSON]]?
        var lastID: String?
        var count = 0
    }

    /// How many entities are held at once.
    private static let partSize = 500

    private let collection: RemoteCollection
    private var pages: ServicePages
    private var page: Page?
    /// What the last page began with.
    private var previous: [[String: JSON]]?
    private var isDamaged = false

    /// Whether the last page was reached, and all of it could be read.
    var isWhole: Bool { pages.isAtEnd && !isDamaged }

    /// Whether the listing came in pages, between which the server may have changed.
    var isPaged: Bool { collection.paging.size != nil || pages.pageCount > 1 }

    /// What could not be read; nil where all could.
    private(set) var problem: RepositoryError?

    init(_ collection: RemoteCollection) {
        self.collection = collection
        pages = ServicePages(collection.paging, over: collection.networking) { query in
            collection.collectionRequest(.list, query)
        }
    }

    /// The next part, each entity in its own form; nil behind the last.
    ///
    /// - Throws: `RepositoryError` where it did not come whole.
    mutating func next() async throws(RepositoryError) -> [RemoteElement]? {
        guard var page = try await openPage() else { return nil }
        let (request, response) = (page.page.request, page.page.response)
        let elements: [JSON]
        do throws(JSONError) {
            elements = try page.parts.next(Self.partSize)
        } catch {
            throw RepositoryError(unreadable: response, to: request, error)
        }
        var part: [RemoteElement] = []
        for element in elements {
            let id = element[collection.schema.identityKey]?.identityText
            page.lastID = id ?? page.lastID
            if let id, request.form?.isTombstone(element) == true {
                part.append(.tombstone(id))
                continue
            }
            do throws(JSONError) {
                let members = try collection.normalized(element.object ?? [:])
                part.append(.entity(members, tag: request.form?.version(of: element)))
            } catch {
                isDamaged = true
                problem = problem ?? RepositoryError(unreadable: response, to: request, error)
            }
        }
        page.count += elements.count
        page.first = page.first ?? elements.map { $0.object ?? [:] }
        if page.parts.isAtEnd {
            pages.advance(
                after: page.page,
                count: page.count,
                lastID: page.lastID,
                isRepeated: page.count > 0 && page.first == previous
            )
            previous = page.first
            self.page = nil
        } else {
            self.page = page
        }
        return part
    }

    /// The page that is read; asks for the next one where none is; nil behind the last.
    private mutating func openPage() async throws(RepositoryError) -> Page? {
        if let page { return page }
        return try await pages.next().map { page in
            Page(page: page, parts: JSONArrayParts(page.response.body))
        }
    }
}

/// What a listing says of one entity.
enum RemoteElement: Sendable {
    /// It is there; with the version, where the listing says it.
    case entity([String: JSON], tag: String?)
    /// It is no more, by its identity.
    case tombstone(String)
}
