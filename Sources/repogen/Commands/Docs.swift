import ArgumentParser
import Foundation
import SchemaDiagram
import SchemaSite

/// Writes a site.
struct Docs: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the schemas as a site of static pages.",
        discussion: """
            The site has a page for each declaration: its properties, an example in JSON, its requests with \
            curl, its errors and a diagram. A browser opens it from a disk, also to search:

              repogen docs --output docs
              open docs/index.html

            The links of a page to the lines of the schemas are relative, or begin with --link-base:

              repogen docs --output docs --link-base https://github.com/me/app/blob/main

            The file .repogen-docs in the folder lists the pages. The next run deletes those that are no longer \
            in the schemas. A folder with other files and without that list is left alone.
            """
    )

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The folder of the site.", valueName: "folder"),
        completion: .directory
    )
    var output: String

    @Option(help: ArgumentHelp("The heading of the first page.", valueName: "text"))
    var title = "Schemas"

    @Option(
        help: ArgumentHelp("What comes before the paths of schemas in links.", valueName: "URL")
    )
    var linkBase: String?

    @OptionGroup(title: "The schemas") var project: SchemaOptions
    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        try requireText(output, of: "--output", "a folder")
        try requireText(title, of: "--title", "a text")
        try requireText(linkBase, of: "--link-base", "a URL")
    }

    func run() throws {
        try Report.run(verbosity, format: .text) { report in
            let inputs = try project.inputs(report: &report)
            let sources = try DiagramSources(inputs, report: &report)
            let folder = SiteFolder(ProjectLocator().url(output), name: output)
            // Pages are a folder below the first one.
            let relative = inputs.project.root.path(relativeTo: folder.url.appending(path: "pages"))
            let site = SchemaSite(
                of: sources.all,
                title: title,
                links: SchemaLinks(base: linkBase ?? relative)
            )
            let files = site.files
            try folder.write(files)
            let pages = files.count { $0.path.hasSuffix(".html") }
            report.say("wrote \(pages) \(pages == 1 ? "page" : "pages") into \(output)")
        }
    }
}
