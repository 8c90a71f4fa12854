/// What a query parameter of a listing says, and where that is written.
struct ListingParameter {
    /// The name of the parameter.
    let name: String
    /// As a message says it: "which page it is".
    let meaning: String
    /// The key that says so, such as `paging.page`.
    let path: String
    /// What to write to do without.
    var otherwise: String?

    /// What the parameters of orders say, which may share one.
    static let order = "in which order"
}

extension CheckedConventions {
    /// What the parameters of a listing say, but those of conditions on a property each.
    var listingParameters: [ListingParameter] {
        var roles: [ListingParameter] = []
        func add(_ name: String?, _ meaning: String, _ path: String, or otherwise: String? = nil) {
            guard let name, !name.isEmpty else { return }
            roles.append(
                ListingParameter(name: name, meaning: meaning, path: path, otherwise: otherwise)
            )
        }
        switch paging?.style {
        case .page(let parameter, _): add(parameter, "which page it is", "paging.page")
        case .offset(let parameter): add(parameter, "where a page begins", "paging.offset")
        case .token(_, let parameter), .headerToken(_, let parameter):
            add(parameter, "what the token is", "paging.parameter")
        case .lastID(let parameter): add(parameter, "behind which entity", "paging.lastID")
        case .none?, .link, .header, .next, nil: break
        }
        // A caller may choose the size where the schema does not.
        add(paging?.sizeParameter, "how large a page is", "paging.sizeParameter")
        switch query.filter {
        case .document(let parameter), .objects(let parameter):
            let isDocument = query.filter == .document(parameter: parameter)
            let key = isDocument ? "document" : "objects"
            add(parameter, "which entities", "query.filter.\(key)")
        case .parameters(let templates):
            for template in templates {
                guard let name = template.text.parameter, !name.contains("{key}") else { continue }
                add(name, "which entities", "query.filter.\(template.operator.rawValue)")
            }
        case nil: break
        }
        // What is not said is as in plain REST.
        add(query.sort ?? "sort", ListingParameter.order, "query.sort", or: "query: { sort: none }")
        for (key, template) in [("ascending", query.ascending), ("descending", query.descending)] {
            // One with the key in it has as many names as there are properties.
            for name in template?.parameters ?? [] where !name.contains("{key}") {
                add(name, ListingParameter.order, "query.\(key)")
            }
        }
        add(query.limit ?? "limit", "how many", "query.limit", or: "query: { limit: none }")
        add(
            query.offset ?? "offset",
            "how many are left out",
            "query.offset",
            or: "query: { offset: none }"
        )
        if case .since(.parameter(let parameter), _) = changes {
            add(parameter, "since when", "changes.parameter")
        }
        return roles
    }
}
