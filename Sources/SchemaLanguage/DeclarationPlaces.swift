package import Diagnostics
import Parallelism
import YAMLTree

/// The places of declarations, and of their parts, in schemas.
package struct DeclarationPlaces: Hashable, Sendable {
    /// The kinds of declarations, each with its own namespace.
    package enum Kind: Hashable, Sendable, CaseIterable {
        case api, type, endpoint, repository
    }

    private struct Key: Hashable {
        let path: String
        let kind: Kind
        let name: String
        var member: String?
    }

    private var ranges: [Key: SourceRange] = [:]
    /// The trees of the files, by path.
    private var roots: [String: YAMLNode] = [:]

    /// Finds the declarations in files; a file that cannot be read has none.
    ///
    /// - Parameter files: The schemas.
    package init(of files: [SourceFile]) {
        let parsed = files.concurrentMap(chunk: 1) { file -> (SchemaDocument, YAMLNode?) in
            var diagnostics: [Diagnostic] = []
            let root: YAMLNode?
            do throws(YAMLSyntaxError) { root = try YAMLReader().read(file) } catch {
                root = error.root
            }
            return (SchemaParser().parse(root, of: file, diagnostics: &diagnostics), root)
        }
        for (document, root) in parsed {
            add(document)
            roots[document.path] = root
        }
    }

    /// The line of a declaration, or of a property, case or operation of it.
    ///
    /// - Parameters:
    ///   - kind: The kind of declaration.
    ///   - name: Its name in the schema.
    ///   - member: The name of the property, case or operation; nil for the declaration itself.
    ///   - path: The path of the schema.
    /// - Returns: The line, from 1; that of the declaration for a property of a mixin; nil if it is
    ///   not declared there.
    package func line(
        of kind: Kind,
        _ name: String,
        member: String? = nil,
        in path: String
    ) -> Int? {
        range(of: kind, name, member: member, in: path)?.start.line
    }

    /// The place of a declaration, or of a property, case or operation of it.
    ///
    /// - Parameters:
    ///   - kind: The kind of declaration.
    ///   - name: Its name in the schema.
    ///   - member: The name of the property, case or operation; nil for the declaration itself.
    ///   - path: The path of the schema.
    /// - Returns: The place of the name; that of the declaration for a property of a mixin; nil if
    ///   it is not declared there.
    package func range(
        of kind: Kind,
        _ name: String,
        member: String? = nil,
        in path: String
    ) -> SourceRange? {
        if member != nil,
            let range = ranges[Key(path: path, kind: kind, name: name, member: member)]
        {
            return range
        }
        return ranges[Key(path: path, kind: kind, name: name)]
    }

    /// The place of a key in a declaration, or of the deepest existing key on the path.
    ///
    /// - Parameters:
    ///   - keys: The path of keys, such as `conventions`, `paging`, `size`.
    ///   - kind: The kind of declaration: an API, an endpoint or a repository.
    ///   - name: Its name.
    ///   - path: The path of the schema.
    /// - Returns: The place of the last existing key on the path, and the number of existing keys;
    ///   nil if the declaration is missing.
    package func place(
        of keys: [String],
        in kind: Kind,
        _ name: String,
        of path: String
    ) -> (range: SourceRange, depth: Int)? {
        guard var (range, node) = roots[path]?.entry(of: kind.section)?.value.entry(of: name)
        else { return nil }
        var depth = 0
        for key in keys {
            guard let (place, next) = node.entry(of: key) else { break }
            (range, node) = (place, next)
            depth += 1
        }
        return (range, depth)
    }

    private mutating func add(_ document: SchemaDocument) {
        let path = document.path
        for api in document.apis { add(api.heading, .api, [], path) }
        for one in document.enumerations { add(one.heading, .type, one.cases.map(\.name), path) }
        for one in document.scalars { add(one.heading, .type, [], path) }
        for one in document.unions { add(one.heading, .type, one.cases.map(\.name), path) }
        for one in document.values { add(one.heading, .type, one.properties.map(\.name), path) }
        for one in document.entities {
            let identity = one.identity.map { [$0.name] } ?? []
            add(one.heading, .type, identity + one.properties.map(\.name), path)
        }
        for one in document.endpoints { add(one.heading, .endpoint, [], path) }
        for one in document.repositories {
            let names = one.kinds.flatMap { kind -> [Located<String>] in
                if case .endpoints(let operations) = kind { operations.map(\.name) } else { [] }
            }
            add(one.heading, .repository, names, path)
        }
    }

    private mutating func add(
        _ heading: DeclarationHeading,
        _ kind: Kind,
        _ members: [Located<String>],
        _ path: String
    ) {
        let name = heading.name.value
        ranges[Key(path: path, kind: kind, name: name)] = heading.name.range
        for member in members {
            ranges[Key(path: path, kind: kind, name: name, member: member.value)] = member.range
        }
    }
}

extension DeclarationPlaces.Kind {
    /// The key of the schema section with such declarations.
    fileprivate var section: String {
        switch self {
        case .api: "apis"
        case .type: "entities"
        case .endpoint: "endpoints"
        case .repository: "repositories"
        }
    }
}

extension YAMLNode {
    /// The place of a key of a mapping, and its value; nil if it is missing.
    ///
    /// A key may have the question mark of an optional property.
    fileprivate func entry(of key: String) -> (range: SourceRange, value: YAMLNode)? {
        guard case .mapping(let pairs) = content else { return nil }
        return pairs.first { pair in
            guard case .scalar(let scalar) = pair.key.content else { return false }
            return scalar.text == key || scalar.text == key + "?"
        }.map { ($0.key.range, $0.value) }
    }
}
