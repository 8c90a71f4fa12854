/// The paging of a listing, as inferred from its parameters and its response.
package struct PagingSketch {
    /// `paging:` of an endpoint or of conventions.
    var node: SchemaNode
    /// The names of the query parameters that select a page.
    var parameters: Set<String>
    /// The evidence, for a comment.
    var evidence: String

    private static let pages = ["page", "page_number", "pageNumber", "pagenumber"]
    private static let offsets = ["offset", "skip", "start"]
    /// The names of query parameters for the page size.
    package static let sizes = [
        "per_page", "perPage", "page_size", "pageSize", "pagesize", "limit", "size", "take",
        "count",
        "max_results", "maxResults",
    ]
    private static let tokens = [
        "cursor", "page_token", "pageToken", "next_token", "nextToken", "after", "continuation",
    ]
    private static let nextTokens = [
        "next_cursor", "nextCursor", "next_page_token", "nextPageToken", "next_token", "nextToken",
        "next", "cursor",
    ]
    private static let nextURLs = ["next", "next_page_url", "nextPageUrl", "next_url", "nextUrl"]
    private static let totals = [
        "total", "count", "total_count", "totalCount", "total_items", "totalItems", "totalElements",
    ]

    /// Infers the paging of an endpoint; nil if there is no evidence.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - envelope: The properties around the array in the response, by their keys.
    init?(_ endpoint: ProposedEndpoint, envelope: [String: ProposedProperty]) {
        let query = Dictionary(
            endpoint.query.map { ($0.key ?? $0.name, $0) },
            uniquingKeysWith: { one, _ in one }
        )
        let size = Self.sizes.first { query[$0]?.type.isWholeNumber == true }
        let page = Self.pages.first { query[$0]?.type.isWholeNumber == true }
        let offset = Self.offsets.first { query[$0]?.type.isWholeNumber == true }
        let token = Self.tokens.first { query[$0] != nil }
        let hasLink = endpoint.responseHeaders.contains {
            ($0.key ?? $0.name).lowercased() == "link"
        }
        var mapping = SchemaMapping()
        var names: [String] = []
        if let token, let next = Self.nextTokens.first(where: { envelope[$0]?.type.isText == true })
        {
            mapping.add("token", text: next)
            mapping.add("parameter", text: token)
            names = [token]
            evidence = "\(next.quoted) of the response is \(token.quoted) of the next request"
        } else if let next = Self.nextURLs.first(where: { envelope[$0]?.type.isURLText == true }) {
            mapping.add("next", text: next)
            names = [page, offset].compactMap(\.self)
            evidence = "\(next.quoted) of the response is the URL of the next page"
        } else if hasLink, page != nil || size != nil {
            mapping.add("link", flag: true)
            names = [page].compactMap(\.self)
            evidence = "the response has a Link header field"
        } else if let page {
            mapping.add("page", text: page)
            if query[page]?.defaultValue == .literal("0") { mapping.add("first", .literal("0")) }
            names = [page]
            evidence = "the parameter \(page.quoted) is an integer"
        } else if let offset, size != nil {
            mapping.add("offset", text: offset)
            names = [offset]
            evidence =
                "the parameter \(offset.quoted) is an integer, next to \((size ?? "").quoted)"
        } else {
            return nil
        }
        if let size, case .literal(let count)? = query[size]?.defaultValue, Int(count) ?? 0 > 0 {
            mapping.add("size", .literal(count))
            mapping.add("sizeParameter", text: size)
            names.append(size)
        }
        if let total = Self.totals.first(where: { envelope[$0]?.type.isWholeNumber == true }) {
            mapping.add("total", text: total)
        }
        let isLinkAlone = mapping.entries.count == 1 && mapping.entries[0].key == "link"
        node = isLinkAlone ? .text("link") : .mapping(mapping)
        parameters = Set(names)
    }
}

extension ProposedType {
    /// Whether it is an integer, possibly nullable.
    var isWholeNumber: Bool {
        if case .name(let name) = withoutNull { name.isIntegerType } else { false }
    }

    fileprivate var isText: Bool { [.string, .name("UUID")].contains(withoutNull) }
    fileprivate var isURLText: Bool { [.string, .name("URL")].contains(withoutNull) }
}
