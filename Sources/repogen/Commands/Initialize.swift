import ArgumentParser
import Diagnostics
import Foundation
import SchemaLanguage

/// Writes the first files of a project.
struct Initialize: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Set up Repogen in a package.",
        discussion: """
            Writes repogen.yaml, a first schema that shows the language, and Scripts/generate, a \
            script to run before each build.

              $ repogen init
              wrote repogen.yaml
              wrote .repogen/configuration.json
              wrote Schemas/notes.yaml
              wrote .repogen/schema.json
              wrote Scripts/generate
              $ Scripts/generate && swift build

            The files in .repogen are for editors with the YAML language server: the first line of \
            the configuration and of each schema refers to them. `repogen schema` prints them \
            again.

            Existing files are kept. They are listed, except for the JSON Schemas in .repogen. All \
            other files are written, and the exit status is 0. The first schema goes into the \
            schema folder of an existing configuration. It is left out if the package already has \
            schemas. If there is something other than a file at one of the paths, for example a \
            folder, writes nothing and exits with 64.
            """
    )

    @Argument(
        help: ArgumentHelp("The folder of the package.", valueName: "folder"),
        completion: .directory
    )
    var folder = "."

    @Option(
        help: ArgumentHelp(
            "The folder for the generated files.",
            discussion: """
                By default, Generated in the only target under Sources, or in Sources/App if there \
                is no target. Required if there are several targets and none is named App.
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
            let package = StarterPackage(root: ProjectLocator().url(folder).path)
            let root = package.root
            if let output { try requireOwnFolder(output, in: package) }
            let files = try files(in: package)
            let kept = try files.map(\.path).filter { try isThere($0, in: root) }
            if let output, kept.contains(StarterFiles.configurationPath) {
                throw ToolError.arguments(
                    """
                    '\(StarterFiles.configurationPath)' exists, and is not changed to write to \
                    '\(output)'
                    """,
                    hint:
                        "write `output: \(StarterFiles.scalar(output))` into it, or omit --output"
                )
            }
            for path in kept { report.say("kept the existing \(path)") }
            for file in files where !kept.contains(file.path) {
                let target = DiskFile(root + "/" + file.path)
                try target.replace(with: Array(file.text.utf8))
                if file.path == StarterFiles.scriptPath { try target.makeExecutable() }
                report.say("wrote \(file.path)")
            }
            if let note = note(on: package) { report.say(note) }
            report.say("hint: " + hint(in: package))
        }
    }

    /// The reason for writing no first schema; nil if there is one.
    private func note(on package: StarterPackage) -> String? {
        switch package.example {
        case .schemas(let path): "kept \(path), which already has schemas"
        case .outside(let path):
            "wrote no schema, as \(StarterFiles.configurationPath) reads those in '\(path)'"
        case .file, .unknown: nil
        }
    }

    /// Checks that the generated files have a folder of their own.
    private func requireOwnFolder(
        _ output: String,
        in package: StarterPackage
    ) throws(ToolError) {
        let base = URL(filePath: package.root, directoryHint: .isDirectory)
        let folder = URL(filePath: output, relativeTo: base).standardizedFileURL
        let hint =
            package.output.map { "write `--output \($0)`, or omit it" }
            ?? "write `--output \(package.outputs[0])`"
        let isCalledAsFile = ["json", "mustache", "swift", "yaml", "yml"]
            .contains(folder.pathExtension.lowercased())
        guard !isCalledAsFile, [.folder, .missing].contains(DiskFile(folder.path).kindBehindLinks)
        else {
            throw .arguments(
                "expected a folder for the generated files, found '\(output)', which is "
                    + (isCalledAsFile ? "named like a file" : "not a folder"),
                hint: hint
            )
        }
        let others = [
            (StarterFiles.configurationPath, StarterFiles.configurationPath),
            (StarterPackage.schemaFolder, "the schemas"),
            (StarterFiles.scriptPath, StarterFiles.scriptPath),
        ]
        for (path, noun) in others {
            let own = base.appending(path: path).standardizedFileURL.pathComponents
            guard own.starts(with: folder.pathComponents) else { continue }
            throw .arguments(
                "the generated files need a folder of their own, but '\(output)' contains \(noun)",
                hint: hint
            )
        }
    }

    /// Whether a file exists, possibly through a link.
    ///
    /// - Throws: if something other than a file is at the path.
    private func isThere(_ path: String, in root: String) throws(ToolError) -> Bool {
        guard try isFolderThere(above: path, in: root) else { return false }
        let file = DiskFile(root + "/" + path)
        guard file.kind != .missing else { return false }
        guard file.kindBehindLinks == .file else { throw refusal(path, "not a file") }
        return true
    }

    /// Whether the folder of a file exists, possibly through a link.
    ///
    /// - Throws: if something other than a folder is at the path.
    @discardableResult
    private func isFolderThere(above path: String, in root: String) throws(ToolError) -> Bool {
        var way = root
        for part in path.split(separator: "/").dropLast() {
            way += "/" + part
            let folder = DiskFile(way).kindBehindLinks
            guard folder != .missing || DiskFile(way).kind == .link else { return false }
            guard folder == .folder else {
                throw refusal(String(way.dropFirst(root.count + 1)), "not a folder")
            }
        }
        return true
    }

    private func refusal(_ path: String, _ noun: String) -> ToolError {
        .arguments(
            "'\(path)' exists and is \(noun); nothing was written",
            hint: "move it, and run `repogen init` again"
        )
    }

    private func files(
        in package: StarterPackage
    ) throws(ToolError) -> [(path: String, text: String)] {
        guard DiskFile(package.root).kindBehindLinks == .folder else {
            throw .arguments("no folder at '\(folder)'")
        }
        if !package.isConfigured {
            // What is written reads this folder, and a file of the same name would pass for it.
            try isFolderThere(above: StarterFiles.schemaPath, in: package.root)
        }
        var files: [(path: String, text: String)] = []
        files.append((StarterFiles.configurationPath, try configuration(of: package)))
        // Only with a line that names the schema.
        if !package.isConfigured {
            let text = JSONSchemaWriter(.configuration).schema.text
            files.append((StarterFiles.editorConfigurationPath, text))
        }
        if case .file(let path) = package.example {
            files.append((path, StarterFiles.schema(at: path)))
            if try !isThere(path, in: package.root) {
                let text = JSONSchemaWriter(.schema).schema.text
                files.append((StarterFiles.editorSchemaPath, text))
            }
        }
        return files + [(StarterFiles.scriptPath, StarterFiles.script)]
    }

    private func configuration(of package: StarterPackage) throws(ToolError) -> String {
        // An existing schema is kept and needs no folder.
        let known = output ?? package.output ?? (package.isConfigured ? package.outputs[0] : nil)
        if let known { return StarterFiles.configuration(output: known) }
        let most = 8
        let targets = package.targets
        let list = targets.prefix(most).joined(separator: ", ")
        let rest = targets.count > most ? " and \(targets.count - most) more" : ""
        throw .arguments(
            "several targets under Sources: \(list)\(rest); the generated code needs one of them",
            hint: "choose one, for example `--output \(package.outputs[0])`"
        )
    }

    private func hint(in package: StarterPackage) -> String {
        if package.isConfigured, package.configuration == nil {
            return
                "\(StarterFiles.configurationPath) is invalid; `repogen validate` lists the errors"
        }
        let manifest = (try? DiskFile(package.root + "/Package.swift").bytes()) ?? []
        let text = String(decoding: manifest, as: UTF8.self)
        return text.contains("RepositoryRuntime")
            ? "run Scripts/generate before each build, and commit what it writes"
            : """
            make your target depend on `.product(name: "RepositoryRuntime", package: "repogen")`, \
            and run Scripts/generate before each build
            """
    }
}
