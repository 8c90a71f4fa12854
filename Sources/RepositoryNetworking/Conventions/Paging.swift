extension Conventions {
    /// How listings are divided.
    public struct Paging: Hashable, Sendable {
        /// How the next page is asked for.
        public enum Style: Hashable, Sendable {
            /// There is one.
            case none
            /// By the URL in the `Link` header with `rel=next` (RFC 8288).
            case link
            /// By the URL in another header.
            case header(String)
            /// By a URL in the body; null, none or an empty one is the end.
            case next(JSONKeyPath)
            /// By its number, of which the first is 0 or 1; a page that is empty, not full, or not there
            /// is the end.
            case page(parameter: String, first: Int)
            /// By how many come before it; a page that is empty, not full, or not there is the end.
            case offset(parameter: String)
            /// By a token in the body, which goes with the next request.
            case token(JSONKeyPath, parameter: String)
            /// By a token in a header, which goes with the next request.
            case headerToken(String, parameter: String)
            /// By the identity of the last entity; a page that is empty, or not full, is the end.
            case lastID(parameter: String)
        }

        /// Where it is told how many entities there are.
        public enum Total: Hashable, Sendable {
            /// In a header.
            case header(String)
            /// In a header of the answer to HEAD: it is asked for once, before the first page, and only for
            /// those who ask for pages.
            case head(String)
            /// In the body.
            case member(JSONKeyPath)
        }

        /// How the next page is asked for.
        public var style: Style
        /// How many entities a page has; nil leaves that to the service.
        public var size: Int?
        /// The query parameter that says how many; nil where there is none.
        public var sizeParameter: String?
        /// The member of the body that is true while there is more, and without which there is not; nil
        /// leaves that to what the style says.
        public var more: JSONKeyPath?
        /// Where it is told how many entities there are; nil where it is not.
        public var total: Total?

        /// Creates paging; by default a `Link` header is followed.
        ///
        /// - Parameters:
        ///   - style: How the next page is asked for.
        ///   - size: How many entities a page has; nil leaves that to the service.
        ///   - sizeParameter: The query parameter that says how many.
        ///   - more: The member of the body that is true while there is more.
        ///   - total: Where it is told how many entities there are.
        public init(
            _ style: Style = .link,
            size: Int? = nil,
            sizeParameter: String? = nil,
            more: JSONKeyPath? = nil,
            total: Total? = .header("X-Total-Count")
        ) {
            self.style = style
            self.size = size.map { max(1, $0) }
            self.sizeParameter = sizeParameter
            self.more = more
            self.total = total
        }

        /// The query parameter that says how many come before a page; nil where none does.
        var offsetParameter: String? {
            if case .offset(let parameter) = style { parameter } else { nil }
        }

        /// The query parameters that say which page it is, and of which size.
        fileprivate var parameters: [String] {
            let place: String? =
                switch style {
                case .page(let parameter, _), .offset(let parameter), .lastID(let parameter),
                    .token(_, let parameter), .headerToken(_, let parameter):
                    parameter
                case .none, .link, .header, .next: nil
                }
            return [place, sizeParameter].compactMap(\.self)
        }

        /// The same with another size of pages, where the service lets itself be told.
        package func sized(_ size: Int?) -> Paging {
            guard let size, sizeParameter != nil else { return self }
            var paging = self
            paging.size = max(1, size)
            return paging
        }
    }
}

extension Conventions {
    /// The query parameters of listings that have a meaning of their own, so that none of them can say
    /// a condition.
    var listingParameters: Set<String> {
        var names = Set(paging.parameters).union((parameters[.list] ?? [:]).keys)
        names.formUnion([query.sort, query.limit, query.offset].compactMap(\.self))
        if case .parameter(let name)? = changes?.question { names.insert(name) }
        return names
    }
}
