package import Diagnostics
import Mustache
import SchemaLanguage
import Templates

/// The mistakes in templates.
package struct TemplateError: Error, Sendable {
    /// The mistakes; for a built-in template, the path is its name.
    package let diagnostics: [Diagnostic]
}

/// The templates that are rendered on their own; the others are parts of them.
enum FileTemplate: String, CaseIterable, Sendable {
    case api = "API"
    case closedEnumeration = "ClosedEnumeration"
    case endpoint = "Endpoint"
    case endpointRepository = "EndpointRepository"
    case entity = "Entity"
    case entityRepository = "EntityRepository"
    /// On its own only if a file has several declarations; otherwise the other templates include
    /// it.
    case header = "Header"
    case mock = "Mock"
    case openEnumeration = "OpenEnumeration"
    case relations = "Relations"
    case runtimeVersion = "RuntimeVersion"
    case scalar = "Scalar"
    case union = "Union"
    case value = "Value"

    /// The names that the template can use.
    var vocabulary: TemplateVocabulary {
        switch self {
        case .api: APIModel.vocabulary
        case .closedEnumeration, .openEnumeration: EnumerationModel.vocabulary
        case .endpoint: EndpointModel.vocabulary
        case .endpointRepository: EndpointRepositoryModel.vocabulary
        case .entityRepository: EntityRepositoryModel.vocabulary
        case .header: FileHeader.vocabulary
        case .mock: MockModel.vocabulary
        case .entity: EntityModel.vocabulary
        case .relations: RelationsModel.vocabulary
        case .runtimeVersion: RuntimeVersionModel.vocabulary
        case .scalar: ScalarModel.vocabulary
        case .union: UnionModel.vocabulary
        case .value: StructureModel.vocabulary
        }
    }
}

/// Templates that were checked when they were loaded.
struct TemplateRenderer: Sendable {
    private let library: MustacheLibrary
    private let templates: [FileTemplate: MustacheTemplate]
    /// The names of the sections in all templates.
    private let sections: Set<String>

    /// The names with the same text in all files.
    static let constants = TemplateVocabulary(
        text: [
            "access": "The access modifier with a space after it, or nothing: `public `.",
            "tool": "The name of the tool.",
        ]
    )

    /// Whether a template contains a multi-line literal, which is laid out unchanged.
    let hasLongLiterals: Bool

    /// Loads templates.
    ///
    /// - Parameters:
    ///   - templates: The templates, one for each name.
    ///   - constants: The values of ``constants``.
    ///   - grouping: The contents of a file; if it is more than a declaration, `Header` is rendered
    ///     on its own, and is empty where others include it.
    /// - Throws: ``TemplateError`` with all mistakes in the templates.
    init(
        _ templates: [Template],
        constants: [String: String],
        grouping: ProjectConfiguration.Grouping = .declaration
    ) throws(TemplateError) {
        let byName = Dictionary(templates.map { ($0.name, $0) }) { _, last in last }
        let rendered = FileTemplate.allCases.filter { grouping == .schema || $0 != .header }
        try Self.check(templates, byName, rendered)
        let normalized = byName.mapValues { Template(name: $0.name, text: $0.normalizedText) }
        var parts = normalized
        if grouping == .schema {
            let name = FileTemplate.header.rawValue
            parts[name] = Template(name: name, text: "")
        }
        var library = MustacheLibrary()
        var files: [FileTemplate: MustacheTemplate] = [:]
        var diagnostics: [Diagnostic] = []
        func parsed(_ template: Template) -> MustacheTemplate? {
            do {
                return try MustacheTemplate(string: Self.text(of: template, parts, constants))
            } catch {
                diagnostics.append(Self.unreadable(byName[template.name] ?? template, error))
                return nil
            }
        }
        for part in parts.values.sorted(by: { $0.name < $1.name }) {
            guard let template = parsed(part) else { continue }
            library.register(template, named: part.name)
            if let file = FileTemplate(rawValue: part.name) { files[file] = template }
        }
        if grouping == .schema, let header = normalized[FileTemplate.header.rawValue] {
            files[.header] = parsed(header)
        }
        guard diagnostics.isEmpty else { throw TemplateError(diagnostics: diagnostics) }
        self.library = library
        self.templates = files
        hasLongLiterals = templates.contains { $0.text.contains("\"\"\"") }
        let tags = templates.flatMap { TemplateTag.tags(in: $0.text) }
        sections = Set(tags.filter { [.section, .inverted].contains($0.kind) }.map(\.name))
    }

