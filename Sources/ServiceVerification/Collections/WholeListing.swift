import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// The entities of all pages of a listing, as far as there are not too many.
struct WholeListing: Sendable {
    private static let maximumPages = 25

    /// The entities.
    let entities: [JSON]
    /// Whether these are all.
    let isComplete: Bool

    /// Reads a listing.
    init(of context: CollectionContext) async {
        guard context.offers(.list) else {
            (entities, isComplete) = ([], false)
            return
        }
        var pages = ServicePages(context.conventions.paging, over: context.connection) { query in
            context.request(.list, query: query)
                ?? NetworkingRequest(method: .get, path: context.collection.offer.path)
        }
        var found: [JSON] = []
        var count = 0
        do throws(RepositoryError) {
            while count < Self.maximumPages, let page = try await pages.next() {
                count += 1
                let elements = (try? [JSON](jsonData: page.response.body)) ?? []
                var content = PageContent()
                for element in elements {
                    content.add(element, identityKey: context.identityKey)
                }
                found += elements.filter { context.conventions.tombstone?.marks($0) != true }
                pages.advance(after: page, content)
            }
        } catch {
            count = Self.maximumPages
        }
        entities = found
        isComplete = count < Self.maximumPages
    }
}
