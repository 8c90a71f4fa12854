/// The object around the array of a listing: `{ "data": […], "total": 7 }`.
struct ListingEnvelope {
    /// The key path of the array.
    var key: String
    /// The type of its elements.
    var element: ProposedType
    /// The other properties, by key.
    var others: [String: ProposedProperty]

    /// The keys that are common next to the array in an envelope, but rare in values.
    static let marks: Set<String> = [
        "total", "count", "total_count", "totalCount", "next", "previous", "prev", "page",
        "per_page",
        "perPage", "pages", "limit", "offset", "has_more", "hasMore", "next_cursor", "nextCursor",
        "next_page_token", "nextPageToken", "next_page_url", "links", "_links", "meta",
        "pagination",
        "total_pages", "totalPages", "incomplete_results", "cursor", "object", "self", "size",
        "_meta", "included", "jsonapi",
    ]
    private static let keys: Set<String> = [
        "data", "items", "results", "result", "records", "rows", "entries", "content", "values",
    ]

    /// Recognizes an envelope: one array, with only metadata of a listing next to it.
    ///
    /// HAL has the array in a nested object, `_embedded`.
    init?(
        _ structure: ProposedStructure,
        in structures: [String: ProposedStructure],
        keys: (ProposedProperty) -> String
    ) {
        var array: (key: String, element: ProposedType)?
        var others: [String: ProposedProperty] = [:]
        for property in structure.properties {
            let key = keys(property)
            if case .array(let element) = property.type.withoutNull, property.properties == nil {
                guard array == nil else { return nil }
                array = (key.replacing(".", with: "\\."), element)
            } else if key == "_embedded", array == nil {
                let inner =
                    property.properties ?? structures[property.type.leafName ?? ""]?.properties
                guard let only = inner?.first, inner?.count == 1,
                    case .array(let element) = only.type.withoutNull, only.properties == nil
                else { return nil }
                array = ("_embedded." + keys(only).replacing(".", with: "\\."), element)
                others[key] = property
            } else {
                // Values have URLs, too.
                guard Self.marks.contains(key) || key == "url" else { return nil }
                others[key] = property
            }
        }
        guard others["url"] == nil || others["has_more"] != nil else { return nil }
        guard let array, !others.isEmpty || Self.keys.contains(array.key) else { return nil }
        key = array.key
        element = array.element
        self.others = others
    }
}
