import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Checks the pages of a listing: none is too large or repeated, and the total number of entities
/// is right.
struct PagingCheck {
    /// The maximum number of pages to request.
    private static let maximumPages = 25

    let listing: PagedListing
    /// The declared paging.
    let paging: CheckedConventions.Paging
    private(set) var results: CheckResults
    /// The entities of all pages but the first, which other checks have read, and the last request.
    private(set) var later: (entities: [JSON], request: String) = ([], "")

    init(_ listing: PagedListing, _ paging: CheckedConventions.Paging, of subject: String) {
        self.listing = listing
        self.paging = paging
        results = CheckResults(subject)
    }

    /// The contents of the pages in one pass.
    private struct Pass {
        var ids: [[String]] = []
        var total: Int?
        var isAtEnd = false
        /// Whether the service reported more entities after the last page.
        var saysMore = false
        var problem: String?
        /// Whether a response is missing, so that the pages cannot be judged.
        var isUnanswered = false
        var request = ""
        /// The entities of all pages but the first.
        var later: [JSON] = []

        var count: Int { ids.joined().count }
    }

    /// Checks the pages.
    ///
    /// - Parameter known: The minimum number of entities in the listing.
    mutating func run(known: Int) async {
        guard paging.style != .none else { return }
        let size = paging.sizeParameter == nil ? nil : 2
        guard known > 0 else { return results.leave("pages", "there are no entities") }
        var pass = await pass(size: size)
        // With pages of two, only a third entity shows whether there are more.
        if size != nil, max(known, pass.count) < 3, pass.problem == nil {
            return results.leave("pages", "there are fewer than three entities")
        }
        // Others may write in the meantime, so only an error in both passes counts.
        if !isRight(pass, size) { pass = await self.pass(size: size) }
        report(pass, size, known)
        later = (pass.later, pass.request)
    }

    private func pass(size: Int?) async -> Pass {
        var pages = listing.pages(size: size)
        var pass = Pass()
        do throws(RepositoryError) {
            let counted = await pages.countedByHead()
            while pass.ids.count < Self.maximumPages, let page = try await pages.next() {
                pass.request = listing.connection.line(of: page.request)
                let elements = listing.elements(of: page)
                if !pass.ids.isEmpty { pass.later += elements.living }
                pass.ids.append(elements.living.map(listing.mark))
                pass.total = page.total ?? counted
                pass.saysMore = page.hasMore ?? false
                pages.advance(after: page, elements.content)
            }
            pass.isAtEnd = pass.ids.count < Self.maximumPages
        } catch {
            pass.problem = error.message
            pass.isUnanswered = error.response == nil
        }
        return pass
    }

    private func isRight(_ pass: Pass, _ size: Int?) -> Bool {
        let all = Array(pass.ids.joined())
        return pass.problem == nil && !hasTwins(all)
            && (!pass.isAtEnd || pass.total ?? all.count == all.count)
            && pass.ids.allSatisfy { $0.count <= size ?? .max }
    }

    /// Whether an entity is repeated; elements without identity may be.
    private func hasTwins(_ ids: [String]) -> Bool {
        listing.identityKey != nil && Set(ids).count < ids.count
    }

    private mutating func report(
        _ pass: Pass,
        _ size: Int?,
        _ known: Int
    ) {
        if pass.isUnanswered {
            return results.leave("pages", "a page got no response: \(pass.problem ?? "")")
        }
        if let problem = pass.problem {
            results.differ(
                at: listing.place([Self.key(of: paging.style)]),
                "page \(pass.ids.count + 1) of the listing cannot be read: \(problem)",
                hint: "correct 'paging'",
                pass.request
            )
            return
        }
        if let size, let longest = pass.ids.map(\.count).max(), longest > size {
            let parameter = paging.sizeParameter ?? ""
            results.differ(
                at: listing.place(["sizeParameter"]),
                "the schema declares '\(parameter)' as the page size, but a page of \(size) has \(longest) entities",
                hint: "correct 'sizeParameter', or remove it",
                pass.request
            )
        } else if size != nil {
            results.confirm()
        }
        checkProgress(pass, size, known)
        checkTotal(pass, known)
    }

    /// Whether each page leads to the next, and to a different one.
    private mutating func checkProgress(
        _ pass: Pass,
        _ size: Int?,
        _ known: Int
    ) {
        let place = listing.place([Self.key(of: paging.style)])
        let all = Array(pass.ids.joined())
        if let first = pass.ids.first, pass.ids.count > 1, pass.ids[1] == first, !first.isEmpty {
            results.differ(
                at: place,
                "the second page of the listing has the same entities as the first",
                hint: "correct the name of the parameter in 'paging'",
                pass.request
            )
        } else if hasTwins(all) {
            results.differ(
                at: place,
                "two pages of the listing contain the same entity",
                hint: "correct 'paging'",
                pass.request
            )
        } else if pass.saysMore {
            results.differ(
                at: listing.place(["more"]),
                "the last page of the listing reports more entities",
                hint: "correct 'more', or remove it",
                pass.request
            )
        } else if all.count < known, pass.ids.count < Self.maximumPages {
            results.differ(
                at: place,
                "the pages of the listing have \(all.count) entities, but there are at least \(known)",
                hint: "correct 'paging': the next page is not found",
                pass.request
            )
        } else {
            results.confirm()
        }
    }

    private mutating func checkTotal(
        _ pass: Pass,
        _ known: Int
    ) {
        guard let place = paging.total else { return }
        let (key, words) =
            switch place {
            case .header(let name): ("header", "the header field \(name)")
            case .head(let name): ("head", "the header field \(name) of the response to HEAD")
            case .member(let path): ("", "'\(path)'")
            }
        let here = listing.place(["total"] + (key.isEmpty ? [] : [key]))
        guard let total = pass.total else {
            results.differ(
                at: here,
                "the schema declares the total at \(words), but it is missing",
                hint: "correct 'total', or remove it",
                pass.request
            )
            return
        }
        let isWhole = pass.isAtEnd && pass.count >= known
        guard total < pass.count || isWhole && total != pass.count else { return results.confirm() }
        results.differ(
            at: here,
            "the total at \(words) is \(total), but the pages have \(pass.count)",
            hint: "correct 'total', or remove it",
            pass.request
        )
    }

    private static func key(of style: CheckedConventions.Paging.Style) -> String {
        switch style {
        case .none: ""
        case .link: "link"
        case .header: "header"
        case .next: "next"
        case .page: "page"
        case .offset: "offset"
        case .token, .headerToken: "token"
        case .lastID: "lastID"
        }
    }
}
