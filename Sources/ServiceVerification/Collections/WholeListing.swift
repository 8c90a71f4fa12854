import RepositoryNetworking
import RepositoryValues

/// The entities of all pages of a listing, up to a limit.
struct WholeListing: Sendable {
    private static let maximumPages = 25

    /// The entities, without deleted ones.
    let entities: [JSON]
    /// The marked, deleted entities.
    let tombstones: [JSON]
    /// Whether the entities are complete.
    let isComplete: Bool
}

extension WholeListing {
    /// Reads the listing of a repository.
    init(of context: CollectionContext) async {
        guard context.offers(.list) else {
            self.init(entities: [], tombstones: [], isComplete: false)
            return
        }
        await self.init(of: context.pagedListing())
    }

    /// Reads a listing.
    init(of listing: PagedListing) async {
        var pages = listing.pages(size: nil)
        var (living, deleted) = ([JSON](), [JSON]())
        var count = 0
        do throws(RepositoryError) {
            while count < Self.maximumPages, let page = try await pages.next() {
                count += 1
                let elements = listing.elements(of: page)
                living += elements.living
                deleted += elements.deleted
                pages.advance(after: page, elements.content)
            }
        } catch {
            count = Self.maximumPages
        }
        self.init(
            entities: living,
            tombstones: deleted,
            isComplete: count < Self.maximumPages
        )
    }
}
