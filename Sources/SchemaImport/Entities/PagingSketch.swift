/// The paging of a listing, as inferred from its parameters and its response.
package struct PagingSketch {
    /// `paging:` of an endpoint or of conventions.
    var node: SchemaNode
    /// The names of the query parameters that select a page.
    var parameters: Set<String>
    /// The evidence, for a comment.
    var evidence: String
    /// The names of the query parameters that count pages or elements.
    private let counters: Set<String>

    // The names in lower case, without separators.
    private static let pages = ["page", "pagenumber"]
    private static let offsets = ["offset", "skip", "start"]
    private static let sizes = [
        "perpage", "pagesize", "limit", "size", "take", "count", "maxresults",
    ]
    private static let tokens = ["cursor", "pagetoken", "nexttoken", "after", "continuation"]
    private static let nextTokens = ["nextcursor", "nextpagetoken", "nexttoken", "next", "cursor"]
    private static let nextURLs = ["next", "nextpageurl", "nexturl"]
    private static let totals = ["total", "count", "totalcount", "totalitems", "totalelements"]

    /// A name in lower case, without separators: `pagesize` for `page_size` and `PageSize`.
    ///
    /// Unlike `bare`, it keeps the brackets of `page[size]`, which belong to profiles.
    private static func plain(_ name: String) -> String {
        name.lowercased().filter { $0 != "_" && $0 != "-" }
    }

    /// Whether a query parameter has the name of one that selects a page.
    static func selectsPage(_ name: String) -> Bool {
        [pages, offsets, sizes, tokens].contains { $0.contains(plain(name)) }
    }

    /// Whether a query parameter has the name of one for the page size.
    package static func isSize(_ name: String) -> Bool { sizes.contains(plain(name)) }

    /// The first of the names that one of the properties has, with its spelling there.
    private static func first(
        _ names: [String],
        in properties: [String: ProposedProperty],
        where isSuitable: (ProposedProperty) -> Bool = { _ in true }
    ) -> String? {
        let keys = properties.keys.sorted().filter { properties[$0].map(isSuitable) == true }
        return names.lazy.compactMap { name in keys.first { plain($0) == name } }.first
    }

    /// Infers the paging of an endpoint; nil if there is no evidence.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - envelope: The properties around the array in the response, by their keys.
    ///   - areRecorded: Whether the requests are observed ones, whose numbers had fractions.
    init?(
        _ endpoint: ProposedEndpoint,
        envelope: [String: ProposedProperty],
        areRecorded: Bool
    ) {
        func counts(_ property: ProposedProperty) -> Bool {
            property.type.isWholeNumber || !areRecorded && property.isNumberWithoutFraction
        }
        let query = Dictionary(
            endpoint.query.map { ($0.key ?? $0.name, $0) },
            uniquingKeysWith: { one, _ in one }
        )
        func noun(_ name: String) -> String {
            query[name]?.type.isWholeNumber == true ? "an integer" : "a number"
        }
        let size = Self.first(Self.sizes, in: query, where: counts)
        let page = Self.first(Self.pages, in: query, where: counts)
        let offset = Self.first(Self.offsets, in: query, where: counts)
        let token = Self.first(Self.tokens, in: query)
        let hasLink = endpoint.responseHeaders.contains {
            ($0.key ?? $0.name).lowercased() == "link"
        }
        var mapping = SchemaMapping()
        var names: [String] = []
        if let token, let next = Self.first(Self.nextTokens, in: envelope, where: \.type.isText) {
            mapping.add("token", text: next)
            mapping.add("parameter", text: token)
            names = [token]
            evidence = "\(next.quoted) of the response is \(token.quoted) of the next request"
        } else if let next = Self.first(Self.nextURLs, in: envelope, where: \.type.isURLText) {
            mapping.add("next", text: next)
            names = [page, offset].compactMap(\.self)
            evidence = "\(next.quoted) of the response is the URL of the next page"
        } else if hasLink, page != nil || size != nil {
            mapping.add("link", flag: true)
            names = [page].compactMap(\.self)
            evidence = "the response has a Link header field"
        } else if let page {
            mapping.add("page", text: page)
            names = [page]
            evidence = "the parameter \(page.quoted) is \(noun(page))"
            if query[page]?.defaultValue == .literal("0") {
                mapping.add("first", .literal("0"))
            } else if query[page]?.defaultValue == nil, query[page]?.minimum == "0" {
                mapping.add("first", .literal("0"))
                evidence += " with the minimum 0"
            }
        } else if let offset, size != nil {
            mapping.add("offset", text: offset)
            names = [offset]
            evidence =
                "the parameter \(offset.quoted) is \(noun(offset)), next to \((size ?? "").quoted)"
        } else {
            return nil
        }
        if let size, case .literal(let count)? = query[size]?.defaultValue, Int(count) ?? 0 > 0 {
            mapping.add("size", .literal(count))
            mapping.add("sizeParameter", text: size)
            names.append(size)
        }
        if let total = Self.first(Self.totals, in: envelope, where: counts) {
            mapping.add("total", text: total)
        }
        let isLinkAlone = mapping.entries.count == 1 && mapping.entries[0].key == "link"
        node = isLinkAlone ? .text("link") : .mapping(mapping)
        parameters = Set(names)
        counters = Set([size, page, offset].compactMap(\.self))
    }

    /// Removes the parameters that select a page from an endpoint, and makes others
    /// integers that count.
    func adapt(_ query: inout [ProposedProperty]) {
        query.removeAll { parameters.contains($0.key ?? $0.name) }
        for index in query.indices where counters.contains(query[index].key ?? query[index].name) {
            guard !query[index].type.isWholeNumber else { continue }
            query[index].type = query[index].type.replacingLeaf(with: .name("Int"))
        }
    }
}

extension ProposedProperty {
    /// Whether it is a number that has no fraction in the document: some generators declare no
    /// integers.
    fileprivate var isNumberWithoutFraction: Bool {
        guard type.withoutNull == .name("Double"), json == nil else { return false }
        return [defaultValue?.shortText, minimum, maximum].allSatisfy { text in
            text.map { Int($0) != nil } ?? true
        }
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
