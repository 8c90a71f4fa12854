import ArgumentParser
import Foundation
import SchemaDiagram
import SchemaSite

/// Writes the site.
struct Docs: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write a static documentation site for the schemas.",
        discussion: """
            The site has a page for each declaration: its properties, an example in JSON, its \
            requests with curl, its errors and a diagram. Browsers open and search it without a \
            server:

              repogen docs --output docs
              open docs/index.html

            Links to lines of the schemas are relative, or begin with --link-base:

              repogen docs --output docs --link-base https://github.com/me/app/blob/main

            The file .repogen-docs in the folder lists the pages. The next run deletes pages whose \
            declarations were removed. A folder that has other files but no such list is left \
            unchanged.
            """
    )

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The folder for the site.", valueName: "folder"),
        completion: .directory
    )
    var output: String

    @Option(help: ArgumentHelp("The title of the site.", valueName: "text"))
    var title = "Schemas"

    @Option(
        help: ArgumentHelp("A prefix for the schema paths in links.", valueName: "URL")
    )
    var linkBase: String?

    @OptionGroup(title: "Schemas") var project: SchemaOptions
    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        try requireText(output, of: "--output", "a folder")
        try requireText(title, of: "--title", "text")
        try requireText(linkBase, of: "--link-base", "a URL")
    }

    func run() throws {
        try Report.run(verbosity, format: .text) { report in
            let inputs = try project.inputs(report: &report)
            let sources = try DiagramSources(inputs, report: &report)
            let folder = SiteFolder(ProjectLocator().url(output), name: output)
            // Pages are in a folder below the first page.
            let relative = inputs.project.root.path(relativeTo: folder.url.appending(path: "pages"))
            let site = SchemaSite(
                of: sources.all,
                title: title,
                links: linkBase.map { SchemaLinks(base: $0) } ?? SchemaLinks(to: relative)
            )
            let files = site.files
            try folder.write(files)
            let pages = files.count { $0.path.hasSuffix(".html") }
            report.say("wrote \(pages) \(pages == 1 ? "page" : "pages") into \(output)")
        }
    }
}
