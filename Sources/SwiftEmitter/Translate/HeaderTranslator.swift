import SchemaLanguage

/// Translates what stands above the declarations of a file.
struct HeaderTranslator: Sendable {
    private let runtime: Block
    private let runtimeForConformances: Block
    private let runtimeAndFoundation: Block

    /// Makes the imports, which generated code sees as it is seen itself.
    init(access: ProjectConfiguration.AccessLevel) {
        let level = access.rawValue
        let lines = ["\(level) import RepositoryRuntime"]
        runtime = Block(lines)
        // The compiler does not count a conformance as a use in a package declaration, and warns that
        // the import is more visible than it need be.
        runtimeForConformances =
            access == .package ? Block(["internal import RepositoryRuntime"]) : runtime
        runtimeAndFoundation = Block(
            lines + [
                "",
                "#if canImport(FoundationEssentials)",
                "\(level) import FoundationEssentials",
                "#else",
                "\(level) import Foundation",
                "#endif",
            ]
        )
    }

    /// The header of a declaration's file.
    func header(of head: DeclarationHead, usesFoundation: Bool) -> FileHeader {
        FileHeader(
            schemaPath: head.visiblePath,
            imports: usesFoundation ? runtimeAndFoundation : runtime
        )
    }

    /// The header of a file that names protocols of the runtime only to conform to them.
    func headerForConformances(of head: DeclarationHead) -> FileHeader {
        FileHeader(schemaPath: head.visiblePath, imports: runtimeForConformances)
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
