import ArgumentParser
import Diagnostics
import Foundation
import SchemaDiagram
import SchemaLanguage

/// Draws a diagram.
struct DrawDiagram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagram",
        abstract: "Draw the model, the life of a write, or the request of an endpoint.",
        discussion: """
            The model has a box for each entity, value, union, enum, scalar and repository. Lines \
            connect properties to the types they contain or refer to, and repositories to the \
            entities they store:

              repogen diagram --output model.svg
              repogen diagram --around Order --depth 2 --output order.svg

            Other kinds show the steps of a write on client and server, and the request of an \
            endpoint with all possible responses:

              repogen diagram --kind write --of Orders --output write.svg
              repogen diagram --kind endpoint --of PlaceOrder --output place-order.svg

            An SVG adapts to light and dark mode, its text can be selected, and names link to the \
            lines of the schema. GitHub renders Mermaid in a README, in a block that begins with \
            ```mermaid:

              repogen diagram --format mermaid

            Graphviz converts DOT to many other formats:

              repogen diagram --format dot | dot -Tpdf > model.pdf

            With more than \(ModelDiagram.ungroupedLimit) boxes from several schemas, each schema \
            becomes a panel. Inside it, the names of other schemas' declarations link to their \
            boxes. Lines to a declaration with more than 12 uses are left out: its box shows the \
            number of uses, and each use links to it.
            """
    )

    @Option(help: ArgumentHelp("The kind of diagram.", valueName: "kind"))
    var kind: Kind = .model

    @Option(
        name: .customLong("of"),
        help: ArgumentHelp("The repository or endpoint to draw.", valueName: "name")
    )
    var subject: String?

    @Option(help: ArgumentHelp("The format.", valueName: "format"))
    var format: DiagramFormat = .svg

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write. Default: standard output.",
            valueName: "file"
        ),
        completion: .file(extensions: ["svg", "mmd", "dot"])
    )
    var output: String?

    @OptionGroup(title: "Model options") var model: ModelOptions

    @Option(
        help: ArgumentHelp(
            "A prefix for the schema paths in links.",
            discussion: """
                For example, https://github.com/me/app/blob/main. By default, links are relative \
                to the output file.
                """,
            valueName: "URL"
        )
    )
    var linkBase: String?

    @OptionGroup(title: "Schemas") var project: SchemaOptions
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
                    "--of needs --kind write or --kind endpoint; "
                        + "to draw the model around a declaration, use --around \(subject)"
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
                    "--around, --depth, --group, --rows and --endpoints need --kind model"
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
                    hint: "name a file, for example '\(inside)'"
                )
            }
            guard !path.isSourceFile else {
                throw ToolError.arguments(
                    "'\(output)' would be mistaken for a source file",
                    hint: "the names of diagrams end in .svg, .mmd or .dot"
                )
            }
            try file.update(to: Array(text.utf8))
            report.say("wrote \(output)")
        }
    }

    /// How schema lines become links: with the prefix of the option, or relative to the file.
    private func links(_ root: URL) -> SchemaLinks {
        if let linkBase { return SchemaLinks(base: linkBase) }
        let locator = ProjectLocator()
        let folder = output.map { locator.url($0).deletingLastPathComponent() }
        return SchemaLinks(to: root.path(relativeTo: folder ?? locator.workingDirectory))
    }
}

extension DiagramFormat: ExpressibleByArgument {}
