package import Diagnostics
import Parallelism
package import YAMLTree

/// The last gate: turns documents in which every rule holds into the value that the back end gets.
package struct SchemaChecker: Sendable {
    /// Names that no declaration may have, each with what has it already, as a message says it:
    /// `"Entity": "a type of RepositoryRuntime"`.
    package var reservedNames: [String: String]
    /// The protocols that every entity, value, enumeration and union conforms to, as the configuration
    /// says.
    package var conformances: [String]

    /// Makes a checker.
    package init(reservedNames: [String: String] = [:], conformances: [String] = []) {
        self.reservedNames = reservedNames
        self.conformances = conformances
    }

    /// Checks documents that form one namespace.
    ///
    /// - Parameters:
    ///   - documents: the documents, in any order.
    ///   - diagnostics: where mistakes go; errors of earlier stages may be in it already.
    /// - Returns: the checked schema; nil where there is an error, of this stage or an earlier one.
    package func check(
        _ documents: [SchemaDocument],
        diagnostics: inout [Diagnostic]
    ) -> CheckedSchema? {
        let documents = documents.sorted { $0.path < $1.path }
        let index = SchemaIndex(
            documents,
            reservedNames: reservedNames,
            conformances: conformances
        ).assigningObjectsOfMixins()
        for found in SchemaIndex.checks.concurrentMap(chunk: 1, { $0.diagnostics(in: index) }) {
            diagnostics += found
        }
        guard !diagnostics.contains(where: { $0.severity == .error }) else { return nil }
        return SchemaBuilder(index: index).build()
    }
}

/// The front end as one call: from source files to a checked schema.
package struct SchemaCompiler: Sendable {
    /// The reader of source texts.
    package var reader: YAMLReader
    /// The checker of documents.
    package var checker: SchemaChecker

    /// Makes a compiler.
    package init(reservedNames: [String: String] = [:], conformances: [String] = []) {
        reader = YAMLReader()
        checker = SchemaChecker(reservedNames: reservedNames, conformances: conformances)
    }

    /// Compiles files that form one namespace, in any order.
    ///
    /// - Returns: the schema, nil where there is an error; and all diagnostics of all files, sorted.
    package func compile(_ files: [SourceFile]) -> (
        schema: CheckedSchema?, diagnostics: [Diagnostic]
    ) {
        let parsed = files.concurrentMap(chunk: 1, parse)
        var diagnostics = parsed.flatMap(\.diagnostics)
        let schema = checker.check(parsed.map(\.document), diagnostics: &diagnostics)
        diagnostics.sort { ($0.range.path, $0.range.start) < ($1.range.path, $1.range.start) }
        return (schema, distinct(diagnostics))
    }

    /// What was found at one place several times, because an alias stands for it, is said once.
    private func distinct(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return diagnostics.filter { seen.insert($0).inserted }
    }

    private func parse(
        _ file: SourceFile
    ) -> (document: SchemaDocument, diagnostics: [Diagnostic]) {
        var diagnostics: [Diagnostic] = []
        let root: YAMLNode?
        do throws(YAMLSyntaxError) {
            root = try reader.read(file)
        } catch {
            diagnostics = error.diagnostics
            guard error.root != nil else {
                // A file that is no YAML has said so; that it is empty would be no news.
                return (SchemaDocument(path: file.path, isReadable: false), diagnostics)
            }
            root = error.root
        }
        let isWhole = root?.hasEachSection(diagnostics) ?? true
        var document = SchemaParser().parse(root, of: file, diagnostics: &diagnostics)
        if !isWhole { document.isReadable = false }
        return (document, diagnostics)
    }
}

extension YAMLNode {
    /// Whether no section of a schema is among the keys that were found twice: what the second one
    /// declares is not known, whereas a declaration that stands twice is known by its name.
    fileprivate func hasEachSection(_ duplicates: [Diagnostic]) -> Bool {
        guard case .mapping(let pairs) = content else { return duplicates.isEmpty }
        let sections = Set(pairs.map(\.key.range))
        return !duplicates.contains { duplicate in
            duplicate.notes.contains { sections.contains($0.range) }
        }
    }
}
