import SchemaLanguage

/// Translates what stands above the declarations of a file.
struct HeaderTranslator: Sendable {
    private let level: String
    /// The level of what is named only to conform to it, or in the default of a parameter: the
    /// compiler does not count either as a use in a package declaration, and warns that the import is
    /// more visible than it need be.
    private let hiddenLevel: String
    private let runtime: Block
    private let runtimeForConformances: Block
    private let runtimeAndFoundation: Block

    /// Makes the imports, which generated code sees as it is seen itself.
    init(access: ProjectConfiguration.AccessLevel) {
        level = access.rawValue
        hiddenLevel = access == .package ? "internal" : level
        let line = "\(level) import RepositoryRuntime"
        runtime = Block([line])
        runtimeForConformances = Block(["\(hiddenLevel) import RepositoryRuntime"])
        runtimeAndFoundation = Block([line, ""] + Self.foundation(level))
    }

    /// The header of a declaration's file.
    ///
    /// - Parameters:
    ///   - head: The declaration.
    ///   - imports: What it shows of other modules.
    ///   - hidden: What it names of other modules without showing it.
    /// - Returns: The header.
    func header(
        of head: DeclarationHead,
        _ imports: Imports = Imports(),
        hidden: Imports = Imports()
    ) -> FileHeader {
        let isPlain =
            imports.modules.isEmpty && imports.union(hidden) == imports
            && (imports.usesFoundation || !imports.usesFoundationInValues)
        let block =
            isPlain
            ? (imports.usesFoundation ? runtimeAndFoundation : runtime)
            : block(imports, besides: ["RepositoryRuntime"], hidden: hidden)
        return FileHeader(schemaPath: head.visiblePath, imports: block)
    }

    /// The header of a file that names protocols of the runtime only to conform to them.
    func headerForConformances(of head: DeclarationHead) -> FileHeader {
        FileHeader(schemaPath: head.visiblePath, imports: runtimeForConformances)
    }

    /// The header of a file that needs no runtime but where it says so.
    func headerWithoutRuntime(of head: DeclarationHead, _ imports: Imports) -> FileHeader {
        FileHeader(schemaPath: head.visiblePath, imports: block(imports, besides: []))
    }

    private func block(
        _ imports: Imports,
        besides modules: [String],
        hidden: Imports = Imports()
    ) -> Block {
        let shown = imports.modules.union(modules)
        // The compiler warns of an import that is more visible than it need be.
        var lines = shown.union(hidden.modules).sorted().map {
            "\(shown.contains($0) ? level : "internal") import \($0)"
        }
        // Foundation has all that its essentials have.
        let all = imports.union(hidden)
        if all.usesFoundation || all.usesFoundationInValues, !all.modules.contains("Foundation") {
            let level =
                imports.usesFoundation
                ? level : imports.usesFoundationInValues ? hiddenLevel : "internal"
            lines += (lines.isEmpty ? [] : [""]) + Self.foundation(level)
        }
        return Block(lines)
    }

    private static func foundation(_ level: String) -> [String] {
        [
            "#if canImport(FoundationEssentials)",
            "\(level) import FoundationEssentials",
            "#else",
            "\(level) import Foundation",
            "#endif",
        ]
    }
}

extension DeclarationHead {
    /// The path without what would end the comment that it stands in.
    fileprivate var visiblePath: String {
        String(
            String.UnicodeScalarView(schemaPath.unicodeScalars.filter { !$0.isHidden || $0 == " " })
        )
    }
}
