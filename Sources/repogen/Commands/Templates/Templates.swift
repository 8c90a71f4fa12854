import ArgumentParser
import Diagnostics
import Foundation
import SwiftEmitter

/// Lists and copies the templates.
struct Templates: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List and copy the templates, to change the generated code.",
        discussion: """
            The generated code comes from Mustache templates. Templates in the folder that \
            repogen.yaml names override the built-in ones with the same name:

              repogen templates list                 # the names of all templates
              repogen templates eject Entity         # writes Templates/Entity.mustache
              repogen templates vocabulary Entity    # the names available in it

              # repogen.yaml
              output: Sources/App/Generated
              templates: Templates

            Templates are checked when they are loaded: an unknown name is an error at its line. \
            Indentation, blank lines and long lines are laid out as in built-in templates.
            """,
        subcommands: [ListTemplates.self, EjectTemplates.self, PrintVocabulary.self]
    )

    /// The templates with the given names; all if there are none.
    ///
    /// - Throws: if a name is unknown.
    static func references(named names: [String]) throws(ToolError) -> [TemplateReference] {
        let all = TemplateReference.all
        guard !names.isEmpty else { return all }
        var wanted: Set<String> = []
        for name in names {
            let stem = name.hasSuffix(".mustache") ? String(name.dropLast(9)) : name
            guard all.contains(where: { $0.name == stem }) else {
                let nearest = NearestSpelling.nearest(to: stem, in: all.map(\.name))
                let hint =
                    nearest.map { "did you mean '\($0)'?" } ?? "`repogen templates list` lists them"
                throw .arguments("no template is named '\(name)'", hint: hint)
            }
            wanted.insert(stem)
        }
        return all.filter { wanted.contains($0.name) }
    }
}

/// Lists the templates.
struct ListTemplates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the templates with their purpose.",
        discussion: """
            Prints one per line to standard output:

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
