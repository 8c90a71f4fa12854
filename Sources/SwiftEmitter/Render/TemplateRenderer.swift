package import Diagnostics
import Mustache
import Templates

/// What is wrong with the templates.
package struct TemplateError: Error, Sendable {
    /// The mistakes, with the name of the template as their path.
    package let diagnostics: [Diagnostic]
}

/// The templates that make a file of their own; the others are parts of them.
enum FileTemplate: String, CaseIterable, Sendable {
    case api = "API"
    case closedEnumeration = "ClosedEnumeration"
    case endpoint = "Endpoint"
    case endpointRepository = "EndpointRepository"
    case entity = "Entity"
    case entityRepository = "EntityRepository"
    case mock = "Mock"
    case openEnumeration = "OpenEnumeration"
    case runtimeVersion = "RuntimeVersion"
    case scalar = "Scalar"
    case union = "Union"
    case value = "Value"

    /// What the template may name.
    var vocabulary: TemplateVocabulary {
        switch self {
        case .api: APIModel.vocabulary
        case .closedEnumeration, .openEnumeration: EnumerationModel.vocabulary
        case .endpoint: EndpointModel.vocabulary
        case .endpointRepository: EndpointRepositoryModel.vocabulary
        case .entityRepository: EntityRepositoryModel.vocabulary
        case .mock: MockModel.vocabulary
        case .entity: EntityModel.vocabulary
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

    /// Loads templates.
    ///
    /// - Parameters:
    ///   - templates: the templates, one of each name.
    ///   - constants: names that stand for the same text in all files, and their texts.
    /// - Throws: ``TemplateError`` with all mistakes in the templates.
    init(_ templates: [Template], constants: [String: String]) throws(TemplateError) {
        let byName = Dictionary(templates.map { ($0.name, $0) }) { _, last in last }
        let check = TemplateCheck(templates: byName, constants: constants.keys.sorted())
        var diagnostics: [Diagnostic] = []
        for file in FileTemplate.allCases {
            guard let template = byName[file.rawValue] else {
                diagnostics.append(Self.missing(file))
                continue
            }
            // A part has its mistakes once for each template that includes it.
            diagnostics += check.diagnostics(in: template, vocabulary: file.vocabulary).filter {
                !diagnostics.contains($0)
            }
        }
        guard diagnostics.isEmpty else { throw TemplateError(diagnostics: diagnostics) }
        var library = MustacheLibrary()
        var files: [FileTemplate: MustacheTemplate] = [:]
        for template in templates {
            do {
                let parsed = try MustacheTemplate(
                    string: Self.text(of: template, byName, constants)
                )
                library.register(parsed, named: template.name)
                if let file = FileTemplate(rawValue: template.name) { files[file] = parsed }
            } catch {
                diagnostics.append(Self.unreadable(template, error))
            }
        }
        guard diagnostics.isEmpty else { throw TemplateError(diagnostics: diagnostics) }
        self.library = library
        self.templates = files
        sections = Set(
            templates.flatMap { TemplateTag.tags(in: $0.text) }
                .filter { $0.kind == .section || $0.kind == .inverted }.map(\.name)
        )
    }

    /// What is rendered once for all files of one template whose sections are there or not alike.
    func skeleton(of template: FileTemplate, without missing: [String]) -> Skeleton {
        guard let mustache = templates[template] else {
            preconditionFailure("the initialiser loads a template of every file")
        }
        let probe = SlotModel(vocabulary: template.vocabulary, path: "", missing: missing)
        return Skeleton(mustache.render(probe, library: library))
    }

    /// The blocks of a template that may be sections of it.
    func sectionPaths(of template: FileTemplate) -> [String] {
        template.vocabulary.blockPaths.filter { path in
            sections.contains(path.split(separator: ".").last.map(String.init) ?? path)
        }
    }

    /// The text as Mustache gets it: not escaped as HTML, which each template has to say of itself.
    private static func text(
        of template: Template,
        _ templates: [String: Template],
        _ constants: [String: String]
    ) -> String {
        "{{% CONTENT_TYPE: TEXT}}\n"
            + String(String.UnicodeScalarView(expanded(template, templates, constants)))
    }

    /// The text with constants put in, and with other templates where they have a line of their own.
    ///
    /// The check has refused a template that includes itself.
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
            rule: TemplateCheck.Rule.unknownName,
            "there is no template of this name",
            at: start(of: file.rawValue)
        )
    }

    private static func unreadable(_ template: Template, _ error: any Error) -> Diagnostic {
        Diagnostic(
            rule: TemplateCheck.Rule.nesting,
            "Mustache cannot read the template: \(error)",
            at: start(of: template.name)
        )
    }

    private static func start(of template: String) -> SourceRange {
        let first = SourcePosition(line: 1, column: 1)
        return SourceRange(path: "\(template).mustache", start: first, end: first)
    }
}
