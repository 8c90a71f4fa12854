import ArgumentParser
import Diagnostics
import SchemaLanguage

/// What one run of a command found, told in the form that was asked for.
struct Report {
    /// The forms.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        /// As compilers print, on the standard error stream.
        case text
        /// One JSON value on standard output.
        case json
        /// Annotations of GitHub Actions on standard output.
        case github
    }

    let terminal: Terminal
    let format: Format
    /// Whether the JSON value is an object that holds differences too; otherwise it is an array.
    let hasDifferences: Bool
    /// Whether an error is among the findings, told or not.
    private(set) var hasErrors = false
    /// Whether anything is among the findings, told or not.
    private(set) var hasFindings = false
    private var diagnostics: [Diagnostic] = []
    private var sources: [SourceFile] = []
    private var differences: [FileDifference] = []
    private var listing: DifferenceListing

    private init(terminal: Terminal, format: Format, hasDifferences: Bool) {
        self.terminal = terminal
        self.format = format
        self.hasDifferences = hasDifferences
        listing = DifferenceListing(isWhole: terminal.verbosity.verbose)
    }

    /// Runs a command, tells what it found, and turns what stopped it into an exit status.
    static func run(
        _ verbosity: VerbosityOptions,
        format: Format,
        hasDifferences: Bool = false,
        _ body: (inout Report) throws -> Void
    ) throws {
        let terminal = Terminal(verbosity: verbosity)
        var report = Report(terminal: terminal, format: format, hasDifferences: hasDifferences)
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

    /// Takes findings, and the sources that they speak of.
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

    /// Takes the difference of a file.
    mutating func add(_ difference: FileDifference) {
        if format == .text {
            say(listing.text(of: difference))
        } else {
            differences.append(difference)
        }
    }

    /// Says what was done, after what was found.
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

    /// Tells what is not told yet; a machine gets its one value here.
    private mutating func finish() throws(ToolError) {
        let printer = DiagnosticPrinter(files: sources)
        switch format {
        case .text: tellDiagnostics()
        case .json where hasDifferences:
            let found = printer.json(for: diagnostics)
            let different = OrderedJSON.array(differences.map(\.json)).text
            try Terminal.output("{\n\"diagnostics\": \(found),\n\"differences\": \(different)}\n")
        case .json: try Terminal.output(printer.json(for: diagnostics))
        case .github:
            let annotations =
                diagnostics.map(GitHubAnnotation.text) + differences.map(GitHubAnnotation.text)
            try Terminal.output(annotations.joined())
        }
        // Told once, whatever comes after.
        diagnostics = []
        differences = []
    }
}
