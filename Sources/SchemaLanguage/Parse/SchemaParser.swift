package import Diagnostics
import Parallelism
package import YAMLTree

/// Turns the tree of one schema file into its declarations.
///
/// Every mistake in the file is reported. Valid parts next to a mistake are still parsed, so that
/// the checks of other files find them.
package struct SchemaParser {
    /// The version of the language that this parser reads.
    package static let version = "1"

    /// The keys of a schema.
    static let keys = [
        "repogen", "version", "typedIdentities", "api", "apis", "enums", "scalars", "unions",
        "mixins", "values",
        "entities",
        "endpoints",
        "repositories",
    ]

    private static let plurals = [
        "enum": "enums", "scalar": "scalars", "union": "unions", "mixin": "mixins",
        "value": "values", "entity": "entities", "endpoint": "endpoints",
        "repository": "repositories",
    ]

    /// The hints for singular keys, and for those that belong elsewhere.
    private static let foreignKeys: [String: String] = {
        let ofAPI = "they belong to an API: write `apis: { Main: { conventions: … } }`"
        let others = ["conventions": ofAPI, "typed": "write `typedIdentities: true`"]
        return plurals.mapValues { "did you mean '\($0)'?" }.merging(others) { $1 }
    }()

    /// The line with the version.
    static let heading = "repogen: \(version)"

    /// Makes a parser.
    package init() {}

    /// Parses a file.
    ///
    /// - Parameters:
    ///   - root: The tree; nil for a file without content.
    ///   - file: The source file.
    ///   - diagnostics: Receives the mistakes.
    /// - Returns: The declarations that could be read.
    package func parse(
        _ root: YAMLNode?,
        of file: SourceFile,
        diagnostics: inout [Diagnostic]
    ) -> SchemaDocument {
        var context = ParseContext()
        defer { diagnostics += context.diagnostics }
        var document = SchemaDocument(path: file.path)
        guard let root, !root.isNull else {
            context.report(
                .emptySchema,
                "the file is empty",
                at: root?.range ?? file.start,
                hint: "a schema starts with `\(Self.heading)`"
            )
            return document
        }
        guard
            var mapping = MappingReader(
                root,
                what: "a schema",
                hint: "a schema starts with `\(Self.heading)`, with a space after the ':'",
                in: &context
            )
        else { return document }
        if let foreign = ForeignDocument(mapping.pairs) {
            context.report(
                .missingVersion,
                "this is \(foreign.kind), not a schema",
                at: foreign.key.range,
                hint: foreign.hint
            )
            return SchemaDocument(path: file.path, isReadable: false)
        }
        checkVersion(&mapping, in: &context)
        document.version = mapping.optional("version").flatMap {
            context.number($0, what: "version", from: 1)
        }
        document.hasTypedIdentities =
            mapping.optional("typedIdentities").flatMap {
                context.bool($0, what: "typedIdentities")
            } ?? false
        if let node = mapping.optional("api") {
            document.api = context.text(
                node,
                what: "api",
                hint: "it names a service, which is declared under `apis:`"
            )
            document.hasUnreadableAPI = document.api == nil
        }
        document.apis = declarations("apis", &mapping, in: &context, APIParser.parse)
        document.enumerations = declarations(
            "enums",
            &mapping,
            in: &context,
            EnumerationParser.parse
        )
        document.scalars = declarations("scalars", &mapping, in: &context, ScalarParser.parse)
        document.unions = declarations("unions", &mapping, in: &context, UnionParser.parse)
        document.mixins = declarations("mixins", &mapping, in: &context, StructureParser.mixin)
        document.values = declarations("values", &mapping, in: &context, StructureParser.value)
        document.entities = declarations("entities", &mapping, in: &context, StructureParser.entity)
        document.endpoints = declarations(
            "endpoints",
            &mapping,
            in: &context,
            EndpointParser.parse
        )
        document.repositories = declarations(
            "repositories",
            &mapping,
            in: &context,
            RepositoryParser.parse
        )
        mapping.finish(
            in: &context,
            foreign: Self.foreignKeys,
            misplaced: { [pairs = mapping.pairs] in
                PropertyColumn.hint(for: $0, in: pairs)
                    ?? PropertyColumn.hint(forDeclaration: $0, in: pairs)
            }
        )
        document.values = (document.values + context.inlineValues).sorted {
            $0.heading.name.range.start < $1.heading.name.range.start
        }
        return document
    }

    private func checkVersion(_ mapping: inout MappingReader, in context: inout ParseContext) {
        let start = SourceRange(
            path: mapping.range.path,
            start: mapping.range.start,
            end: mapping.range.start
        )
        guard let node = mapping.optional("repogen") else {
            mapping.miss(
                ["repogen"],
                .missingVersion,
                "the schema does not declare its version of the language",
                at: start,
                hint: "add the line `\(Self.heading)` at the top"
            )
            return
        }
        guard node.scalarText == Self.version else {
            context.report(
                .unsupportedVersion,
                "expected version \(Self.version) of the language, found \(node.kindDescription)",
                at: node.range
            )
            return
        }
    }

    /// Parses the declarations under one key.
    private func declarations<Declaration: Sendable>(
        _ key: String,
        _ mapping: inout MappingReader,
        in context: inout ParseContext,
        _ parse: @Sendable (Located<String>, YAMLNode, inout ParseContext) -> Declaration
    ) -> [Declaration] {
        // Declarations under a misspelled key, which will be reported, exist too.
        let singular = Self.plurals.first { $0.value == key }?.key
        let nodes = [
            mapping.optional(key), mapping.misspelled(key, or: singular, among: Self.keys),
        ]
        return nodes.compactMap(\.self).filter { !$0.isNull }.flatMap { node -> [Declaration] in
            guard case .mapping(let pairs) = node.content else {
                context.reportKind(
                    of: node,
                    what: "'\(key)'",
                    expected: "a mapping of names to declarations",
                    hint: "write each with its name and a ':', as in `\(key): { Name: { … } }`"
                )
                return []
            }
            // Declarations are independent, and a file may have thousands.
            let parsed = pairs.concurrentMap { pair in
                var context = ParseContext()
                let name = DeclarationName.parse(
                    pair.key,
                    in: &context,
                    misplaced: PropertyColumn.hint(for: pair, in: pairs)
                        ?? PropertyColumn.hint(forWord: pair, among: pairs)
                )
                return (name.map { parse($0, pair.value, &context) }, context)
            }
            return parsed.compactMap { declaration, found in
                context.add(found)
                return declaration
            }
        }
    }
}
