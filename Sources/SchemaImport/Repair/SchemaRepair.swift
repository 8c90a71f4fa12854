import Diagnostics
import SchemaLanguage

/// Checks a proposed schema, and removes invalid parts so that the rest is valid.
///
/// The translation avoids known invalid cases; this handles unforeseen ones.
struct SchemaRepair {
    /// A declaration in the text of a schema.
    private struct Line {
        var number: Int
        var section: String
        var name: String
    }

    private static let rounds = 12

    let reservedNames: [String: String]
    /// The positions of declarations in the documents.
    let origins: [String: SourceRange]

    init(reservedNames: [String: String], origins: [String: SourceRange]) {
        self.reservedNames = reservedNames
        self.origins = origins
    }

    /// A repair of a schema without documents.
    init(reservedNames: Set<String>) {
        self.init(
            reservedNames: Dictionary(uniqueKeysWithValues: reservedNames.map { ($0, "reserved") }),
            origins: [:]
        )
    }

    /// A valid schema, and the changes made.
    func repaired(_ schema: ProposedSchema, _ findings: inout Findings) -> ProposedSchema {
        var schema = schema
        for _ in 0..<Self.rounds {
            let errors = errors(in: schema)
            guard !errors.isEmpty else { break }
            var seen: Set<String> = []
            for (error, found, source) in errors where seen.insert(found.name).inserted {
                repair(error, in: found, source, &schema, &findings)
            }
        }
        return schema
    }

    /// The invalid declarations, with their sections.
    func mistaken(in schema: ProposedSchema) -> [(section: String, name: String)] {
        errors(in: schema).map { ($0.declaration.section, $0.declaration.name) }
    }

    /// The errors in a schema, each with its declaration and its line.
    private func errors(
        in schema: ProposedSchema
    ) -> [(error: Diagnostic, declaration: Line, source: Substring)] {
        let text = SchemaTextWriter(showsEvidence: false).text(for: schema)
        let file = SourceFile(path: "schema.yaml", text: text)
        let errors = SchemaCompiler(reservedNames: reservedNames).diagnostics(of: [file])
            .filter { $0.severity == .error }
        guard !errors.isEmpty else { return [] }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let declarations = Self.declarations(in: lines)
        return errors.compactMap { error in
            let line = error.range.start.line
            guard let found = declarations.last(where: { $0.number <= line }) else { return nil }
            return (error, found, lines.indices.contains(line - 1) ? lines[line - 1] : "")
        }
    }

    private static func declarations(in lines: [Substring]) -> [Line] {
        var section = ""
        var declarations: [Line] = []
        for (index, line) in lines.enumerated() {
            guard let first = line.first, first != "#" else { continue }
            let name = line.drop { $0 == " " }.prefix { $0 != ":" }
            if first != " " {
                section = String(name)
            } else if line.hasPrefix("  "), !line.hasPrefix("   ") {
                declarations.append(Line(number: index + 1, section: section, name: String(name)))
            }
        }
        return declarations
    }

    private func repair(
        _ error: Diagnostic,
        in found: Line,
        _ source: Substring,
        _ schema: inout ProposedSchema,
        _ findings: inout Findings
    ) {
        let place = origins[found.name]
        let index = schema.declarations.firstIndex {
            $0.section.rawValue == found.section && $0.name == found.name
        }
        func report(_ rule: ImportRule, _ message: String) {
            let nowhere = SourceFile(path: "schema.yaml", bytes: []).start
            findings.add(rule, message, at: place ?? nowhere, hint: error.message)
        }
        guard let index else {
            if found.section == "apis", let part = simplify(api: found.name, error, &schema) {
                report(.simplified, "\(part) cannot be expressed, and is left out")
            }
            return
        }
        switch schema.declarations[index].body {
        case .endpoint, .repository:
            schema.declarations.remove(at: index)
            report(.leftOut, "a schema cannot express \(found.name.quoted), which is left out")
        case .value(var structure) where error.rule == SchemaRule.endlessValue.rawValue:
            let name = source.drop { $0 == " " }.prefix { $0 != ":" }
            for index in structure.properties.indices {
                let property = structure.properties[index]
                let isMeant = property.name == name || name == "properties"
                if isMeant, !property.isOptional, property.type.leafName != nil {
                    structure.properties[index].isOptional = true
                }
            }
            schema.declarations[index].body = .value(structure)
            report(
                .simplified,
                "\(found.name.quoted) contains itself endlessly, so it is optional"
            )
        default:
            schema.declarations.remove(at: index)
            let name = ProposedType.name(found.name)
            schema.mapTypes { type in
                type.leaf == name || type.leafName?.hasPrefix(found.name + ".") == true
                    ? type.replacingLeaf(with: .json) : type
            }
            report(
                .simplified,
                "a schema cannot express \(found.name.quoted), which is used as JSON"
            )
        }
    }

    /// Removes the invalid part of an API.
    ///
    /// - Returns: The part; nil if there is no such API.
    private func simplify(
        api name: String,
        _ error: Diagnostic,
        _ schema: inout ProposedSchema
    ) -> String? {
        guard let index = schema.apis.firstIndex(where: { $0.name == name }) else { return nil }
        switch error.rule {
        case SchemaRule.invalidAuthentication.rawValue:
            schema.apis[index].authentication = []
            return "the authentication of \(name.quoted)"
        case SchemaRule.invalidBaseURL.rawValue:
            let servers = schema.apis[index].servers
            let valid = servers.filter { BaseURL.problem($0.url) == nil }
            schema.apis[index].servers = valid.count < servers.count ? valid : []
            return "the base URL of \(name.quoted)"
        default:
            schema.apis[index] = ProposedAPI(name: name)
            return "a part of the API \(name.quoted)"
        }
    }
}
