import Diagnostics
import Templates

/// Checks templates against the closed vocabularies of their view models.
///
/// Mustache renders an unknown name as nothing, so a typing mistake would only show in the output.
/// ``TemplateParts`` has to have let the templates through: here they are followed into their parts.
struct TemplateCheck {
    /// How deep sections may be nested.
    static let maximumDepth = 64

    /// The names that may be used at some place, the innermost first.
    struct Scope {
        private(set) var vocabularies: [TemplateVocabulary]

        init(_ vocabulary: TemplateVocabulary) {
            vocabularies = [vocabulary]
        }

        func entering(_ vocabulary: TemplateVocabulary) -> Scope {
            var scope = self
            scope.vocabularies.insert(vocabulary, at: 0)
            return scope
        }

        func meaning(of name: String) -> TemplateVocabulary.Meaning? {
            vocabularies.lazy.compactMap { $0[name] }.first
        }

        var names: [String] { vocabularies.flatMap { $0.entries.map(\.name) } }
    }

    /// A template on the way to the one that is checked, with the tag that includes the next.
    private struct Inclusion {
        let template: Template
        let tag: TemplateTag
    }

    /// A tag with its template, and the way there.
    private struct Place {
        let template: Template
        let tag: TemplateTag
        let way: [Inclusion]
    }

    /// The mistakes that were found, each once.
    private(set) var diagnostics: [Diagnostic] = []
    /// The scopes in which each part is included.
    private(set) var scopesOfParts: [String: [Scope]] = [:]

    private let templates: [String: Template]
    private let tags: [String: [TemplateTag]]
    private let constants: TemplateVocabulary
    private var reported: Set<Diagnostic> = []
    /// The tags of users that include a built-in part where it does not belong.
    private var misplaced: Set<SourceRange> = []

    /// Makes a check of templates.
    ///
    /// - Parameters:
    ///   - templates: the templates by name.
    ///   - constants: the names that stand for the same text everywhere.
    init(templates: [String: Template], constants: TemplateVocabulary) {
        self.templates = templates
        self.constants = constants
        tags = templates.mapValues { TemplateTag.tags(in: $0.text) }
    }

    /// Checks a template and those it includes, as its view model sees them.
    mutating func check(_ template: Template, vocabulary: TemplateVocabulary) {
        check(template, Scope(vocabulary), [])
    }

    private mutating func check(_ template: Template, _ scope: Scope, _ way: [Inclusion]) {
        var scopes = [scope]
        var open: [TemplateTag] = []
        for tag in tags[template.name] ?? [] {
            let place = Place(template: template, tag: tag, way: way)
            let scope = scopes.last ?? scope
            switch tag.kind {
            case .comment: break
            case .variable: checkVariable(place, scope)
            case .section, .inverted:
                guard open.count < Self.maximumDepth else {
                    let most = "at most \(Self.maximumDepth) sections in one another"
                    return report(.nesting, "expected \(most)", place)
                }
                scopes.append(enterSection(place, scope))
                open.append(tag)
            case .end:
                if open.last?.name == tag.name {
                    open.removeLast()
                    scopes.removeLast()
                } else {
                    let expected = open.last.map { "'{{/\($0.name)}}'" } ?? "no end of a section"
                    report(.nesting, "expected \(expected), found '{{/\(tag.name)}}'", place)
                }
            case .partial: checkPartial(place, scope)
            case .unsupported(let reason):
                report(.unsupported, "'{{\(tag.name)}}' is not supported: \(reason)", place)
            case .unfinished: report(.nesting, "'{{' without '}}'", place)
            }
        }
        for tag in open {
            let place = Place(template: template, tag: tag, way: way)
            report(.nesting, "'{{#\(tag.name)}}' without '{{/\(tag.name)}}'", place)
        }
    }

    private mutating func checkVariable(_ place: Place, _ scope: Scope) {
        let name = place.tag.name
        switch constants[name] ?? scope.meaning(of: name) {
        case .text, .block: break
        case .model: report(.wrongUse, "'\(name)' is a section, not a text", place)
        case nil: reportUnknown(place, scope.names + constants.entries.map(\.name))
        }
    }

    private mutating func enterSection(_ place: Place, _ scope: Scope) -> Scope {
        let name = place.tag.name
        switch constants[name] ?? scope.meaning(of: name) {
        case .block: break
        case .model(let vocabulary): return scope.entering(vocabulary)
        case .text: report(.wrongUse, "'\(name)' is a text, not a section", place)
        case nil: reportUnknown(place, scope.names)
        }
        return scope
    }

    private mutating func checkPartial(_ place: Place, _ scope: Scope) {
        guard let part = templates[place.tag.name] else {
            return reportUnknown(place, templates.keys.sorted())
        }
        scopesOfParts[part.name, default: []].append(scope)
        check(part, scope, place.way + [Inclusion(template: place.template, tag: place.tag)])
    }

    private mutating func reportUnknown(_ place: Place, _ names: [String]) {
        let name = place.tag.name
        let list =
            place.tag.kind == .partial
            ? "`repogen templates list`" : "`repogen templates vocabulary \(place.template.name)`"
        let nearest = NearestSpelling.nearest(to: name, in: names)
        report(
            .unknownName,
            "unknown name '\(name)'",
            place,
            hint: nearest.map { "did you mean '\($0)'?" } ?? "\(list) shows what may stand here"
        )
    }

    /// Reports a mistake where a user can mend it: of a built-in part that a user's template includes
    /// where it does not belong, the tag that includes it.
    private mutating func report(
        _ rule: TemplateRule,
        _ message: String,
        _ place: Place,
        hint: String? = nil
    ) {
        if place.template.isBuiltIn,
            let inclusion = place.way.last(where: { !$0.template.isBuiltIn })
        {
            let range = inclusion.tag.range(in: inclusion.template)
            guard misplaced.insert(range).inserted else { return }
            let part = inclusion.tag.name
            let message = "the template '\(part)' does not belong here: \(message)"
            diagnostics.append(Diagnostic(rule: rule, message, at: range))
            return
        }
        let diagnostic = Diagnostic(
            rule: rule,
            message,
            at: place.tag.range(in: place.template),
            hint: hint
        )
        if reported.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
    }
}
