import Foundation
import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// A paged listing of a repository or of an endpoint.
struct PagedListing: Sendable {
    /// The paging convention.
    let paging: Conventions.Paging
    let connection: ServiceConnection
    /// The percent-encoded query without paging parameters.
    var query = ""
    /// The request with a query.
    let request: @Sendable (_ query: String) -> NetworkingRequest
    /// The elements of a page.
    let read: @Sendable (_ page: NetworkingResponse) -> [JSON]
    /// The key that identifies elements; nil if the whole element does.
    let identityKey: String?
    /// The tombstone that marks deleted elements.
    let tombstone: Conventions.Tombstone?
    /// The position of a key below `paging`.
    let place: @Sendable (_ keys: [String]) -> SchemaPlace

    /// The pages, starting with the first.
    ///
    /// - Parameter size: The requested page size; nil for the service's default.
    /// - Returns: The pages.
    func pages(size: Int?) -> ServicePages {
        ServicePages(paging.sized(size), query: query, over: connection, request)
    }

    /// The contents of a page: its elements, those marked as deleted, and the content that
    /// determines the next page.
    func elements(
        of page: ServicePages.Page
    ) -> (living: [JSON], deleted: [JSON], content: PageContent) {
        var (living, deleted, content) = ([JSON](), [JSON](), PageContent())
        for element in read(page.response) {
            content.add(element, identityKey: identityKey ?? "")
            if tombstone?.marks(element) == true {
                deleted.append(element)
            } else {
                living.append(element)
            }
        }
        return (living, deleted, content)
    }

    /// The identity of an element, or else the whole element.
    func mark(of element: JSON) -> String {
        identityKey.flatMap { element[$0]?.identityText } ?? (try? element.jsonText()) ?? ""
    }
}

extension CollectionContext {
    /// The pages of the listing.
    ///
    /// - Parameters:
    ///   - query: The percent-encoded query without paging parameters.
    ///   - fields: The header fields of each request.
    /// - Returns: The pages.
    func pagedListing(query: String = "", _ fields: HTTPFields = [:]) -> PagedListing {
        let context = self
        return PagedListing(
            paging: conventions.paging,
            connection: connection,
            query: query,
            request: { query in
                context.request(.list, query: query, fields)
                    ?? NetworkingRequest(method: .get, path: context.collection.offer.path)
            },
            read: { (try? [JSON](jsonData: $0.body)) ?? [] },
            identityKey: identityKey,
            tombstone: conventions.tombstone,
            place: { .convention(["paging"] + $0, repository: context.name) }
        )
    }
}
