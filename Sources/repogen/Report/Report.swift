import ArgumentParser
import Diagnostics
import SchemaLanguage

/// The findings of a run, in the requested format.
struct Report {
    /// The formats.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        /// Text on standard error, in the format of compilers.
        case text
        /// One JSON value on standard output.
        case json
        /// Annotations of GitHub Actions on standard output.
        case github
    }

    /// The contents of the JSON value.
    enum Contents {
        /// An array of findings.
        case diagnostics
        /// An object that also has the differences.
        case differences
        /// An object that also has the differences and their effect on stored data.
        case changes
    }

    let terminal: Terminal
    let format: Format
    let contents: Contents
    /// Whether there are errors, printed or not.
    private(set) var hasErrors = false
    /// Whether there are findings, printed or not.
    private(set) var hasFindings = false
    private var diagnostics: [Diagnostic] = []
    private var sources: [SourceFile] = []
    private var differences: [FileDifference] = []
    private var stored: [StoredDataChange] = []
    private var listing: DifferenceListing

    private init(terminal: Terminal, format: Format, contents: Contents) {
        self.terminal = terminal
        self.format = format
        self.contents = contents
        listing = DifferenceListing(
            isWhole: terminal.verbosity.verbose,
            isOfMeaning: contents == .changes
        )
    }

    /// Runs a command, prints its findings, and turns errors into an exit status.
    static func run(
        _ verbosity: VerbosityOptions,
        format: Format,
        contents: Contents = .diagnostics,
        _ body: (inout Report) throws -> Void
    ) throws {
        let terminal = Terminal(verbosity: verbosity)
        var report = Report(terminal: terminal, format: format, contents: contents)
        do {
            do {
                try body(&report)
            } catch let error as ExitCode {
                try report.finish()
                throw error
            }
            try report.finish()
        } catch let error as ToolError {
            if format == .json { report.diagnostics.append(error.diagnostic) }
            try? report.finish()
            if format == .github {
                try? Terminal.output(GitHubAnnotation.text(error.text))
            }
            Terminal.write("error: \(error.text)")
            throw error.exitCode
        }
    }

    /// Adds findings and their sources.
    mutating func add(
        _ found: [Diagnostic],
        sources: [SourceFile] = [],
        display: DisplayPath
    ) {
        diagnostics += found.map(display.diagnostic)
        if found.contains(where: { $0.severity == .error }) { hasErrors = true }
        if !found.isEmpty { hasFindings = true }
        let paths = Set(diagnostics.map(\.range.path))
        self.sources += sources.map(display.source).filter { paths.contains($0.path) }
    }

    /// Adds the difference of a file.
    mutating func add(_ difference: FileDifference) {
        if format == .text {
            say(listing.text(of: difference))
        } else {
            differences.append(difference)
        }
    }

    /// Adds the effects of changes on stored data.
    mutating func add(_ changes: [StoredDataChange], display: DisplayPath) {
        guard !changes.isEmpty else { return }
        guard format == .text else {
            stored += changes.map { $0.at(display.path($0.schemaPath)) }
            return
        }
        say("stored data:\n" + changes.map { "  \($0.text)" }.joined(separator: "\n"))
    }

    /// Reports an action, after the findings.
    mutating func say(_ text: String) {
        tellDiagnostics()
        terminal.say(text)
    }

    private mutating func tellDiagnostics() {
        guard format == .text, !diagnostics.isEmpty else { return }
        let printer = DiagnosticPrinter(files: sources)
        Terminal.write(printer.text(for: diagnostics), terminator: "")
        diagnostics = []
    }

    /// Prints the remaining findings; JSON is printed here.
    private mutating func finish() throws(ToolError) {
        let printer = DiagnosticPrinter(files: sources)
        switch format {
        case .text: tellDiagnostics()
        case .json where contents == .diagnostics:
            try Terminal.output(printer.json(for: diagnostics))
        case .json:
            let found = printer.json(for: diagnostics)
            var members = [("diagnostics", found)]
            members.append(("differences", OrderedJSON.array(differences.map(\.json)).text))
            if contents == .changes {
                members.append(("stored", OrderedJSON.array(stored.map(\.json)).text))
            }
            let lines = members.map { "\"\($0)\": \($1)" }.joined(separator: ",\n")
            try Terminal.output("{\n\(lines)}\n")
        case .github:
            let annotations =
                diagnostics.map(GitHubAnnotation.text)
                + differences.map { difference in
                    GitHubAnnotation.text(
                        difference,
                        foundBy: contents == .changes ? "diff" : "check"
                    )
                }
                + stored.map(GitHubAnnotation.text)
            try Terminal.output(annotations.joined())
        }
        // Printed once, whatever follows.
        diagnostics = []
        differences = []
        stored = []
    }
}
