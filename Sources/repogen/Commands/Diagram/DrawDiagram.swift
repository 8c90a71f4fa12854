import ArgumentParser
import Diagnostics
import Foundation
import SchemaDiagram
import SchemaLanguage

/// Draws.
struct DrawDiagram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagram",
        abstract: "Draw the model, the life of a write, or the request of an endpoint.",
        discussion: """
            The model has a box for each entity, value, union, enum, scalar and repository. Lines lead from \
            properties to what they contain or refer to, and from repositories to what they store:

              repogen diagram --output model.svg
              repogen diagram --around Order --depth 2 --output order.svg

            What becomes of a write, step by step on both sides, and the request of an endpoint with all that \
            can come back:

              repogen diagram --kind write --of Orders --output write.svg
              repogen diagram --kind endpoint --of PlaceOrder --output place-order.svg

            An SVG follows the viewer's choice of light or dark, its texts can be selected, and names lead to \
            the lines of the schema. In a README, GitHub draws Mermaid in a block that begins with ```mermaid:

              repogen diagram --format mermaid

            Graphviz draws DOT in many other formats:

              repogen diagram --format dot | dot -Tpdf > model.pdf

            With more than \(ModelDiagram.ungroupedLimit) boxes from several schemas, each schema is a panel. In it, the name of \
            a declaration of another schema leads to its box. Lines to a declaration that more than 12 others \
            use are left out: its box says how many use it, and each use is a link to it.
            """
    )

    @Option(help: ArgumentHelp("What is drawn.", valueName: "kind"))
    var kind: Kind = .model

    @Option(
        name: .customLong("of"),
        help: ArgumentHelp("The repository of a write, or the endpoint.", valueName: "name")
    )
    var subject: String?

    @Option(help: ArgumentHelp("The format.", valueName: "format"))
    var format: DiagramFormat = .svg

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write; without it, the diagram is printed.",
            valueName: "file"
        ),
        completion: .file(extensions: ["svg", "mmd", "dot"])
    )
    var output: String?

    @OptionGroup(title: "The model") var model: ModelOptions

    @Option(
        help: ArgumentHelp(
            "What comes before the paths of schemas in links.",
            discussion: """
                Such as https://github.com/me/app/blob/main. Without it, links are relative to the file that \
                is written.
                """,
            valueName: "URL"
        )
    )
    var linkBase: String?

    @OptionGroup(title: "The schemas") var project: SchemaOptions
    @OptionGroup var verbosity: VerbosityOptions

    /// The kinds of diagrams.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case model, write, endpoint
    }

    func validate() throws {
        try requireText(output, of: "--output", "a file")
        try requireText(subject, of: "--of", "a name")
        try requireText(linkBase, of: "--link-base", "a URL")
        switch kind {
        case .model:
            if let subject {
                throw ValidationError(
                    "--of is for --kind write and --kind endpoint; "
                        + "the model around a declaration is drawn with --around \(subject)"
                )
            }
        case .write, .endpoint:
            if subject == nil {
                let noun = kind == .write ? "repository" : "endpoint"
                throw ValidationError(
                    "--kind \(kind.rawValue) needs the name of the \(noun): --of <name>"
                )
            }
            if model.isUsed {
                throw ValidationError(
                    "--around, --depth, --group, --rows and --endpoints are for --kind model"
                )
            }
        }
    }

    func run() throws {
        try Report.run(verbosity, format: .text) { report in
            let inputs = try project.inputs(report: &report)
            let sources = try DiagramSources(inputs, report: &report)
            let diagram: Diagram
            switch (kind, subject) {
            case (.write, let name?): diagram = try sources.write(of: name)
            case (.endpoint, let name?): diagram = try sources.endpoint(name)
            default: diagram = try model.diagram(of: sources)
            }
            let text = diagram.text(as: format, links: links(inputs.project.root))
            guard let output else { return try Terminal.output(text) }
            let path = ProjectLocator().url(output).path
            let file = DiskFile(path)
            if file.kindBehindLinks == .folder {
                let inside = URL(filePath: output).appending(path: "\(kind.rawValue).svg")
                    .relativePath
                throw ToolError.arguments(
                    "'\(output)' is a folder",
                    hint: "name a file, such as '\(inside)'"
                )
            }
            try file.update(to: Array(text.utf8))
            report.say("wrote \(output)")
        }
    }

    /// How the lines of schemas become addresses: as the option says, or else relative to the file.
    private func links(_ root: URL) -> SchemaLinks {
        if let linkBase { return SchemaLinks(base: linkBase) }
        let locator = ProjectLocator()
        let folder = output.map { locator.url($0).deletingLastPathComponent() }
        return SchemaLinks(base: root.path(relativeTo: folder ?? locator.workingDirectory))
    }
}

extension DiagramFormat: ExpressibleByArgument {}
