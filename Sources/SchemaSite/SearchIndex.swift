import SchemaLanguage

/// The search index of a site: a script, because a page opened from a disk cannot load JSON.
struct SearchIndex {
    /// The script.
    let script: String

    init(_ map: SiteMap) {
        let entries = map.entries.map { entry in
            let members: [OrderedJSON.Member] = [
                OrderedJSON.Member("name", .string(entry.head.name)),
                OrderedJSON.Member("kind", .string(entry.kind.rawValue)),
                OrderedJSON.Member("path", .string("\(entry.path).html")),
                OrderedJSON.Member("doc", .string(entry.head.doc ?? "")),
            ]
            return OrderedJSON.object(members)
        }
        let json = OrderedJSON.array(entries).text
        script = "\"use strict\";\nwindow.searchIndex = \(json.dropLast());\n"
    }
}
