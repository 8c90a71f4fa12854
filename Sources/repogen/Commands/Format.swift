import ArgumentParser
import Diagnostics
import Foundation
import SchemaLanguage
import YAMLTree

extension SchemaFormatter.Reason {
    /// How to resolve the reason.
    fileprivate var hint: String {
        switch self {
        case .property: "anchors, aliases and tags are not moved; write out their values"
        case .key: "write the key as a scalar on one line, without a '?'"
        case .keptLines:
            "a block scalar that keeps trailing blank lines ('+') is not moved; write '|'"
        case .blanks:
            "a line of spaces at the end of a block scalar is part of it; delete the spaces"
        case .brackets:
            "keys in brackets are not moved past comments; write one key per line, without brackets"
        case .root:
            "a file in brackets, or one that is not a mapping, is not sorted; write one key per line"
        case .layout:
            "only keys, values and comments are moved; '...' at the end, for example, is not"
        case .meaning: "canonical order would change the meaning"
        }
    }
}

/// Formats schemas.
struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Format schemas in canonical order and style.",
        discussion: """
            Sorts the keys of the schema language, indents blocks by two spaces, and normalizes \
            spaces in brackets and mixed line endings. Declarations, properties and comments keep \
            their order, and the meaning of a schema never changes:

              ListMessages:
                    response:  [ Message ]
                    # All of them.
                    get: /messages

            becomes

              ListMessages:
                # All of them.
                get: /messages
                response: [Message]

            Without paths, formats the schemas and the configuration of the project. In a folder, \
            skips YAML files without `repogen:`. Reports files with invalid YAML, and leaves them \
            unchanged. In CI:

              repogen format --check
            """
    )

    /// The rules of this command, by their stable identifiers.
    private enum Rule: String {
        case unformatted
    }

    @Flag(
        help: "Write nothing; list files that are not canonical, and exit with 3 if there are any."
    )
    var check = false

    @Argument(
        help: ArgumentHelp("Files or folders.", valueName: "path"),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var paths: [String] = []

    @Option(
        help: ArgumentHelp(
            "The configuration file.",
            discussion: "Default: repogen.yaml here or in the nearest parent folder.",
            valueName: "file"
        ),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var config: String?

    @OptionGroup var diagnostics: DiagnosticsOptions
    @OptionGroup var verbosity: VerbosityOptions

    func run() throws {
        try Report.run(verbosity, format: diagnostics.diagnostics.format) { report in
            var differs = 0
            let (files, display) = try files(&report)
            for file in files {
                guard let text = formatted(file, display, &report) else { continue }
                differs += 1
                let path = display.path(file.path)
                if check {
                    report.say("\(path): not canonical")
                } else {
                    let place = display.root.appending(path: file.path).resolvingSymlinksInPath()
                    try DiskFile(place.path).replace(with: Array(text.utf8))
                    report.say("formatted \(path)")
                }
            }
            if report.hasErrors { throw ExitCode.schemasAreWrong }
            guard check, differs > 0 else { return }
            report.say("hint: run `repogen format`")
            throw ExitCode.outputDiffers
        }
    }

    /// The canonical text of a file; nil if the file is canonical.
    private func formatted(
        _ file: SourceFile,
        _ display: DisplayPath,
        _ report: inout Report
    ) -> String? {
        let formatter = SchemaFormatter(file.isConfiguration ? .configuration : .schema)
        do throws(YAMLSyntaxError) {
            switch try formatter.format(file) {
            case .canonical: return nil
            case .formatted(let text):
                return text
            case .leftAlone(let obstacles):
                let diagnostics = obstacles.map { obstacle in
                    Diagnostic(
                        .warning,
                        rule: Rule.unformatted,
                        "cannot format this file because of this line",
                        at: SourceRange(path: file.path, start: obstacle.start, end: obstacle.end),
                        hint: obstacle.reason.hint
                    )
                }
                report.add(diagnostics, sources: [file], display: display)
            }
        } catch {
            report.add(error.diagnostics, sources: [file], display: display)
        }
        return nil
    }

    private func files(_ report: inout Report) throws -> ([SourceFile], DisplayPath) {
        let locator = ProjectLocator()
        let root = locator.workingDirectory
        for path in paths { try ProjectOptions.requireSchemas(at: path) }
        if let config { try ProjectOptions.requireConfiguration(at: config) }
        guard paths.isEmpty else {
            let named = paths.map { locator.url($0).path(relativeTo: root) }
            let found = try SchemaDiscovery(root: root).files(at: named)
            let files = found.filter { named.contains($0.path) || $0.isOurs }
            if files.count < found.count {
                let count = found.count - files.count
                let what = count == 1 ? "1 file is" : "\(count) files are"
                report.say("\(what) skipped: no schema without `repogen:`")
            }
            return (files, DisplayPath(root: root, workingDirectory: root))
        }
        let options = try ProjectOptions.parse(config.map { ["--config", $0] } ?? [])
        var diagnostics: [Diagnostic] = []
        var sources: [SourceFile] = []
        let project = try locator.locate(options, diagnostics: &diagnostics, sources: &sources)
        let display = DisplayPath(
            root: project?.root ?? locator.configurationFolder(options),
            workingDirectory: root
        )
        guard let project else {
            report.add(diagnostics, sources: sources, display: display)
            throw ExitCode.schemasAreWrong
        }
        let schemas = project.configuration.outputs.flatMap(\.schemas)
        let files = try SchemaDiscovery(root: project.root).files(at: schemas)
        return (sources + files, display)
    }
}

extension SourceFile {
    /// Whether the file is named like a configuration.
    fileprivate var isConfiguration: Bool {
        path.split(separator: "/").last.map(String.init) == ProjectLocator.configurationName
    }

    /// Whether the file is a schema, or is named like a configuration: folders may hold other YAML.
    fileprivate var isOurs: Bool {
        // By scalars: a character may be a line end of two, or include a byte order mark.
        let key = /(^|[\n\r{,\u{FEFF}])[ \t]*["']?repogen["']?[ \t]*:/.matchingSemantics(
            .unicodeScalar
        )
        return isConfiguration || String(decoding: bytes, as: UTF8.self).contains(key)
    }
}
