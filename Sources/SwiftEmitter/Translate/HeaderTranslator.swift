import SchemaLanguage

/// Translates what stands above the declarations of a file.
struct HeaderTranslator: Sendable {
    private let level: String
    /// The level of what is named only to conform to it, or in the default of a parameter: the
    /// compiler does not count either as a use in a package declaration, and warns that the import is
    /// more visible than it need be.
    private let hiddenLevel: String
    private let shownFoundation: [String]
    private let hiddenFoundation: [String]
    private let internalFoundation: [String]

    /// Makes the imports, which generated code sees as it is seen itself.
    init(access: ProjectConfiguration.AccessLevel) {
        level = access.rawValue
        hiddenLevel = access == .package ? "internal" : level
        shownFoundation = Self.foundation(level)
        hiddenFoundation = Self.foundation(hiddenLevel)
        internalFoundation = Self.foundation("internal")
    }

    /// The header of a declaration's file, which names types of a layer of the runtime.
    func header(
        of head: DeclarationHead,
        _ layer: RuntimeLayer,
        _ imports: Imports = Imports()
    ) -> FileHeader {
        let foundation: [String] =
            switch imports.foundation {
            case .shown: shownFoundation
            case .inBodies where !imports.showsAliasOfFoundation: internalFoundation
            case .inBodies, .inDefaults: hiddenFoundation
            case nil: []
            }
        let modules = modules(imports, level, layer)
        return FileHeader(
            schemaPath: head.visiblePath,
            imports: Block(foundation.isEmpty ? modules : modules + [""] + foundation),
            importsBehindAliases: imports.showsAliasOfFoundation ? Block(hiddenFoundation) : Block()
        )
    }

    /// The header of a file that names protocols of the runtime only to conform to them.
    func headerForConformances(of head: DeclarationHead, _ imports: Imports) -> FileHeader {
        let modules = modules(imports, hiddenLevel, .values)
        return FileHeader(schemaPath: head.visiblePath, imports: Block(modules))
    }

    /// The imports of the runtime, of modules that have protocols to conform to, and of those of other
    /// outputs, in their order.
    private func modules(
        _ imports: Imports,
        _ levelOfRuntime: String,
        _ layer: RuntimeLayer
    ) -> [String] {
        let runtime = layer.rawValue
        return imports.modules.union(imports.shownModules).union([runtime]).sorted().map { name in
            let isShown = imports.shownModules.contains(name)
            let level = name == runtime ? levelOfRuntime : isShown ? level : hiddenLevel
            return "\(level) import \(name)"
        }
    }

    /// The header of a file that needs no runtime but where it says so.
    func headerWithoutRuntime(of head: DeclarationHead, _ imports: Imports) -> FileHeader {
        let modules = imports.modules.sorted().map { "\(level) import \($0)" }
        let foundation = imports.foundation == .shown ? shownFoundation : []
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
