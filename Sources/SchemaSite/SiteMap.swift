import SchemaDiagram
import SchemaLanguage

/// The page of each declaration.
struct SiteMap {
    /// The kinds of pages.
    enum Kind: String, CaseIterable {
        case entity, value, union, `enum`, scalar, endpoint, repository, api

        /// The folder of the pages, which is also the fragment of their list.
        var plural: String {
            switch self {
            case .entity: "entities"
            case .repository: "repositories"
            case .value, .union, .enum, .scalar, .endpoint, .api: "\(rawValue)s"
            }
        }

        /// The heading of the list of all pages of the kind.
        var heading: String {
            self == .api ? "APIs" : plural.prefix(1).uppercased() + plural.dropFirst()
        }
    }

    /// A page.
    struct Entry {
        let kind: Kind
        let head: DeclarationHead
        /// The path of the file without its extension, for example `entities/Order`.
        let path: String
    }

    private struct Key: Hashable {
        let kind: Kind
        let name: String
        let schemaPath: String
    }

    /// The pages, by kind and in schema order.
    private(set) var entries: [Entry] = []
    private var paths: [Key: String] = [:]

    init(of sources: [DiagramSource]) {
        var taken: Set<String> = []
        func add(_ kind: Kind, _ heads: [DeclarationHead]) {
            for head in heads {
                let key = Key(kind: kind, name: head.name, schemaPath: head.schemaPath)
                guard paths[key] == nil else { continue }
                // Some file systems are case-insensitive.
                var path = "\(kind.plural)/\(Self.fileName(head.name))"
                var number = 2
                while !taken.insert(path.lowercased()).inserted {
                    path = "\(kind.plural)/\(Self.fileName(head.name))-\(number)"
                    number += 1
                }
                paths[key] = path
                entries.append(Entry(kind: kind, head: head, path: path))
            }
        }
        for kind in Kind.allCases {
            for source in sources { add(kind, Self.heads(of: kind, in: source.schema)) }
        }
    }

    /// The path of a page without its extension; nil if there is none.
    func path(of kind: Kind, _ head: DeclarationHead) -> String? {
        paths[Key(kind: kind, name: head.name, schemaPath: head.schemaPath)]
    }

    /// The paths of the pages of a schema's types, by name.
    func typePaths(in schema: CheckedSchema) -> [String: String] {
        var found: [String: String] = [:]
        for kind in [Kind.entity, .value, .union, .enum, .scalar] {
            for head in Self.heads(of: kind, in: schema) { found[head.name] = path(of: kind, head) }
        }
        return found
    }

    private static func heads(of kind: Kind, in schema: CheckedSchema) -> [DeclarationHead] {
        switch kind {
        case .entity: schema.entities.map(\.head)
        case .value: schema.values.map(\.head)
        case .union: schema.unions.map(\.head)
        case .enum: schema.enumerations.map(\.head)
        case .scalar: schema.scalars.map(\.head)
        case .endpoint: schema.endpoints.map(\.head)
        case .repository: schema.repositories.map(\.head)
        case .api: schema.apis.map(\.head)
        }
    }

    /// A name as a file name: ASCII letters and digits, and numbers for other characters.
    private static func fileName(_ name: String) -> String {
        name.unicodeScalars.map { scalar in
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar)
                || scalar == "_"
            return isPlain ? String(scalar) : "-\(scalar.value)-"
        }
        .joined()
    }
}
