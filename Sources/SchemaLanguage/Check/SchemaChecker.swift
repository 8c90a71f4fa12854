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
        let index = index(documents, diagnostics: &diagnostics)
        guard !diagnostics.contains(where: { $0.severity == .error }) else { return nil }
        return SchemaBuilder(index: index).build()
    }

    /// What documents that form one namespace declare; what is wrong in them goes to the diagnostics.
    fileprivate func index(
        _ documents: [SchemaDocument],
        diagnostics: inout [Diagnostic]
    ) -> SchemaIndex {
        // What is imported is named first, as it is where it is generated.
        let own = documents.filter { $0.module == nil }.sorted { $0.path < $1.path }
        let documents = documents.filter { $0.module != nil } + own
        let index = SchemaIndex(
            documents,
            reservedNames: reservedNames,
            conformances: conformances
        ).assigningObjectsOfMixins()
        // Of what is imported everything is said where it is generated.
        let imported = Set(documents.filter { $0.module != nil }.map(\.path))
        for found in SchemaIndex.checks.concurrentMap(chunk: 1, { $0.diagnostics(in: index) }) {
            diagnostics += found.filter { !imported.contains($0.range.path) }
        }
        return index
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

    /// Files of another output, whose types those of this one may name.
    package struct Import: Sendable {
        /// The module of the output.
        package let module: String
        /// Whether this output names it; otherwise one that it names does.
        package let isNamed: Bool
        /// The files.
        package let files: [SourceFile]

        /// Makes an import of files.
        package init(module: String, isNamed: Bool, files: [SourceFile]) {
            self.module = module
            self.isNamed = isNamed
            self.files = files
        }
    }

    /// Compiles files that form one namespace, in any order.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - imports: Files of other outputs, each before those that import it; of mistakes in them nothing
    ///     is said, since they are compiled by themselves.
    /// - Returns: the schema, nil where there is an error; and all diagnostics of all files, sorted.
    package func compile(
        _ files: [SourceFile],
        importing imports: [Import] = []
    ) -> (schema: CheckedSchema?, diagnostics: [Diagnostic]) {
        let parsed = files.concurrentMap(chunk: 1, parse)
        var diagnostics = parsed.flatMap(\.diagnostics)
        let imported = imports.flatMap { one in
            let module = SchemaDocument.Module(name: one.module, isNamed: one.isNamed)
            return one.files.sorted { $0.path < $1.path }
                .concurrentMap(chunk: 1, parse).map { $0.document.imported(from: module) }
        }
        let documents = imported + parsed.map(\.document)
        let schema = checker.check(documents, diagnostics: &diagnostics)
        return (schema, sorted(diagnostics))
    }

    /// The mistakes in files that form one namespace, without the schema that they give.
    ///
    /// - Parameter files: The files, in any order.
    /// - Returns: The diagnostics of all files, sorted.
    package func diagnostics(of files: [SourceFile]) -> [Diagnostic] {
        let parsed = files.concurrentMap(chunk: 1, parse)
        var diagnostics = parsed.flatMap(\.diagnostics)
        _ = checker.index(parsed.map(\.document), diagnostics: &diagnostics)
        return sorted(diagnostics)
    }

    /// Diagnostics in the order of their places.
    ///
    /// What was found at one place several times, because an alias stands for it, is said once.
    private func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return diagnostics.filter { seen.insert($0).inserted }
            .sorted { ($0.range.path, $0.range.start) < ($1.range.path, $1.range.start) }
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
