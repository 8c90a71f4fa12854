import ArgumentParser

/// The command-line tool.
@main
struct Repogen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repogen",
        abstract: "Generate a typed Swift data layer from YAML schemas.",
        discussion: """
            Repogen reads schemas of entities, endpoints and repositories, and generates Swift \
            code: structs, conversions, requests, repositories and mocks. The code compiles \
            against the library RepositoryRuntime; commit it.

            The file repogen.yaml configures input and output. Repogen looks for it in the working \
            directory and then in its parent folders:

              schemas: Schemas                   # a folder, a file, or a list; the default
              output: Sources/App/Generated
              access: public                     # public (default), package, internal

            A first schema:

              repogen: 1
              entities:
                Message:
                  id: String
                  properties:
                    text: String
                    likes: Int = 0

            In a new package, `repogen init` writes all of this. To complete commands, options and \
            files in the shell, run

              repogen --generate-completion-script zsh > ~/.zfunc/_repogen   # or bash, fish

            Exit status:

              0    success
              1    a schema, a document or a body is invalid, or a file edited by hand would be overwritten
              3    `check`, `diff`, `verify`, `format --check` or `import --check` found a difference, or a
                   budget is exceeded
              64   invalid arguments
              69   a service does not respond, or `verify` could verify nothing
              74   an I/O error
              130  interrupted with Ctrl-C
            """,
        version: Release.version,
        subcommands: [
            Initialize.self, Generate.self, Check.self, Diff.self, Validate.self, Format.self,
            Import.self, Infer.self, PrintSchema.self, PrintConventions.self, Templates.self,
            Explain.self, DrawDiagram.self, Docs.self, Mock.self, Verify.self, Stats.self,
        ]
    )

    /// Runs the named command; an unknown name is reported with the nearest one.
    static func main() {
        StandardStreams.occupyClosed()
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            var command = try parsedAlone(arguments) ?? parsedByRoot(arguments)
            try command.run()
        } catch {
            exit(withError: error)
        }
    }

    /// Returns the named command, if its arguments are valid.
    ///
    /// ArgumentParser reflects on all commands below the one that parses: with the root, that takes
    /// longer than a run that finds nothing to do.
    private static func parsedAlone(_ arguments: [String]) -> (any ParsableCommand)? {
        guard let name = arguments.first, let type = Subcommands(below: Repogen.self)[name],
            let command = try? type.parseAsRoot(Array(arguments.dropFirst())),
            // Not ArgumentParser's help, which would name the command without `repogen`.
            Swift.type(of: command) == type || Subcommands(below: type).contains(command)
        else { return nil }
        return command
    }

    /// Returns the command for other arguments, such as invalid ones, and those for help and the
    /// version.
    private static func parsedByRoot(_ arguments: [String]) throws -> any ParsableCommand {
        if let mistake = Subcommands.mistake(in: arguments, of: Repogen.self) {
            throw ValidationError(mistake)
        }
        return try parseAsRoot(arguments)
    }
}

extension ExitCode {
    /// The schemas are invalid.
    static let schemasAreWrong = ExitCode(1)
    /// `check` found a difference.
    static let outputDiffers = ExitCode(3)
    /// A service does not respond: `EX_UNAVAILABLE`.
    static let serviceUnavailable = ExitCode(69)
    /// An I/O error: `EX_IOERR`.
    static let diskFailed = ExitCode(74)
}
