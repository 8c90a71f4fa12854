import ArgumentParser
import Foundation
import SwiftEmitter

/// Prints what templates may name.
struct PrintVocabulary: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vocabulary",
        abstract: "Print the names that a template may use, and what they stand for.",
        discussion: """
            For one template, several, or all of them:

              $ repogen templates vocabulary Header
              Header
              The first lines of every file; a part of the other templates.

                access      text   The access modifier with a space after it, or nothing: `public `.
                imports     lines  The imports that the declarations need.

            A text stands within a line: {{name}}. Lines have a line of their own, and are indented \
            as it is: {{docs}}. A section of lines is there when there are any, {{#docs}}…{{/docs}}, \
            or when there are none, {{^docs}}…{{/docs}}. In other sections further names may be \
            used, which are indented below.
            """
    )

    @Argument(help: ArgumentHelp("The templates; all, where none is named.", valueName: "name"))
    var names: [String] = []

    func run() throws {
        try Terminal.answer {
            try Templates.references(named: names).map(Self.text).joined(separator: "\n")
        }
    }

    /// The vocabulary of a template, as people read it.
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
