import ArgumentParser
import Diagnostics
import Foundation
import SchemaLanguage
import YAMLTree

extension SchemaFormatter.Reason {
    /// What a reader can do about it.
    fileprivate var hint: String {
        switch self {
        case .property: "anchors, aliases and tags are not moved; write out what they stand for"
        case .key: "a key is one text on one line, without a '?' before it"
        case .keptLines: "a text that keeps the blank lines below it ('+') is not moved; write '|'"
        case .blanks:
            "a line of blanks at the end of a text is part of it; take the blanks away"
        case .brackets:
            "keys in brackets are not moved past comments; write a key a line, without the brackets"
        case .root:
            "a file in brackets, or that is no mapping, has no order of lines; write a key a line"
        case .layout:
            "beside keys, values and comments nothing is moved, such as the '...' at an end"
        case .meaning: "in canonical order it would not mean the same"
        }
    }
}

/// Formats schemas.
struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put schemas into canonical order and style.",
        discussion: """
            Keys that the language knows get one order; blocks are indented by two; brackets have \
            the blanks that belong there, and keep their lines; lines end as most of them do. \
            Declarations, properties and comments stay where they are, and nothing changes its \
            meaning:

              ListMessages:
                    response:  [ Message ]
                    # All of them.
                    get: /messages

            becomes

              ListMessages:
                # All of them.
                get: /messages
                response: [Message]

            Without paths, the schemas and the configuration of the project are formatted. In a folder, \
            YAML without `repogen:` is another program's, and left alone. A file with a mistake in its YAML is reported, and not touched. In CI:

              repogen format --check
            """
    )

    /// What a file can break here, by its stable identifier.
    private enum Rule: String {
        case unformatted
    }

    @Flag(help: "Write nothing; exit with 3, and name the files, where one is not canonical.")
    var check = false

    @Argument(
        help: ArgumentHelp("Files, or folders with them.", valueName: "path"),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var paths: [String] = []

    @Option(
        help: ArgumentHelp(
            "The configuration file.",
            discussion: "Without it, repogen.yaml is looked for here and in the folders above.",
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
                    report.say("\(path): is not canonical")
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

    /// The canonical text of a file that is not canonical.
    private func formatted(
        _ file: SourceFile,
        _ display: DisplayPath,
        _ report: inout Report
    ) -> String? {
        let isConfiguration = file.path.hasSuffix(ProjectLocator.configurationName)
        let formatter = SchemaFormatter(isConfiguration ? .configuration : .schema)
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
                        "this file is left as it is, because of what stands here",
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
                report.say("\(what) left alone, without `repogen:` no schema")
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
    /// Whether it says of itself that it is a schema, or is called as a configuration is: in a folder there
    /// may be YAML of other programs.
    fileprivate var isOurs: Bool {
        path.hasSuffix(ProjectLocator.configurationName)
            || String(decoding: bytes, as: UTF8.self)
                .contains(/(^|[\n{,])[ \t]*["']?repogen["']?[ \t]*:/)
    }
}
