package import Diagnostics
import Parallelism
package import YAMLTree

/// The last gate: turns documents in which every rule holds into the input of the back end.
package struct SchemaChecker: Sendable {
    /// Names that no declaration can have, each with its owner for a message: `"Entity": "a type of
    /// RepositoryRuntime"`.
    package var reservedNames: [String: String]
    /// The protocols from the configuration that every entity, value, enumeration and union
    /// conforms to.
    package var conformances: [String]

    /// Makes a checker.
    package init(reservedNames: [String: String] = [:], conformances: [String] = []) {
        self.reservedNames = reservedNames
        self.conformances = conformances
    }

    /// Checks documents that form one namespace.
    ///
    /// - Parameters:
    ///   - documents: The documents, in any order.
    ///   - diagnostics: Receives the mistakes; may already contain errors of earlier stages.
    /// - Returns: The checked schema; nil if there is an error, of this stage or an earlier one.
    package func check(
        _ documents: [SchemaDocument],
        diagnostics: inout [Diagnostic]
    ) -> CheckedSchema? {
        let index = index(documents, diagnostics: &diagnostics)
        guard !diagnostics.contains(where: { $0.severity == .error }) else { return nil }
        return SchemaBuilder(index: index).build()
    }

    /// Indexes documents that form one namespace; mistakes are added to the diagnostics.
    fileprivate func index(
        _ documents: [SchemaDocument],
        diagnostics: inout [Diagnostic]
    ) -> SchemaIndex {
        // Imported declarations are named first, as in their own output.
        let own = documents.filter { $0.module == nil }.sorted { $0.path < $1.path }
        let documents = documents.filter { $0.module != nil } + own
        let index = SchemaIndex(
            documents,
            reservedNames: reservedNames,
            conformances: conformances
        ).assigningObjectsOfMixins()
        // Outputs may share a file.
        let modules = Dictionary(
            documents.compactMap { document in document.module.map { (document.path, [$0]) } },
            uniquingKeysWith: +
        )
        for found in SchemaIndex.checks.concurrentMap(chunk: 1, { $0.diagnostics(in: index) }) {
            diagnostics += found.filter { modules[$0.range.path] == nil }
            diagnostics += found.filter { index.isAmbiguous($0, modules) }.map { finding in
                var finding = finding
                finding.hint = "an output imports both: rename one, or drop one of its `imports:`"
                return finding
            }
        }
        return index
    }
}

/// The front end in one call: from source files to a checked schema.
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

    /// Files of another output, whose types this one can use.
    package struct Import: Sendable {
        /// The module of the output.
        package let module: String
        /// Whether this output imports it, rather than one that it imports.
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
    ///   - imports: Files of other outputs, each before those that import it; mistakes in them are
    ///     not reported, because they are compiled separately, except that two imported outputs
    ///     declare a type with the same name.
    /// - Returns: The schema, nil if there is an error; and all diagnostics of all files, sorted.
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

    /// Finds the mistakes in files that form one namespace, without the resulting schema.
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
    /// A finding that occurs several times at one place, because of an alias, is listed once.
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
                // For a file with a syntax error, it would be no help to report that it is empty.
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
    /// Whether no section of a schema is a duplicate key: the declarations of the second section
    /// are unknown, whereas a declaration that occurs twice is known by its name.
    fileprivate func hasEachSection(_ duplicates: [Diagnostic]) -> Bool {
        guard case .mapping(let pairs) = content else { return duplicates.isEmpty }
        let sections = Set(pairs.map(\.key.range))
        return !duplicates.contains { duplicate in
            duplicate.notes.contains { sections.contains($0.range) }
        }
    }
}
