package import Diagnostics
package import YAMLTree

/// The inputs and the result of the last import of a schema, in a file next to it.
package struct ImportState: Sendable {
    /// The format of the documents.
    package enum Language: String, Sendable {
        /// OpenAPI.
        case openapi
        /// JSON Schema.
        case jsonschema
    }

    /// The reason why a file is not a state of an import.
    package enum Problem: Error {
        /// It is not YAML, for example after a merge with conflicts.
        case syntax([Diagnostic])
        /// It lacks a key, or has a later version.
        case contents
    }

    /// The suffix of the file name, after the name of the schema.
    package static let suffix = ".imported"

    /// The format of the documents.
    package var language: Language
    /// The documents, relative to the folder of the schema.
    package var documents: [String]
    /// The options of the import.
    package var options: ImportOptions
    /// Whether evidence is written in comments.
    package var showsEvidence: Bool
    /// The names of declarations in the schema, by their imported names.
    package var renames: [String: String] = [:]
    /// The imported schema.
    package var schema: SchemaMapping

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - language: The format of the documents.
    ///   - documents: The documents, relative to the folder of the schema.
    ///   - options: The options of the import.
    ///   - showsEvidence: Whether comments give evidence.
    ///   - file: The text of the imported schema.
    /// - Throws: ``YAMLSyntaxError`` if it is not YAML.
    package init(
        language: Language,
        documents: [String],
        options: ImportOptions,
        showsEvidence: Bool,
        giving file: SourceFile
    ) throws(YAMLSyntaxError) {
        self.init(
            language: language,
            documents: documents,
            options: options,
            showsEvidence: showsEvidence,
            schema: try WrittenSchema(file)?.mapping ?? SchemaMapping()
        )
    }

    private init(
        language: Language,
        documents: [String],
        options: ImportOptions,
        showsEvidence: Bool,
        schema: SchemaMapping
    ) {
        self.language = language
        self.documents = documents
        self.options = options
        self.showsEvidence = showsEvidence
        self.schema = schema
    }

    /// Parses a file.
    ///
    /// - Throws: ``Problem``.
    package init(_ file: SourceFile) throws(Problem) {
        let written: WrittenSchema?
        do throws(YAMLSyntaxError) {
            written = try WrittenSchema(file)
        } catch {
            throw .syntax(error.diagnostics)
        }
        guard let root = written.map({ SchemaNode.mapping($0.mapping) }),
            let language = root["from"]?.scalarText.flatMap(Language.init(rawValue:)),
            let documents = root["documents"]?.texts, !documents.isEmpty,
            case .mapping(let schema)? = root["schema"]
        else { throw .contents }
        var options = ImportOptions()
        options.includesUnused = root["all"]?.scalarText == "true"
        options.onlyEndpoints = root["endpointsOnly"]?.scalarText == "true"
        options.only = root["only"]?.texts ?? []
        options.entities = root["entities"]?.texts ?? []
        options.renames = root["rename"]?.table ?? [:]
        self.init(
            language: language,
            documents: documents,
            options: options,
            showsEvidence: root["evidence"]?.scalarText != "false",
            schema: schema
        )
        renames = root["renamed"]?.table ?? [:]
    }

    /// The text of the file.
    package var text: String {
        var root = SchemaMapping(isBlock: true)
        root.add("from", text: language.rawValue)
        root.add("documents", .texts(documents))
        root.add("all", flag: options.includesUnused)
        root.add("endpointsOnly", flag: options.onlyEndpoints)
        if !options.only.isEmpty { root.add("only", .texts(options.only)) }
        if !options.entities.isEmpty { root.add("entities", .texts(options.entities)) }
        if !options.renames.isEmpty { root.add("rename", .table(options.renames)) }
        if !showsEvidence { root.add("evidence", .literal("false")) }
        if !renames.isEmpty { root.add("renamed", .table(renames)) }
        root.add("schema", SchemaNode.mapping(schema).withDigests)
        root.entries[0].comments = [
            "The result of `repogen import`, for comparison with the next import.",
            "Commit this file with the schema, and edit only the schema.",
        ]
        let writer = SchemaTextWriter()
        let lines = root.entries.flatMap { writer.lines(for: $0, indentation: 0) }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension SchemaNode {
    fileprivate static func texts(_ texts: [String]) -> SchemaNode {
        .sequence(texts.map { .text($0) })
    }

    fileprivate static func table(_ table: [String: String]) -> SchemaNode {
        .mapping(table.sorted { $0.key < $1.key }.map { (key: $0.key, value: .text($0.value)) })
    }

    /// The strings of a list.
    fileprivate var texts: [String] {
        if case .sequence(let elements) = self { elements.compactMap(\.scalarText) } else { [] }
    }

    /// The strings of a mapping, by key.
    fileprivate var table: [String: String] {
        Dictionary(entries.compactMap { entry in entry.value.scalarText.map { (entry.key, $0) } }) {
            first,
            _ in first
        }
    }
}
