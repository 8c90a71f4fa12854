import Diagnostics
import Templates

/// The includes of all templates, and whether they end within bounds.
struct TemplateParts {
    private let templates: [Template]
    private let byName: [String: Template]
    private let partials: [String: [TemplateTag]]

    /// Finds the includes of each template.
    init(_ templates: [Template]) {
        self.templates = templates
        byName = Dictionary(templates.map { ($0.name, $0) }) { _, last in last }
        partials = byName.mapValues { template in
            TemplateTag.tags(in: template.text).filter { $0.kind == .partial }
        }
    }

    /// The templates that include themselves; if there are none, those that grow too large.
    var diagnostics: [Diagnostic] {
        let cycles = self.cycles
        return cycles.isEmpty ? oversized : cycles
    }

    /// One diagnostic for each cycle, at a tag written by the user if there is one.
    private var cycles: [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        var reported: Set<String> = []
        let sorted = templates.sorted {
            ($0.isBuiltIn ? 1 : 0, $0.name) < ($1.isBuiltIn ? 1 : 0, $1.name)
        }
        for template in sorted where !reported.contains(template.name) {
            var visited: Set<String> = []
            guard let way = way(from: template.name, to: template.name, &visited) else { continue }
            reported.formUnion(way.map(\.name))
            let others = way.dropLast().map { "'\($0.name)'" }
            let detour = others.isEmpty ? "" : " by way of \(others.joined(separator: " and "))"
            diagnostics.append(
                Diagnostic(
                    rule: TemplateRule.recursion,
                    "the template '\(template.name)' includes itself" + detour,
                    at: way[0].range(in: template)
                )
            )
        }
        return diagnostics
    }

    /// The tags that lead from one template to another.
    private func way(
        from start: String,
        to end: String,
        _ visited: inout Set<String>
    ) -> [TemplateTag]? {
        for tag in partials[start] ?? [] {
            if tag.name == end { return [tag] }
            guard visited.insert(tag.name).inserted else { continue }
            if let rest = way(from: tag.name, to: end, &visited) { return [tag] + rest }
        }
        return nil
    }

    /// The templates that are too large although their parts are small enough.
    private var oversized: [Diagnostic] {
        var sizes: [String: Int] = [:]
        return templates.compactMap { template in
            var size = template.text.utf8.count
            for tag in partials[template.name] ?? [] {
                let part = self.size(of: tag.name, &sizes)
                guard part <= TemplateOverrides.maximumSize else { return nil }
                size += part
                guard size <= TemplateOverrides.maximumSize else {
                    return Diagnostic(
                        rule: TemplateRule.tooLarge,
                        """
                        the template '\(template.name)' has more than \
                        \(TemplateOverrides.maximumSize) bytes, including its parts up to here
                        """,
                        at: tag.range(in: template)
                    )
                }
            }
            return nil
        }
    }

    /// The size with all includes; cut just above the limit.
    private func size(of name: String, _ sizes: inout [String: Int]) -> Int {
        if let known = sizes[name] { return known }
        var size = byName[name]?.text.utf8.count ?? 0
        for tag in partials[name] ?? [] {
            guard size <= TemplateOverrides.maximumSize else { break }
            size += self.size(of: tag.name, &sizes)
        }
        sizes[name] = min(size, TemplateOverrides.maximumSize + 1)
        return min(size, TemplateOverrides.maximumSize + 1)
    }
}

extension TemplateTag {
    /// The place of the tag in its template.
    func range(in template: Template) -> SourceRange {
        let start = SourcePosition(line: line, column: column)
        // A tag may span lines; an excerpt shows the first.
        return SourceRange(
            path: template.path,
            start: start,
            end: start.advanced(by: range.count)
        )
    }
}
