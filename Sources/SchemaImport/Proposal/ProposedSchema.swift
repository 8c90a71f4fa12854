/// What an import or an inference proposes: the value that the writer turns into the text of a schema.
///
/// The order of declarations is kept within each section; the sections have the order of the language.
package struct ProposedSchema: Hashable, Sendable {
    /// The lines of the comment at the top, without `#`.
    package var header: [String]
    /// The API that everything belongs to, where there are several.
    package var api: String?
    /// The services.
    package var apis: [ProposedAPI]
    /// The declarations.
    package var declarations: [ProposedDeclaration]

    /// Makes a schema.
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

    /// The whole as a mapping, in the order of the language.
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

/// A service of a proposed schema.
package struct ProposedAPI: Hashable, Sendable {
    /// A base URL, with its environment where there are several.
    package struct Server: Hashable, Sendable {
        /// The environment.
        package var environment: String
        /// The URL.
        package var url: String

        /// Makes a server.
        package init(environment: String, url: String) {
            self.environment = environment
            self.url = url
        }
    }

    /// The name.
    package var name: String
    /// The evidence, in lines above it.
    package var comments: [String] = []
    /// The documentation.
    package var doc: String?
    /// Where it is.
    package var servers: [Server] = []
    /// `snake_case` and so on, where names are not keys as they are.
    package var keys: String?
    /// How dates are written, where it is not ISO 8601.
    package var dates: [String] = []
    /// The header fields of every request.
    package var headers: [(name: String, value: String)] = []
    /// The parameters in the query of every request.
    package var query: [(name: String, value: String)] = []
    /// How requests authenticate: `bearer`, `basic`, or the place of a key.
    package var authentication: [SchemaNode] = []
    /// How it writes what repositories ask of it.
    package var conventions: SchemaNode?

    /// Makes a service.
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
        if !dates.isEmpty { mapping.add("dates", .oneOrMany(dates)) }
        for (key, pairs) in [("headers", headers), ("query", query)] where !pairs.isEmpty {
            mapping.add(key, .mapping(pairs.map { (key: $0.name, value: .text($0.value)) }))
        }
        if let only = authentication.first, authentication.count == 1 {
            mapping.add("authentication", only)
        } else if !authentication.isEmpty {
            mapping.add("authentication", .sequence(authentication))
        }
        mapping.add("conventions", conventions)
        if mapping.entries.isEmpty { mapping.isBlock = false }
        return SchemaEntry(name, .mapping(mapping), comments: comments)
    }

    package static func == (lhs: ProposedAPI, rhs: ProposedAPI) -> Bool { lhs.entry == rhs.entry }

    package func hash(into hasher: inout Hasher) { hasher.combine(entry) }
}
