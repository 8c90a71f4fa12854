import ArgumentParser
import Diagnostics
import Foundation
import SchemaLanguage

/// Starts.
struct Initialize: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write the first files into a package.",
        discussion: """
            Writes repogen.yaml, a first schema that teaches the language, and Scripts/generate, the \
            script to run before a build.

              $ repogen init
              wrote repogen.yaml
              wrote Schemas/notes.yaml
              wrote Scripts/generate
              $ Scripts/generate && swift build

            A file that is there already is never overwritten, whatever is in it: it is kept, and said \
            to be, and the others are written; the exit status is 0 then, too. The first schema is \
            left out where the package has schemas of its own. Where something that is no file stands \
            in the way, nothing is written, and the exit status is 64.
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

    func validate() throws {
        try requireText(folder, of: "The folder of the package", "a name")
        try requireText(output, of: "--output", "a folder")
    }

    func run() throws {
        try Report.run(verbosity, format: .text) { report in
            let root = ProjectLocator().url(folder).path
            if let output { try requireOwnFolder(output, in: root) }
            let files = try files(in: root)
            let kept = try files.map(\.path).filter { try isThere($0, in: root) }
            if let output, kept.contains(StarterFiles.configurationPath) {
                throw ToolError.arguments(
                    """
                    '\(StarterFiles.configurationPath)' is there already, and is not changed to write \
                    to '\(output)'
                    """,
                    hint:
                        "write `output: \(StarterFiles.scalar(output))` into it, or leave --output out"
                )
            }
            for path in kept { report.say("kept \(path), which is there already") }
            for file in files where !kept.contains(file.path) {
                let target = DiskFile(root + "/" + file.path)
                try target.replace(with: Array(file.text.utf8))
                if file.path == StarterFiles.scriptPath { try target.makeExecutable() }
                report.say("wrote \(file.path)")
            }
            let hasExample = files.contains { $0.path == StarterFiles.schemaPath }
            if !hasExample, hasSchemas(in: root) {
                report.say("kept \(schemaFolder), which has schemas already")
            }
            report.say("hint: " + hint(in: root))
        }
    }

    /// The folder of the first schema.
    private var schemaFolder: String {
        (StarterFiles.schemaPath as NSString).deletingLastPathComponent
    }

    private func hasSchemas(in root: String) -> Bool {
        let found = try? SchemaDiscovery(root: URL(filePath: root)).files(at: [schemaFolder])
        return found?.isEmpty == false
    }

    /// Makes sure that the generated files get a folder, and one that is nobody else's.
    private func requireOwnFolder(_ output: String, in root: String) throws(ToolError) {
        let base = URL(filePath: root, directoryHint: .isDirectory)
        let folder = URL(filePath: output, relativeTo: base).standardizedFileURL
        let hint = "write `--output \(defaultOutput(in: root))`, or leave it out"
        let isCalledAsFile = ["json", "mustache", "swift", "yaml", "yml"]
            .contains(folder.pathExtension.lowercased())
        guard !isCalledAsFile, [.folder, .missing].contains(DiskFile(folder.path).kindBehindLinks)
        else {
            throw .arguments(
                "expected a folder for the generated files, found '\(output)', which is "
                    + (isCalledAsFile ? "called as a file" : "none"),
                hint: hint
            )
        }
        let others = [
            (StarterFiles.configurationPath, StarterFiles.configurationPath),
            (schemaFolder, "the schemas"), (StarterFiles.scriptPath, StarterFiles.scriptPath),
        ]
        for (path, noun) in others {
            let own = base.appending(path: path).standardizedFileURL.pathComponents
            guard own.starts(with: folder.pathComponents) else { continue }
            throw .arguments(
                "the generated files have a folder of their own, and '\(output)' has \(noun) in it",
                hint: hint
            )
        }
    }

    /// Whether a file is there, be it through a link.
    ///
    /// - Throws: where something that is no file is in its way.
    private func isThere(_ path: String, in root: String) throws(ToolError) -> Bool {
        var way = root
        for part in path.split(separator: "/").dropLast() {
            way += "/" + part
            let folder = DiskFile(way).kindBehindLinks
            guard folder != .missing || DiskFile(way).kind == .link else { return false }
            guard folder == .folder else {
                throw refusal(String(way.dropFirst(root.count + 1)), "no folder")
            }
        }
        let file = DiskFile(root + "/" + path)
        guard file.kind != .missing else { return false }
        guard file.kindBehindLinks == .file else { throw refusal(path, "no file") }
        return true
    }

    private func refusal(_ path: String, _ noun: String) -> ToolError {
        .arguments(
            "'\(path)' is there already, and is \(noun); nothing was written",
            hint: "move it away, and run `repogen init` again"
        )
    }

    private func files(in root: String) throws(ToolError) -> [(path: String, text: String)] {
        guard DiskFile(root).kindBehindLinks == .folder else {
            throw .arguments("there is no folder at '\(folder)'")
        }
        let configuration = StarterFiles.configuration(output: output ?? defaultOutput(in: root))
        var files = [(StarterFiles.configurationPath, configuration)]
        // Schemas of one's own need no example beside them.
        let found = try? SchemaDiscovery(root: URL(filePath: root)).files(at: [schemaFolder])
        let hasOwn = found?.contains { $0.path != StarterFiles.schemaPath } == true
        if !hasOwn, readsSchemas(in: schemaFolder, root) {
            files.append((StarterFiles.schemaPath, StarterFiles.schema))
        }
        return files + [(StarterFiles.scriptPath, StarterFiles.script)]
    }

    /// Whether the schemas in a folder count: a configuration that is there may name others.
    private func readsSchemas(in folder: String, _ root: String) -> Bool {
        guard isConfigured(in: root) else { return true }
        return configuration(in: root)?.outputs.contains { $0.schemas.contains(folder) } ?? false
    }

    private func isConfigured(in root: String) -> Bool {
        DiskFile(root + "/" + StarterFiles.configurationPath).kind != .missing
    }

    /// The configuration that is there; nil where there is none, or one with a mistake.
    private func configuration(in root: String) -> ProjectConfiguration? {
        var diagnostics: [Diagnostic] = []
        var sources: [SourceFile] = []
        return try? ProjectLocator().configuration(
            in: URL(filePath: root).appending(path: StarterFiles.configurationPath),
            diagnostics: &diagnostics,
            sources: &sources
        )
    }

    private func defaultOutput(in root: String) -> String {
        let sources = root + "/Sources"
        let names = (try? DiskFile(sources).names()) ?? []
        let targets = names.filter {
            !$0.hasPrefix(".") && DiskFile(sources + "/" + $0).kind == .folder
        }
        let target = targets.count == 1 ? targets[0] : "App"
        return "Sources/\(target)/Generated"
    }

    private func hint(in root: String) -> String {
        if isConfigured(in: root), configuration(in: root) == nil {
            return
                "\(StarterFiles.configurationPath) has a mistake, and `repogen validate` says where"
        }
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
