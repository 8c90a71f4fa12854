import Foundation
import Testing

/// Messages for invalid words and paths.
@Suite struct WrongArgumentTests {
    private func package() throws -> TemporaryPackage {
        try TemporaryPackage([
            "Schemas/a.yaml": GenerateTests.schema, "Config/repogen.yaml": "output: Out\n",
        ])
    }

    @Test(
        "a missing path is an invalid argument, reported as written",
        arguments: [
            ("validate --schemas Shemas", "no schema folder or file at 'Shemas'", "'Schemas'"),
            (
                "generate --schemas Schemas/b.yaml --output Out", "at 'Schemas/b.yaml'",
                "'Schemas/a.yaml'"
            ),
            ("check --schemas nope --output Out", "no schema folder or file at 'nope'", "error: "),
            ("diff HEAD~5", "Unexpected argument 'HEAD~5'", "--base HEAD~5"),
            ("format nope.yaml", "no schema folder or file at 'nope.yaml'", "error: "),
            ("format Schemas ./Shemas", "at './Shemas'", "did you mean './Schemas'?"),
            ("format --config Config", "found the folder 'Config'", "'Config/repogen.yaml'"),
            ("validate --config Config/", "found the folder 'Config/'", "'Config/repogen.yaml'"),
            ("validate --config Schemas", "expected a configuration file", "error: "),
            ("validate --config Config/repogen.yml", "no configuration at", "Config/repogen.yaml"),
            (
                "generate --schemas Schemas --output Out --templates Own",
                "no template folder at 'Own'", "eject --to Own"
            ),
        ]
    )
    func path(line: String, message: String, hint: String) async throws {
        let package = try package()
        let before = try package.everything()
        let arguments = line.split(separator: " ").map(String.init)
        let run = try await CommandLineTool.run(arguments, in: package.root)
        #expect(run.status == 64, "\(run.errors)")
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.errors.contains(hint), "\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(try package.everything() == before)
    }

    @Test("a broken link is reported")
    func linkToNothing() async throws {
        let package = try package()
        try FileManager.default.createSymbolicLink(
            at: package.root.appending(path: "Linked"),
            withDestinationURL: package.root.appending(path: "nowhere")
        )
        let run = try await CommandLineTool.run(
            ["validate", "--schemas", "Linked"],
            in: package.root
        )
        #expect(run.status == 64)
        #expect(run.errors.contains("'Linked' is a broken symbolic link"), "\(run.errors)")
    }

    @Test("a missing path is a JSON diagnostic")
    func pathAsJSON() async throws {
        let package = try package()
        let run = try await CommandLineTool.run(
            ["validate", "--schemas", "nope", "--diagnostics", "json"],
            in: package.root
        )
        #expect(run.status == 64)
        let found = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let finding = try #require((found as? [[String: Any]])?.first, "\(run.output)")
        #expect(finding["rule"] as? String == "invalid-arguments")
    }

    @Test(
        "an unknown command is reported with the nearest one",
        arguments: [
            ("valdate", "there is no command 'valdate', did you mean 'validate'?"),
            ("help genrate", "there is no command 'genrate', did you mean 'generate'?"),
            (
                "templates ejct Entity",
                "no command 'templates ejct', did you mean 'templates eject'?"
            ),
            ("deploy", "there is no command 'deploy'; there are init, generate, check"),
            ("validate Schemas", "pass schemas with --schemas Schemas"),
            ("generate Schemas --output Out", "--schemas Schemas"),
            ("check Schemas", "--schemas Schemas"),
            ("generate --acess public", "Unknown option '--acess'"),
            ("check --only Message", "Unknown option '--only'"),
            ("explain find --target none", "Please provide one of 'remote' and 'local'"),
            ("format --chekc", "Did you mean '--check'?"),
            ("infer --against nope.yaml B x.json", "'nope.yaml'"),
            ("mock --bodies Nope", "no folder of bodies at 'Nope'"),
            ("explain find --all --remote 503", "only `none` restricts them"),
        ]
    )
    func word(line: String, message: String) async throws {
        let package = try package()
        let arguments = line.split(separator: " ").map(String.init)
        let run = try await CommandLineTool.run(arguments, in: package.root)
        #expect(run.status == 64, "\(run.errors)")
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    @Test("the folder for a dependency file is created, as the help says")
    func folderOfDependencyFile() async throws {
        let package = try package()
        let run = try await CommandLineTool.run(
            ["generate", "--schemas", "Schemas", "--output", "Out", "--depfile", "a/b/c.d"],
            in: package.root
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(package.exists("a/b/c.d"))
        let help = try await CommandLineTool.run("generate", "--help", in: package.root)
        let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("A missing folder is created."))
    }
}
