import Diagnostics
import YAMLTree

/// Parses how listings are split into pages.
enum PagingParser {
    private typealias Paging = CheckedConventions.Paging

    /// The styles that are a word.
    enum Word: String, CaseIterable {
        case none, link
    }

    /// The keys of styles for requesting the next page.
    private static let styles = ["next", "header", "token", "page", "offset", "lastID", "link"]

    /// The keys that belong to one of ``styles``, with their meaning.
    private static let ofStyles = [
        ("parameter", "token", "names the parameter for the token"),
        ("first", "page", "is the number of the first page"),
    ]

    /// The hints for styles that need a value.
    private static let foreign = [
        "page": "write `paging: { page: page }`, with the name of the parameter",
        "pages": "write `paging: { page: page }`, with the name of the parameter",
        "offset": "write `paging: { offset: offset }`, with the name of the parameter",
        "cursor": "write `paging: { token: next, parameter: cursor }`",
        "token": "write `paging: { token: next, parameter: cursor }`",
        "next": "write `paging: { next: next }`, with the key of the next page's URL",
        "lastID": "write `paging: { lastID: starting_after }`, with the name of the parameter",
        "header": "write `paging: { header: X-Next-Page }`, with the name of the field",
    ]

    /// The names of keys in other languages.
    private static let foreignKeys = {
        let size =
            "write `size: 50` for the number, and `sizeParameter: per_page` for its parameter"
        return [
            "style": "name the style directly, as in `paging: { page: page, size: 50 }`",
            "cursor": "write `paging: { token: next, parameter: cursor }`",
            "none": "write `paging: none`",
            "limit": size, "pageSize": size, "page_size": size, "perPage": size, "per_page": size,
        ]
    }()

    /// Parses a word, or a mapping with one of ``styles``.
    static func parse(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> CheckedConventions.Paging? {
        guard case .mapping = node.content else {
            let word: Word? = context.word(node, what: "paging", foreign: foreign)
            return word.map { Paging(style: $0 == .none ? .none : .link) }
        }
        guard var mapping = MappingReader(node, what: "paging", in: &context) else { return nil }
        let found = styles.compactMap { key in mapping.pair(key).map { (key, $0) } }
        let style = found.first.flatMap { key, pair in
            self.style(key, pair.value, &mapping, in: &context)
        }
        var paging = Paging(style: style ?? .link)
        paging.size = mapping.optional("size").flatMap {
            context.number($0, what: "size", from: 1)
        }
        paging.sizeParameter = mapping.optional("sizeParameter").flatMap {
            context.parameterName($0, what: "sizeParameter")
        }
        paging.more = mapping.optional("more").flatMap { context.keyPath($0, what: "more") }
        paging.total = mapping.optional("total").flatMap { total($0, in: &context) }
        for (key, _, _) in ofStyles { _ = mapping.pair(key) }
        // A key with another name, possibly misspelled, is reported below.
        if found.count > 1 || found.isEmpty && !mapping.hasUnknownKeys {
            context.report(
                .invalidValue,
                found.isEmpty
                    ? "paging needs the key for requesting the next page: one of "
                        + styles.listed(by: "or")
                    : "paging requests the next page in one way, found "
                        + found.map(\.0).listed(by: "and"),
                at: found.last?.1.key.range ?? node.range,
                hint: found.isEmpty
                    ? "write `paging: { page: page }` or `paging: { next: links.next }`" : nil
            )
        }
        for (key, owner, meaning) in ofStyles {
            guard let pair = mapping.pair(key), found.count == 1, let (other, _) = found.first,
                other != owner
            else { continue }
            context.report(
                .invalidValue,
                "'\(key)' requires '\(owner)', and cannot be used with '\(other)': it \(meaning)",
                at: pair.key.range,
                hint: "drop it"
            )
        }
        mapping.finish(in: &context, foreign: foreignKeys)
        return style == nil ? nil : paging
    }

    private static func style(
        _ key: String,
        _ node: YAMLNode,
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> CheckedConventions.Paging.Style? {
        switch key {
        case "link":
            guard let follows = context.bool(node, what: "link") else { return nil }
            if follows { return .link }
            context.report(
                .invalidValue,
                "link can only be true",
                at: node.range,
                hint: "write `paging: none` if there are no pages"
            )
            return nil
        case "next":
            return context.keyPath(node, what: "next").map { .next($0) }
        case "header":
            return context.headerName(node).map { .header($0) }
        case "offset":
            return context.parameterName(node, what: "offset").map { .offset(parameter: $0) }
        case "page":
            let first = mapping.optional("first").flatMap {
                context.number($0, what: "first", from: 0)
            }
            return context.parameterName(node, what: "page").map {
                .page(parameter: $0, first: first ?? 1)
            }
        case "token":
            let example = "token: { header: X-Next }"
            let isHeader = if case .mapping = node.content { true } else { false }
            let parameter = mapping.required(
                "parameter",
                hint: "write `paging: { \(isHeader ? example : "token: next"), parameter: cursor }`"
            ).flatMap { context.parameterName($0, what: "parameter") }
            guard case .mapping = node.content else {
                let path = context.keyPath(node, what: "token")
                guard let path, let parameter else { return nil }
                return .token(path, parameter: parameter)
            }
            let header = header(
                node,
                what: "a token",
                like: example,
                in: &context
            )
            guard let header, let parameter else { return nil }
            return .headerToken(header, parameter: parameter)
        default:
            return context.parameterName(node, what: "lastID").map { .lastID(parameter: $0) }
        }
    }

    /// `{ header: X-Next }`.
    private static func header(
        _ node: YAMLNode,
        what: String,
        like example: String,
        in context: inout ParseContext
    ) -> String? {
        guard var mapping = MappingReader(node, what: what, in: &context) else { return nil }
        let header = mapping.required("header", hint: "write `\(example)`")
            .flatMap { context.headerName($0) }
        mapping.finish(
            in: &context,
            foreign: ["key": "write its key path alone, as in `token: meta.next`"],
            whole: "write `\(example)`"
        )
        return header
    }

    /// A key path, `{ header: X-Total-Count }` or `{ head: X-Total-Count }`.
    private static func total(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> CheckedConventions.Paging.Total? {
        guard case .mapping = node.content else {
            return context.keyPath(node, what: "total").map { .member($0) }
        }
        guard var mapping = MappingReader(node, what: "a total", in: &context) else { return nil }
        let found = ["header", "head"].compactMap { key in
            mapping.optional(key).map { (key, $0) }
        }
        if found.count > 1 || found.isEmpty && !mapping.hasUnknownKeys {
            context.report(
                .invalidValue,
                "a total is in one header field: of the listing, or of the response to HEAD",
                at: node.range,
                hint: "write `total: { header: X-Total-Count }` or `total: { head: X-Total-Count }`"
            )
        }
        mapping.finish(in: &context)
        guard found.count == 1, let (key, name) = found.first else { return nil }
        return context.headerName(name).map { key == "head" ? .head($0) : .header($0) }
    }
}

extension CheckedConventions.Paging {
    /// The query parameter that selects a page; nil if there is none.
    var pageParameter: String? {
        switch style {
        case .page(let parameter, _), .offset(let parameter), .lastID(let parameter),
            .token(_, let parameter), .headerToken(_, let parameter):
            parameter
        case .none, .link, .header, .next: nil
        }
    }
}
