import ArgumentParser
import Foundation
import SwiftEmitter

/// Prints the names available in templates.
struct PrintVocabulary: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vocabulary",
        abstract: "Print the names available in a template, and their meaning.",
        discussion: """
            For one template, several, or all of them:

              $ repogen templates vocabulary Header
              Header
              The first lines of every file; included by the other templates.

                access      text   The access modifier with a space after it, or nothing: `public `.
                imports     lines  The imports that the declarations need.

            A name of the kind `text` is part of a line: {{name}}. A name of the kind `lines` is \
            alone on its line, and its lines are indented like it: {{docs}}. The part in \
            {{#docs}}…{{/docs}} is rendered if there are lines, and the part in {{^docs}}…{{/docs}} \
            if there are none. Other sections make more names available, which are listed with an \
            indentation.
            """
    )

    @Argument(help: ArgumentHelp("The templates; all by default.", valueName: "name"))
    var names: [String] = []

    func run() throws {
        try Terminal.answer {
            try Templates.references(named: names).map(Self.text).joined(separator: "\n")
        }
    }

    /// The vocabulary of a template, as text.
    static func text(of template: TemplateReference) -> String {
        let lines = template.names.flatMap { self.lines(of: $0, depth: 1) }
        let width = lines.map(\.name.count).max() ?? 0
        let table = lines.map { line in
            let name = line.name.padding(toLength: width + 2, withPad: " ", startingAt: 0)
            let kind = line.kind.padding(toLength: 9, withPad: " ", startingAt: 0)
            return "\(name)\(kind)\(line.documentation)\n"
        }
        return "\(template.name)\n\(template.summary)\n\n\(table.joined())"
    }

    private static func lines(
        of name: TemplateReference.Name,
        depth: Int
    ) -> [(name: String, kind: String, documentation: String)] {
        let indentation = String(repeating: "  ", count: depth)
        return [(indentation + name.name, name.kind.rawValue, name.documentation)]
            + name.inner.flatMap { lines(of: $0, depth: depth + 1) }
    }
}
