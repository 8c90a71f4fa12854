import ArgumentParser
import Diagnostics
import Foundation
import SwiftEmitter

/// Shows and copies the templates.
struct Templates: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show and copy the templates, to change what is generated.",
        discussion: """
            What is generated comes from Mustache templates. One of your own goes before the built-in \
            one of the same name, from the folder that repogen.yaml names:

              repogen templates list                 # what there is
              repogen templates eject Entity         # writes Templates/Entity.mustache
              repogen templates vocabulary Entity    # what it may name

              # repogen.yaml
              output: Sources/App/Generated
              templates: Templates

            Templates are checked when they are loaded: a name that means nothing is an error at its \
            line. Indentation, blank lines and long lines are laid out as in built-in ones.
            """,
        subcommands: [ListTemplates.self, EjectTemplates.self, PrintVocabulary.self]
    )

    /// The templates of names; all, where there are none.
    ///
    /// - Throws: where a name is that of no template.
    static func references(named names: [String]) throws(ToolError) -> [TemplateReference] {
        let all = TemplateReference.all
        guard !names.isEmpty else { return all }
        var wanted: Set<String> = []
        for name in names {
            let stem = name.hasSuffix(".mustache") ? String(name.dropLast(9)) : name
            guard all.contains(where: { $0.name == stem }) else {
                let nearest = NearestSpelling.nearest(to: stem, in: all.map(\.name))
                let hint =
                    nearest.map { "did you mean '\($0)'?" } ?? "`repogen templates list` names them"
                throw .arguments("there is no template '\(name)'", hint: hint)
            }
            wanted.insert(stem)
        }
        return all.filter { wanted.contains($0.name) }
    }
}

/// Lists.
struct ListTemplates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Name the templates, and what each makes.",
        discussion: """
            One a line, on standard output:

              repogen templates list
            """
    )

    func run() throws {
        let all = TemplateReference.all
        let width = all.map(\.name.count).max() ?? 0
        let lines = all.map { template in
            template.name.padding(toLength: width + 2, withPad: " ", startingAt: 0)
                + template.summary + "\n"
        }
        try Terminal.answer { lines.joined() }
    }
}