    private static func check(
        _ templates: [Template],
        _ byName: [String: Template],
        _ rendered: [FileTemplate]
    ) throws(TemplateError) {
        let parts = TemplateParts(templates).diagnostics
        guard parts.isEmpty else { throw TemplateError(diagnostics: parts) }
        var check = TemplateCheck(templates: byName, constants: constants)
        var missing: [Diagnostic] = []
        for file in rendered {
            if let template = byName[file.rawValue] {
                check.check(template, vocabulary: file.vocabulary)
            } else {
                missing.append(Self.missing(file))
            }
        }
        let found = missing + TemplateFindings(check).diagnostics
        guard found.isEmpty else { throw TemplateError(diagnostics: found) }
    }

    /// The text that is rendered once for all files of a template with the same sections.
    func skeleton(of template: FileTemplate, without missing: [String]) -> Skeleton {
        guard let mustache = templates[template] else {
            preconditionFailure("the initializer loads a template of every file")
        }
        let probe = SlotModel(vocabulary: template.vocabulary, path: "", missing: missing)
        return Skeleton(mustache.render(probe, library: library))
    }

    /// The blocks and models that a template uses as sections.
    func sectionPaths(of template: FileTemplate) -> [String] {
        template.vocabulary.sectionPaths.filter { path in
            sections.contains(path.split(separator: ".").last.map(String.init) ?? path)
        }
    }

    /// The text for Mustache, with HTML escaping turned off, which each template has to request.
    private static func text(
        of template: Template,
        _ templates: [String: Template],
        _ constants: [String: String]
    ) -> String {
        "{{% CONTENT_TYPE: TEXT}}\n"
            + String(String.UnicodeScalarView(expanded(template, templates, constants)))
    }

    /// The text with constants inserted, and with other templates included where they have their
    /// own line.
    ///
    /// The check has rejected templates that include themselves.
    private static func expanded(
        _ template: Template,
        _ templates: [String: Template],
        _ constants: [String: String]
    ) -> [Unicode.Scalar] {
        let scalars = Array(template.text.unicodeScalars)
        var result: [Unicode.Scalar] = []
        var end = 0
        for tag in TemplateTag.tags(in: template.text) {
            let range = tag.range
            if tag.kind == .variable, let constant = constants[tag.name] {
                result += scalars[end..<range.lowerBound] + Array(constant.unicodeScalars)
                end = range.upperBound
            } else if tag.kind == .partial, let part = templates[tag.name], tag.column == 1,
                range.upperBound < scalars.count, scalars[range.upperBound] == "\n"
            {
                result += scalars[end..<range.lowerBound] + expanded(part, templates, constants)
                end = range.upperBound + 1
            }
        }
        return result + scalars[end...]
    }

    private static func missing(_ file: FileTemplate) -> Diagnostic {
        Diagnostic(
            rule: TemplateRule.unknownName,
            "there is no template of this name",
            at: start(of: file.rawValue + Template.fileExtension)
        )
    }

    private static func unreadable(_ template: Template, _ error: any Error) -> Diagnostic {
        Diagnostic(
            rule: TemplateRule.nesting,
            "Mustache cannot read the template: \(error)",
            at: start(of: template.path)
        )
    }

    private static func start(of path: String) -> SourceRange {
        SourceFile(path: path, bytes: []).start
    }
}
