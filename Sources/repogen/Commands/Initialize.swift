import ArgumentParser
import Foundation

/// Starts.
struct Initialize: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write the first files into a package.",
        discussion: """
            Writes repogen.yaml, a first schema that teaches the language, and Scripts/generate, the \
            script to run before a build. A file that is there already is never overwritten: then \
            nothing is written.

              $ repogen init
              wrote repogen.yaml
              wrote Schemas/notes.yaml
              wrote Scripts/generate
              $ Scripts/generate && swift build
            """
    )

    @Argument(
        help: ArgumentHelp("The folder of the package.", valueName: "folder"),
        completion: .directory
    )
    var folder = "."

    @Option(
        help: ArgumentHelp(
            "The folder of the generated files.",
            discussion: """
                Without it, Generated in the one target under Sources, or in Sources/App where there \
                is no target, or more than one.
                """,
            valueName: "folder"
        ),
        completion: .directory
    )
    var output: String?

    @OptionGroup var verbosity: VerbosityOptions

    func run() throws {
        try Report.run(verbosity, format: .text) { report in
            let root = ProjectLocator().url(folder).path
            let files = try files(in: root)
            let present = files.map(\.path).filter { DiskFile(root + "/" + $0).kind != .missing }
            guard present.isEmpty else {
                let names = present.map { "'\($0)'" }.joined(separator: ", ")
                throw ToolError.arguments(
                    """
                    \(names) \(present.count == 1 ? "is" : "are") there already, and nothing was \
                    written
                    """,
                    hint: "remove what you do not need, and run `repogen init` again"
                )
            }
            for file in files {
                let target = DiskFile(root + "/" + file.path)
                try target.replace(with: Array(file.text.utf8))
                if file.path == StarterFiles.scriptPath { try target.makeExecutable() }
                report.say("wrote \(file.path)")
            }
            report.say("hint: " + hint(in: root))
        }
    }

    private func files(in root: String) throws(ToolError) -> [(path: String, text: String)] {
        guard DiskFile(root).kind == .folder else {
            throw .arguments("there is no folder at '\(folder)'")
        }
        let configuration = StarterFiles.configuration(output: output ?? defaultOutput(in: root))
        var files = [(StarterFiles.configurationPath, configuration)]
        // Schemas of one's own need no example beside them.
        let schemas = (StarterFiles.schemaPath as NSString).deletingLastPathComponent
        if (try? SchemaDiscovery(root: URL(filePath: root)).files(at: [schemas])) == nil {
            files.append((StarterFiles.schemaPath, StarterFiles.schema))
        }
        return files + [(StarterFiles.scriptPath, StarterFiles.script)]
    }

    private func defaultOutput(in root: String) -> String {
        let sources = root + "/Sources"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []
        let targets = names.filter {
            !$0.hasPrefix(".") && DiskFile(sources + "/" + $0).kind == .folder
        }
        let target = targets.count == 1 ? targets[0] : "App"
        return "Sources/\(target)/Generated"
    }

    private func hint(in root: String) -> String {
        let manifest = (try? DiskFile(root + "/Package.swift").bytes()) ?? []
        let text = String(decoding: manifest, as: UTF8.self)
        return text.contains("RepositoryRuntime")
            ? "run Scripts/generate before each build, and commit what it writes"
            : """
            let your target depend on `.product(name: "RepositoryRuntime", package: "repogen")`, and \
            run Scripts/generate before each build
            """
    }
}
