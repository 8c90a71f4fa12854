/// What the query of a listing does not offer: the client then sorts, limits and skips elements.
struct ListingQuery {
    /// The parameters that repositories send, unless the conventions declare others.
    static let assumed = ["sort", "limit", "offset"]

    /// The keys of all parameters, with those of paging.
    private let keys: Set<String>
    private let sort: ProposedProperty?

    /// Reads the query of the endpoint from which a repository gets its listing.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - paging: Its paging.
    init(_ endpoint: ProposedEndpoint, _ paging: PagingSketch?) {
        let keys = endpoint.query.map { $0.key ?? $0.name }
        self.keys = Set(keys).union(paging?.parameters ?? [])
        sort = zip(keys, endpoint.query).first { $0.0 == "sort" }?.1
    }

    /// `query:` of the conventions; nil if the parameters are those that repositories assume.
    ///
    /// - Parameters:
    ///   - properties: The keys of the entity's properties.
    ///   - enumerations: The enums by name.
    /// - Returns: The mapping.
    func node(
        properties: Set<String>,
        _ enumerations: [String: ProposedEnumeration]
    ) -> SchemaNode? {
        let order = sort.flatMap { enumerations[$0.type.withoutNull.text] }
        let missing = Self.assumed.filter { key in
            !keys.contains(key) || key == "sort" && order?.names(oneOf: properties) == false
        }
        return missing.isEmpty ? nil : .mapping(missing.map { (key: $0, value: .text("none")) })
    }
}

extension ProposedEnumeration {
    /// Whether a case is the key of a property, rather than the direction of a fixed order.
    fileprivate func names(oneOf properties: Set<String>) -> Bool {
        cases.contains { one in
            guard case .text(let value) = one.value else { return false }
            return properties.contains(value.hasPrefix("-") ? String(value.dropFirst()) : value)
        }
    }
}
