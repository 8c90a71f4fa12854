import Diagnostics
import Templates

/// Turns the findings of a template check into diagnostics at the place where the user can fix
/// them.
///
/// A part is checked wherever it is included, so a name may be known in one place and unknown in
/// another. Then either the part does not belong there, or the name does not belong in the part.
struct TemplateFindings {
    private let check: TemplateCheck

    /// Takes the findings of a check.
    init(_ check: TemplateCheck) {
        self.check = check
    }

    /// The mistakes, each once.
    var diagnostics: [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        var foreign: [String: Set<TemplateCheck.Spot>] = [:]
        var misplaced: Set<SourceRange> = []
        for finding in check.findings {
            var own: [[TemplateCheck.Inclusion]] = []
            for way in finding.ways {
                guard let inclusion = misplacement(of: finding, on: way, &foreign) else {
                    own.append(way)
                    continue
                }
                let range = inclusion.tag.range(in: inclusion.template)
                guard misplaced.insert(range).inserted else { continue }
                let part = inclusion.tag.name
                let message = "the template '\(part)' cannot be included here: \(finding.message)"
                diagnostics.append(Diagnostic(rule: finding.rule, message, at: range))
            }
            if !own.isEmpty { diagnostics.append(diagnostic(for: finding, on: own)) }
        }
        return diagnostics
    }

    /// The first tag written by the user on the path that includes a template that is right on its
    /// own; nil if the mistake is in the reported template.
    private func misplacement(
        of finding: TemplateCheck.Finding,
        on way: [TemplateCheck.Inclusion],
        _ foreign: inout [String: Set<TemplateCheck.Spot>]
    ) -> TemplateCheck.Inclusion? {
        way.first { inclusion in
            guard !inclusion.template.isBuiltIn else { return false }
            let part = inclusion.tag.name
            let spots = foreign[part] ?? foreignSpots(in: part)
            foreign[part] = spots
            return !spots.contains(finding.spot)
        }
    }

    /// The tags of a template, and of those it includes, that would also be wrong in place of the
    /// built-in template of the same name.
    private func foreignSpots(in name: String) -> Set<TemplateCheck.Spot> {
        guard let template = check.templates[name] else { return [] }
        var alone = TemplateCheck(templates: check.templates, constants: check.constants)
        for scope in TemplateReference.scopes(of: name) { alone.check(template, scope: scope) }
        return Set(alone.findings.map(\.spot))
    }

    /// A mistake in a template itself; if only some including templates cause it, with their names.
    private func diagnostic(
        for finding: TemplateCheck.Finding,
        on ways: [[TemplateCheck.Inclusion]]
    ) -> Diagnostic {
        let range = finding.tag.range(in: finding.template)
        let includers = ways.compactMap { $0.first?.template.name }
        // If it is wrong on its own, or everywhere, the including templates do not matter.
        guard includers.count == ways.count,
            finding.ways.count != check.visits[finding.template.name]
        else {
            return Diagnostic(rule: finding.rule, finding.message, at: range, hint: finding.hint)
        }
        var names: [String] = []
        for name in includers where !names.contains(name) { names.append(name) }
        let list = names.map { "'\($0)'" }.joined(separator: " and ")
        let verb = names.count == 1 ? "includes" : "include"
        return Diagnostic(
            rule: finding.rule,
            "\(finding.message) where \(list) \(verb) this template",
            at: range,
            hint: "`repogen templates vocabulary \(names[0])` lists the names allowed there"
        )
    }
}
