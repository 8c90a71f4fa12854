/// The meaning of a query parameter of a listing, and the key that sets it.
struct ListingParameter {
    /// The name of the parameter.
    let name: String
    /// The meaning in a message: "the page number".
    let meaning: String
    /// The key that sets it, such as `paging.page`.
    let path: String
    /// The setting that turns it off.
    var otherwise: String?

    /// The meaning of parameters for the sort order, which may share one.
    static let order = "the sort order"
}

extension CheckedConventions {
    /// The parameters of a listing, except those of conditions on one property.
    var listingParameters: [ListingParameter] {
        var roles: [ListingParameter] = []
        func add(_ name: String?, _ meaning: String, _ path: String, or otherwise: String? = nil) {
            guard let name, !name.isEmpty else { return }
            roles.append(
                ListingParameter(name: name, meaning: meaning, path: path, otherwise: otherwise)
            )
        }
        switch paging?.style {
        case .page(let parameter, _): add(parameter, "the page number", "paging.page")
        case .offset(let parameter): add(parameter, "the offset of a page", "paging.offset")
        case .token(_, let parameter), .headerToken(_, let parameter):
            add(parameter, "the page token", "paging.parameter")
        case .lastID(let parameter): add(parameter, "the last identity", "paging.lastID")
        case .none?, .link, .header, .next, nil: break
        }
        // A caller can choose the size if the schema does not.
        add(paging?.sizeParameter, "the page size", "paging.sizeParameter")
        switch query.filter {
        case .document(let parameter), .objects(let parameter):
            let isDocument = query.filter == .document(parameter: parameter)
            let key = isDocument ? "document" : "objects"
            add(parameter, "the filter", "query.filter.\(key)")
        case .parameters(let templates):
            for template in templates {
                guard let name = template.text.parameter, !name.contains("{key}") else { continue }
                add(name, "the filter", "query.filter.\(template.operator.rawValue)")
            }
        case nil: break
        }
        // The defaults are those of plain REST.
        add(query.sort ?? "sort", ListingParameter.order, "query.sort", or: "query: { sort: none }")
        for (key, template) in [("ascending", query.ascending), ("descending", query.descending)] {
            // A parameter with the key in it has as many names as there are properties.
            for name in template?.parameters ?? [] where !name.contains("{key}") {
                add(name, ListingParameter.order, "query.\(key)")
            }
        }
        add(query.limit ?? "limit", "the limit", "query.limit", or: "query: { limit: none }")
        add(
            query.offset ?? "offset",
            "the offset",
            "query.offset",
            or: "query: { offset: none }"
        )
        if case .since(.parameter(let parameter), _) = changes {
            add(parameter, "the changes cursor", "changes.parameter")
        }
        return roles
    }
}
