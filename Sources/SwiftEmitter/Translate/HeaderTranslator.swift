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
    func header(of head: DeclarationHead, _ imports: Imports = Imports()) -> FileHeader {
        let showsAlias = imports.usesFoundationByAlias && imports.usesFoundationInBodies
        let block =
            if imports.usesFoundation {
                runtimeAndFoundation
            } else if imports.usesFoundationInValues || showsAlias {
                Block(["\(level) import RepositoryRuntime", ""] + Self.foundation(hiddenLevel))
            } else if imports.usesFoundationInBodies {
                Block(["\(level) import RepositoryRuntime", ""] + Self.foundation("internal"))
            } else {
                runtime
            }
        return FileHeader(schemaPath: head.visiblePath, imports: block)
    }

    /// The header of a file that names protocols of the runtime only to conform to them.
    func headerForConformances(of head: DeclarationHead) -> FileHeader {
        FileHeader(schemaPath: head.visiblePath, imports: runtimeForConformances)
    }

    /// The header of a file that needs no runtime but where it says so.
    func headerWithoutRuntime(of head: DeclarationHead, _ imports: Imports) -> FileHeader {
        let modules = imports.modules.sorted().map { "\(level) import \($0)" }
        let foundation = imports.usesFoundation ? Self.foundation(level) : []
        return FileHeader(schemaPath: head.visiblePath, imports: Block(modules + foundation))
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
