import Foundation
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// A listing that comes in pages, of a repository or of an endpoint.
struct PagedListing: Sendable {
    /// How the pages are asked for.
    let paging: Conventions.Paging
    let connection: ServiceConnection
    /// The request with a query.
    let request: @Sendable (_ query: String) -> NetworkingRequest
    /// The elements of a page.
    let read: @Sendable (_ page: NetworkingResponse) -> [JSON]
    /// The key by which elements differ; nil where all of them does.
    let identityKey: String?
    /// What marks elements that are deleted.
    let tombstone: Conventions.Tombstone?
    /// The place of keys below `paging`.
    let place: @Sendable (_ keys: [String]) -> SchemaPlace

    /// The pages, from the first one on.
    ///
    /// - Parameter size: How many elements a page is to have; nil leaves it to the service.
    /// - Returns: The pages.
    func pages(size: Int?) -> ServicePages {
        ServicePages(paging.sized(size), over: connection, request)
    }

    /// What a page has: its elements without those that are deleted, and the content by which the next page is told
    /// from it.
    func elements(of page: ServicePages.Page) -> (living: [JSON], content: PageContent) {
        let elements = read(page.response)
        var content = PageContent()
        for element in elements { content.add(element, identityKey: identityKey ?? "") }
        return (elements.filter { tombstone?.marks($0) != true }, content)
    }

    /// What tells an element from others: its identity, or else all of it.
    func mark(of element: JSON) -> String {
        identityKey.flatMap { element[$0]?.identityText } ?? (try? element.jsonText()) ?? ""
    }
}

extension CollectionContext {
    /// The pages of the listing.
    var pagedListing: PagedListing {
        let context = self
        return PagedListing(
            paging: conventions.paging,
            connection: connection,
            request: { query in
                context.request(.list, query: query)
                    ?? NetworkingRequest(method: .get, path: context.collection.offer.path)
            },
            read: { (try? [JSON](jsonData: $0.body)) ?? [] },
            identityKey: identityKey,
            tombstone: conventions.tombstone,
            place: { .convention(["paging"] + $0, repository: context.name) }
        )
    }
}
