package import Diagnostics
package import YAMLTree

/// Turns the tree of one schema file into its declarations.
///
/// Every mistake of the file is reported; what is whole beside a mistake is still parsed, so that the
/// checks of other files do not stumble over it.
package struct SchemaParser {
    /// The version of the language that this parser reads.
    package static let version = "1"

    /// The line that says the version.
    private static let heading = "repogen: \(version)"

    /// Makes a parser.
    package init() {}

    /// Parses a file.
    ///
    /// - Parameters:
    ///   - root: the tree; nil for a file without any content.
    ///   - file: the file it comes from.
    ///   - diagnostics: where mistakes go.
    /// - Returns: the declarations, as far as they could be read.
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
        checkVersion(&mapping, in: &context)
        document.api = mapping.optional("api").flatMap { context.text($0, what: "api") }
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
            misplaced: { [pairs = mapping.pairs] in PropertyColumn.hint(for: $0, in: pairs) }
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
            context.report(
                .missingVersion,
                "a schema says its version of the language",
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
    private func declarations<Declaration>(
        _ key: String,
        _ mapping: inout MappingReader,
        in context: inout ParseContext,
        _ parse: (Located<String>, YAMLNode, inout ParseContext) -> Declaration?
    ) -> [Declaration] {
        guard let node = mapping.optional(key), !node.isNull else { return [] }
        guard case .mapping(let pairs) = node.content else {
            context.reportKind(
                of: node,
                what: "'\(key)'",
                expected: "a mapping of names to declarations"
            )
            return []
        }
        return pairs.compactMap { pair in
            let name = DeclarationName.parse(
                pair.key,
                in: &context,
                misplaced: PropertyColumn.hint(for: pair, in: pairs)
            )
            guard let name else { return nil }
            return parse(name, pair.value, &context)
        }
    }
}

/// The names that a schema may give to what it declares.
enum DeclarationName {
    /// The most bytes of a name: it becomes the name of a file, to which a suffix may be added, and
    /// file systems take 255.
    private static let limit = 200

    /// Parses a name: a capital letter, then letters, digits and `_`; it becomes a type and a file.
    ///
    /// `misplaced` is what to say of a key that belongs elsewhere, where it is no name.
    static func parse(
        _ node: YAMLNode,
        in context: inout ParseContext,
        misplaced: @autoclosure () -> String? = nil
    ) -> Located<String>? {
        guard let name = node.scalarText else {
            context.reportKind(of: node, what: "the name of a declaration", expected: "text")
            return nil
        }
        let scalars = name.unicodeScalars
        let isLegal = scalars.enumerated().allSatisfy { $1.isNamePart(first: $0 == 0) }
        guard name.utf8.count <= limit else {
            context.report(
                .invalidName,
                "the name of a declaration has at most \(limit) bytes in UTF-8, "
                    + "found \(name.utf8.count)",
                at: node.range
            )
            return nil
        }
        guard isLegal, scalars.first?.properties.isUppercase == true else {
            context.report(
                .invalidName,
                """
                expected a name of letters, digits and '_' with a capital first, \
                found '\(name.shortened(to: 60))'
                """,
                at: node.range,
                hint: misplaced() ?? suggestion(for: name).map { "write \($0)" }
            )
            return nil
        }
        return Located(name, at: node.range)
    }

    /// `blog-post` may have been meant as `BlogPost`.
    private static func suggestion(for name: String) -> String? {
        let words = name.unicodeScalars
            .split { !$0.isNamePart(first: false) || $0 == "_" }
            .map { String(Substring($0)) }
        let suggestion = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        guard let first = suggestion.unicodeScalars.first, first.properties.isUppercase else {
            return nil
        }
        return suggestion
    }
}
