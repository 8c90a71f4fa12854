extension Conventions {
    /// The paging of listings.
    public struct Paging: Hashable, Sendable {
        /// The way to request the next page.
        public enum Style: Hashable, Sendable {
            /// There is only one page.
            case none
            /// The URL in the `Link` header field with `rel=next` (RFC 8288).
            case link
            /// The URL in another header field.
            case header(String)
            /// A URL in the body, or in the `href` of an object there; null, false, a missing or an
            /// empty one is the end.
            case next(JSONKeyPath)
            /// The page number, starting at 0 or 1; a page that is empty, not full, or not found is
            /// the end.
            case page(parameter: String, first: Int)
            /// The number of entities to skip; a page that is empty, not full, or not found is the
            /// end.
            case offset(parameter: String)
            /// A token in the body, a string or a number, sent with the next request; null, false, a
            /// missing or an empty one is the end.
            case token(JSONKeyPath, parameter: String)
            /// A token in a header field, sent with the next request.
            case headerToken(String, parameter: String)
            /// The identity of the last entity; a page that is empty or not full is the end.
            case lastID(parameter: String)
        }

        /// The location of the total number of entities.
        public enum Total: Hashable, Sendable {
            /// A header field.
            case header(String)
            /// A header field of the response to HEAD, requested once before the first page, and
            /// only if the caller iterates over pages.
            case head(String)
            /// A path in the body.
            case member(JSONKeyPath)
        }

        /// The way to request the next page.
        public var style: Style
        /// The page size; nil leaves it to the service.
        public var size: Int?
        /// The query parameter for the page size; nil if there is none.
        public var sizeParameter: String?
        /// The path of a Boolean in the body that is true if there are more pages; nil if only the
        /// style decides.
        public var more: JSONKeyPath?
        /// The location of the total number of entities; nil if there is none.
        public var total: Total?

        /// Creates paging settings; by default the `Link` header field is followed.
        ///
        /// - Parameters:
        ///   - style: The way to request the next page.
        ///   - size: The page size; nil leaves it to the service.
        ///   - sizeParameter: The query parameter for the page size.
        ///   - more: The path of a Boolean in the body that is true if there are more pages.
        ///   - total: The location of the total number of entities.
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

        /// The query parameter for the number of entities to skip; nil if there is none.
        var offsetParameter: String? {
            if case .offset(let parameter) = style { parameter } else { nil }
        }

        /// The query parameters for the page and its size.
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

        /// Returns the same settings with another page size, if the service supports setting it.
        package func sized(_ size: Int?) -> Paging {
            guard let size, sizeParameter != nil else { return self }
            var paging = self
            paging.size = max(1, size)
            return paging
        }
    }
}

extension Conventions {
    /// Returns the query parameters reserved by listings, which cannot express a condition.
    ///
    /// - Parameter api: The API, whose keys are in every request.
    /// - Returns: The names of the parameters.
    func listingParameters(of api: any APIDefinition.Type) -> Set<String> {
        var names = Set(paging.parameters).union((parameters[.list] ?? [:]).keys)
        names.formUnion([query.sort, query.limit, query.offset].compactMap(\.self))
        if case .parameter(let name)? = changes?.question { names.insert(name) }
        for case .query(let name) in api.authentication.places { names.insert(name) }
        return names
    }
}
