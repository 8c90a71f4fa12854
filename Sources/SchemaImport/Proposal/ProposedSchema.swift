/// The proposed schema of an import or an inference, from which the writer makes the text.
///
/// Declarations keep their order within each section; sections follow the order of the language.
package struct ProposedSchema: Hashable, Sendable {
    /// The lines of the comment at the top, without `#`.
    package var header: [String]
    /// The default API, if there are several.
    package var api: String?
    /// The APIs.
    package var apis: [ProposedAPI]
    /// The declarations.
    package var declarations: [ProposedDeclaration]

    /// Creates a schema.
    package init(
        header: [String] = [],
        api: String? = nil,
        apis: [ProposedAPI] = [],
        declarations: [ProposedDeclaration] = []
    ) {
        self.header = header
        self.api = api
        self.apis = apis
        self.declarations = declarations
    }

    /// The schema as a mapping, in the order of the language.
    var mapping: SchemaMapping {
        var root = SchemaMapping(isBlock: true)
        root.entries.append(SchemaEntry("repogen", .literal("1"), comments: header))
        root.add("api", text: api)
        if !apis.isEmpty {
            root.add("apis", .mapping(SchemaMapping(apis.map(\.entry), isBlock: true)))
        }
        let sections = Dictionary(grouping: declarations, by: \.section)
        for section in ProposedDeclaration.Section.allCases {
            guard let declarations = sections[section] else { continue }
            let entries = declarations.map(\.entry)
            root.add(section.rawValue, .mapping(SchemaMapping(entries, isBlock: true)))
        }
        return root
    }
}

/// An API of a proposed schema.
package struct ProposedAPI: Hashable, Sendable {
    /// A base URL, with its environment if there are several.
    package struct Server: Hashable, Sendable {
        /// The environment.
        package var environment: String
        /// The URL.
        package var url: String

        /// Creates a server.
        package init(environment: String, url: String) {
            self.environment = environment
            self.url = url
        }
    }

    /// A query parameter or a header field of every request.
    package struct Constant: Hashable, Sendable {
        /// The name in the request.
        package var name: String
        /// The value.
        package var value: String

        /// Creates a constant.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The name.
    package var name: String
    /// The documentation.
    package var doc: String?
    /// The base URLs.
    package var servers: [Server] = []
    /// The style of keys, for example `snake_case`, if keys differ from names.
    package var keys: String?
    /// The header fields of every request.
    package var headers: [Constant] = []
    /// The query parameters of every request.
    package var query: [Constant] = []
    /// The authentication: `bearer`, `basic`, or the place of a key.
    package var authentication: [SchemaNode] = []

    /// Creates an API.
    package init(name: String) {
        self.name = name
    }

    var entry: SchemaEntry {
        var mapping = SchemaMapping(isBlock: true)
        mapping.add("doc", text: doc)
        if let only = servers.first, servers.count == 1 {
            mapping.add("baseURL", text: only.url)
        } else if !servers.isEmpty {
            let pairs = servers.map { (key: $0.environment, value: SchemaNode.text($0.url)) }
            mapping.add("baseURL", .mapping(pairs))
        }
        mapping.add("keys", text: keys)
        for (key, constants) in [("headers", headers), ("query", query)] where !constants.isEmpty {
            let pairs = constants.map { (key: $0.name, value: SchemaNode.text($0.value)) }
            mapping.add(key, .mapping(pairs))
        }
        if let only = authentication.first, authentication.count == 1 {
            mapping.add("authentication", only)
        } else if !authentication.isEmpty {
            mapping.add("authentication", .sequence(authentication))
        }
        if mapping.entries.isEmpty { mapping.isBlock = false }
        return SchemaEntry(name, .mapping(mapping))
    }
}
