import Diagnostics
import Templates

/// What a check of templates has found, said where a user mends it.
///
/// A part is gone through wherever it is included, and a name of it may be known here and unknown there:
/// then either the part does not belong there, or the name does not belong into the part.
struct TemplateFindings {
    private let check: TemplateCheck

    /// Takes over what a check has found.
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
                let message = "the template '\(part)' does not belong here: \(finding.message)"
                diagnostics.append(Diagnostic(rule: finding.rule, message, at: range))
            }
            if !own.isEmpty { diagnostics.append(diagnostic(for: finding, on: own)) }
        }
        return diagnostics
    }

    /// The first tag of a user on the way that includes what is right by itself; nil where the mistake is
    /// in the template in which it shows.
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

    /// The tags of a template, and of what it includes, that would be wrong in the place of the built-in
    /// template of the same name, too.
    private func foreignSpots(in name: String) -> Set<TemplateCheck.Spot> {
        guard let template = check.templates[name] else { return [] }
        var alone = TemplateCheck(templates: check.templates, constants: check.constants)
        for scope in TemplateReference.scopes(of: name) { alone.check(template, scope: scope) }
        return Set(alone.findings.map(\.spot))
    }

    /// A mistake in a template itself; where only some that include it make it one, with their names.
    private func diagnostic(
        for finding: TemplateCheck.Finding,
        on ways: [[TemplateCheck.Inclusion]]
    ) -> Diagnostic {
        let range = finding.tag.range(in: finding.template)
        let includers = ways.compactMap { $0.first?.template.name }
        // Where it is wrong by itself, or wherever it is, what includes it does not matter.
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
            hint: "`repogen templates vocabulary \(names[0])` shows what may stand there"
        )
    }
}
