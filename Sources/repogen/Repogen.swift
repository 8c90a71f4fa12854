import ArgumentParser

/// The command line tool.
@main
struct Repogen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repogen",
        abstract: "Generate a typed Swift data layer from YAML schemas.",
        discussion: """
            Repogen reads schemas of entities, endpoints and repositories, and writes the Swift \
            that goes with them: structs, conversions, requests, repositories and mocks. What it \
            writes compiles against the library RepositoryRuntime; commit it.

            The file repogen.yaml says what becomes what. It is looked for in the working \
            directory and then in the folders above it:

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

            In a new package, `repogen init` writes all of this. The shell completes commands, \
            options and files with

              repogen --generate-completion-script zsh > ~/.zfunc/_repogen   # or bash, fish

            Exit status:

              0    done
              1    a schema, a document or a body is wrong, or an edited file is in the way
              3    `check`, `diff`, `verify` or `format --check` found a difference, or `check` a budget exceeded
              64   wrong arguments
              69   a service does not respond
              74   the disk failed
            """,
        version: Release.version,
        subcommands: [
            Initialize.self, Generate.self, Check.self, Diff.self, Validate.self, Format.self,
            Import.self, Infer.self, PrintSchema.self, PrintConventions.self, Templates.self,
            Explain.self, DrawDiagram.self, Docs.self, Mock.self, Verify.self, Stats.self,
        ]
    )

    /// Runs the command that is named; a word that names none is said to be that, with the nearest.
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let mistake = CommandNames.mistake(in: arguments, of: Repogen.self) {
            exit(withError: ValidationError(mistake))
        }
        main(arguments)
    }
}

extension ExitCode {
    /// The schemas are wrong.
    static let schemasAreWrong = ExitCode(1)
    /// `check` found a difference.
    static let outputDiffers = ExitCode(3)
    /// A service does not respond: `EX_UNAVAILABLE`.
    static let serviceUnavailable = ExitCode(69)
    /// The disk failed: `EX_IOERR`.
    static let diskFailed = ExitCode(74)
}
