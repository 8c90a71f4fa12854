import Diagnostics
import Templates

/// Checks templates against the closed vocabularies of their view models.
///
/// Mustache renders an unknown name as nothing, so a typing mistake would only show in the output.
/// ``TemplateParts`` must have accepted the templates, because the check follows included
/// templates.
struct TemplateCheck {
    /// The maximum nesting of sections.
    static let maximumDepth = 64

    /// The names that are allowed at a place, the innermost first.
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

    /// A template on the path to the checked one, with the tag that includes the next.
    struct Inclusion {
        let template: Template
        let tag: TemplateTag
    }

    /// A tag with its template, and the path to it.
    private struct Place {
        let template: Template
        let tag: TemplateTag
        let way: [Inclusion]
    }

    /// A mistake in a tag of a template.
    struct Finding {
        let rule: TemplateRule
        let message: String
        let hint: String?
        let template: Template
        let tag: TemplateTag
        /// The paths on which the tag is wrong; it may be right on others.
        var ways: [[Inclusion]]

        var spot: Spot { Spot(template: template.name, tag: tag) }
    }

    /// A tag of a template, independent of the path.
    struct Spot: Hashable {
        let template: String
        let tag: TemplateTag
    }

    /// The findings, one for each tag.
    private(set) var findings: [Finding] = []
    /// The number of times that each template was checked.
    private(set) var visits: [String: Int] = [:]
    /// The scopes in which each part is included.
    private(set) var scopesOfParts: [String: [Scope]] = [:]

    /// The templates by name.
    let templates: [String: Template]
    /// The names with the same text everywhere.
    let constants: TemplateVocabulary
    private let tags: [String: [TemplateTag]]
    private var found: [Spot: Int] = [:]

    /// Makes a check of templates.
    ///
    /// - Parameters:
    ///   - templates: The templates by name.
    ///   - constants: The names with the same text everywhere.
    init(templates: [String: Template], constants: TemplateVocabulary) {
        self.templates = templates
        self.constants = constants
        tags = templates.mapValues { TemplateTag.tags(in: $0.text) }
    }

    /// Checks a template and those it includes against its view model.
    mutating func check(_ template: Template, vocabulary: TemplateVocabulary) {
        check(template, scope: Scope(vocabulary))
    }

    /// Checks a template and those it includes in a scope of names.
    mutating func check(_ template: Template, scope: Scope) {
        check(template, scope, [])
    }

    private mutating func check(_ template: Template, _ scope: Scope, _ way: [Inclusion]) {
        visits[template.name, default: 0] += 1
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
                    let most = "at most \(Self.maximumDepth) nested sections"
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
        case .model: report(.wrongUse, "'\(name)' is a section, not text", place)
        case nil: reportUnknown(place, scope.names + constants.entries.map(\.name))
        }
    }

    private mutating func enterSection(_ place: Place, _ scope: Scope) -> Scope {
        let name = place.tag.name
        switch constants[name] ?? scope.meaning(of: name) {
        case .block: break
        // An inverted section is rendered without the model.
        case .model where place.tag.kind == .inverted: break
        case .model(let vocabulary): return scope.entering(vocabulary)
        case .text: report(.wrongUse, "'\(name)' is text, not a section", place)
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
        let message = "unknown name '\(place.tag.name)'"
        report(.unknownName, message, place, hint: Self.hint(for: place, names))
    }

    private static func hint(for place: Place, _ names: [String]) -> String {
        let list =
            place.tag.kind == .partial
            ? "`repogen templates list`" : "`repogen templates vocabulary \(place.template.name)`"
        let nearest = NearestSpelling.nearest(to: place.tag.name, in: names)
        return nearest.map { "did you mean '\($0)'?" } ?? "\(list) lists the names allowed here"
    }

    private mutating func report(
        _ rule: TemplateRule,
        _ message: String,
        _ place: Place,
        hint: @autoclosure () -> String? = nil
    ) {
        let spot = Spot(template: place.template.name, tag: place.tag)
        if let index = found[spot] {
            findings[index].ways.append(place.way)
            return
        }
        found[spot] = findings.count
        findings.append(
            Finding(
                rule: rule,
                message: message,
                hint: hint(),
                template: place.template,
                tag: place.tag,
                ways: [place.way]
            )
        )
    }
}
