/// What the query of a listing does not offer: the client then sorts, limits and skips elements.
struct ListingQuery {
    /// The parameters by key, with those of paging.
    private let parameters: [String: ProposedProperty?]
    /// The keys of the entity's properties.
    private let properties: Set<String>

    /// Reads the query of the endpoint from which a repository gets its listing.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - paging: Its paging.
    ///   - properties: The keys of the entity's properties.
    init(_ endpoint: ProposedEndpoint, _ paging: PagingSketch?, properties: Set<String>) {
        var parameters: [String: ProposedProperty?] = [:]
        for name in paging?.parameters ?? [] { parameters[name] = .some(nil) }
        for parameter in endpoint.query { parameters[parameter.key ?? parameter.name] = parameter }
        self.parameters = parameters
        self.properties = properties
    }

    /// `query:` of the conventions; nil if the parameters are those that repositories assume.
    func node(in schema: ProposedSchema) -> SchemaNode? {
        var missing = ["limit", "offset"].filter { parameters[$0] == nil }
        if !sorts(in: schema) { missing.insert("sort", at: 0) }
        return missing.isEmpty ? nil : .mapping(missing.map { (key: $0, value: .text("none")) })
    }

    /// Whether `sort` takes the key of a property, and not only the direction of a fixed order.
    private func sorts(in schema: ProposedSchema) -> Bool {
        guard let parameter = parameters["sort"] else { return false }
        guard let type = parameter?.type.withoutNull.text,
            case .enumeration(let choice) = schema.declarations.first(where: { $0.name == type })?
                .body
        else { return true }
        return choice.cases.contains { one in
            guard case .text(let value) = one.value else { return false }
            return properties.contains(value.hasPrefix("-") ? String(value.dropFirst()) : value)
        }
    }
}
