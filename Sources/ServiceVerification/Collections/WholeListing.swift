import RepositoryNetworking
import RepositoryValues

/// The entities of all pages of a listing, up to a limit.
struct WholeListing: Sendable {
    private static let maximumPages = 25

    /// The entities.
    let entities: [JSON]
    /// Whether the entities are complete.
    let isComplete: Bool

    /// Reads a listing.
    init(of context: CollectionContext) async {
        guard context.offers(.list) else {
            (entities, isComplete) = ([], false)
            return
        }
        let listing = context.pagedListing
        var pages = listing.pages(size: nil)
        var found: [JSON] = []
        var count = 0
        do throws(RepositoryError) {
            while count < Self.maximumPages, let page = try await pages.next() {
                count += 1
                let elements = listing.elements(of: page)
                found += elements.living
                pages.advance(after: page, elements.content)
            }
        } catch {
            count = Self.maximumPages
        }
        entities = found
        isComplete = count < Self.maximumPages
    }
}
