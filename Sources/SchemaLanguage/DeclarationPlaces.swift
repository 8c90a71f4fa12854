package import Diagnostics
import Parallelism
import YAMLTree

/// The lines of schemas where declarations, and what is in them, are written.
package struct DeclarationPlaces: Hashable, Sendable {
    /// The kinds of declarations, each with names of its own.
    package enum Kind: Hashable, Sendable, CaseIterable {
        case api, type, endpoint, repository
    }

    private struct Key: Hashable {
        let path: String
        let kind: Kind
        let name: String
        var member: String?
    }

    private var lines: [Key: Int] = [:]

    /// Finds the declarations of files; a file that cannot be read has none.
    ///
    /// - Parameter files: The schemas.
    package init(of files: [SourceFile]) {
        let documents = files.concurrentMap(chunk: 1) { file in
            var diagnostics: [Diagnostic] = []
            let root: YAMLNode?
            do throws(YAMLSyntaxError) { root = try YAMLReader().read(file) } catch {
                root = error.root
            }
            return SchemaParser().parse(root, of: file, diagnostics: &diagnostics)
        }
        for document in documents { add(document) }
    }

    /// The line of a declaration, or of a property, case or operation of it.
    ///
    /// - Parameters:
    ///   - kind: What is declared.
    ///   - name: Its name, as the schema writes it.
    ///   - member: The name of the property, case or operation; nil for the declaration itself.
    ///   - path: The path of the schema.
    /// - Returns: The line, from 1; that of the declaration for what a mixin brings; nil for what is not
    ///   declared there.
    package func line(
        of kind: Kind,
        _ name: String,
        member: String? = nil,
        in path: String
    ) -> Int? {
        if member != nil,
            let line = lines[Key(path: path, kind: kind, name: name, member: member)]
        {
            return line
        }
        return lines[Key(path: path, kind: kind, name: name)]
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
        lines[Key(path: path, kind: kind, name: name)] = heading.name.range.start.line
        for member in members {
            lines[Key(path: path, kind: kind, name: name, member: member.value)] =
                member.range.start.line
        }
    }
}
