import SchemaLanguage

/// Translates the header of a file.
struct HeaderTranslator: Sendable {
    private let level: String
    /// The access level for a module that is named only in a conformance, or in the default of a
    /// parameter: the compiler does not count either as a use in a package declaration, and warns
    /// about a higher level than needed.
    private let hiddenLevel: String
    private let shownFoundation: [String]
    private let hiddenFoundation: [String]
    private let internalFoundation: [String]

    /// Makes the imports, with the access level of the generated code.
    init(access: ProjectConfiguration.AccessLevel) {
        level = access.rawValue
        hiddenLevel = access == .package ? "internal" : level
        shownFoundation = Self.foundation(level)
        hiddenFoundation = Self.foundation(hiddenLevel)
        internalFoundation = Self.foundation("internal")
    }

    /// The header of a file with a declaration that uses types of a runtime layer.
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

    /// The header of a file that names runtime protocols only in conformances.
    func headerForConformances(of head: DeclarationHead, _ imports: Imports) -> FileHeader {
        let modules = modules(imports, hiddenLevel, .values)
        return FileHeader(schemaPath: head.visiblePath, imports: Block(modules))
    }

    /// The imports of the runtime, of modules with protocols for conformances, and of other
    /// outputs, in their order.
    private func modules(
        _ imports: Imports,
        _ levelOfRuntime: String,
        _ layer: RuntimeLayer
    ) -> [String] {
        let runtime = layer.rawValue
        let all = imports.modules.union(imports.shownModules).union(imports.modulesInBodies)
        return all.union([runtime]).sorted().map { name in
            let level =
                if name == runtime {
                    levelOfRuntime
                } else if imports.shownModules.contains(name) {
                    level
                } else {
                    imports.modules.contains(name) ? hiddenLevel : "internal"
                }
            return "\(level) import \(name)"
        }
    }

    /// The header of a file that needs the runtime only if it names it.
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
    /// The path without characters that would end its comment.
    fileprivate var visiblePath: String {
        String(
            String.UnicodeScalarView(schemaPath.unicodeScalars.filter { !$0.isHidden || $0 == " " })
        )
    }
}
