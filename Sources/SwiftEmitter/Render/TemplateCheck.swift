import Diagnostics
import Templates

/// Checks templates against the closed vocabularies of their view models.
///
/// Mustache renders an unknown name as nothing, so a typing mistake would only show in the output.
struct TemplateCheck {
    /// What can be wrong with a template.
    enum Rule: String {
        case unknownName = "template-unknown-name"
        case wrongUse = "template-wrong-use"
        case nesting = "template-nesting"
        case unsupported = "template-unsupported"
    }

    /// The templates by name.
    let templates: [String: Template]
    /// The names that stand for the same text everywhere.
    let constants: [String]

    private struct Scope {
        var names: [TemplateVocabulary]

        func meaning(of name: String) -> TemplateVocabulary.Meaning? {
            names.reversed().lazy.compactMap { $0[name] }.first
        }

        var all: [String] { names.reversed().flatMap { $0.meanings.map(\.name) } }
    }

    private struct Place {
        let template: String
        let tag: TemplateTag
        /// The templates that are being included, to find one that includes itself.
        let including: [String]
    }

    /// The mistakes in a template and in those it includes, as its view model sees them.
    func diagnostics(in template: Template, vocabulary: TemplateVocabulary) -> [Diagnostic] {
        check(template, Scope(names: [vocabulary]), including: [template.name])
    }

    private func check(
        _ template: Template,
        _ scope: Scope,
        including: [String]
    ) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        var scopes = [scope]
        var open: [TemplateTag] = []
        for tag in TemplateTag.tags(in: template.text) {
            let place = Place(template: template.name, tag: tag, including: including)
            let scope = scopes.last ?? scope
            switch tag.kind {
            case .comment: break
            case .variable: diagnostics += variable(place, scope)
            case .section, .inverted:
                let (inner, found) = section(place, scope)
                diagnostics += found
                scopes.append(inner)
                open.append(tag)
            case .end:
                if open.last?.name == tag.name {
                    open.removeLast()
                    scopes.removeLast()
                } else {
                    let expected = open.last.map { "'{{/\($0.name)}}'" } ?? "no end of a section"
                    diagnostics.append(
                        diagnostic(
                            .nesting,
                            "expected \(expected), found '{{/\(tag.name)}}'",
                            place
                        )
                    )
                }
            case .partial: diagnostics += partial(place, scope)
            case .unsupported(let reason):
                diagnostics.append(
                    diagnostic(.unsupported, "'{{\(tag.name)}}' is not supported: \(reason)", place)
                )
            case .unfinished:
                diagnostics.append(diagnostic(.nesting, "'{{' without '}}'", place))
            }
        }
        return diagnostics
            + open.map { tag in
                diagnostic(
                    .nesting,
                    "'{{#\(tag.name)}}' without '{{/\(tag.name)}}'",
                    Place(template: template.name, tag: tag, including: including)
                )
            }
    }

    private func variable(_ place: Place, _ scope: Scope) -> [Diagnostic] {
        let name = place.tag.name
        if constants.contains(name) { return [] }
        switch scope.meaning(of: name) {
        case .text, .block: return []
        case .model: return [diagnostic(.wrongUse, "'\(name)' is a section, not a text", place)]
        case nil: return [unknown(place, scope.all + constants)]
        }
    }

    private func section(_ place: Place, _ scope: Scope) -> (Scope, [Diagnostic]) {
        let name = place.tag.name
        switch scope.meaning(of: name) {
        case .block: return (scope, [])
        case .model(let vocabulary): return (Scope(names: scope.names + [vocabulary]), [])
        case .text:
            return (scope, [diagnostic(.wrongUse, "'\(name)' is a text, not a section", place)])
        case nil: return (scope, [unknown(place, scope.all)])
        }
    }

    private func partial(_ place: Place, _ scope: Scope) -> [Diagnostic] {
        let name = place.tag.name
        guard let template = templates[name] else {
            return [unknown(place, templates.keys.sorted())]
        }
        guard !place.including.contains(name) else {
            return [diagnostic(.nesting, "the template '\(name)' includes itself", place)]
        }
        return check(template, scope, including: place.including + [name])
    }

    private func unknown(_ place: Place, _ names: [String]) -> Diagnostic {
        diagnostic(
            .unknownName,
            "unknown name '\(place.tag.name)'",
            place,
            hint: NearestSpelling.nearest(to: place.tag.name, in: names).map {
                "did you mean '\($0)'?"
            }
        )
    }

    private func diagnostic(
        _ rule: Rule,
        _ message: String,
        _ place: Place,
        hint: String? = nil
    ) -> Diagnostic {
        let start = SourcePosition(line: place.tag.line, column: place.tag.column)
        return Diagnostic(
            rule: rule,
            message,
            at: SourceRange(
                path: "\(place.template).mustache",
                start: start,
                end: start.advanced(by: place.tag.range.count)
            ),
            hint: hint
        )
    }
}
