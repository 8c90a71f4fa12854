import Foundation
import Testing

/// `repogen templates eject`, `list` and `vocabulary`.
@Suite struct EjectTests {
    private func eject(
        _ arguments: String...,
        in package: TemporaryPackage
    ) async throws -> CommandLineTool.Run {
        try await CommandLineTool.run(["templates", "eject"] + arguments, in: package.root)
    }

    @Test("without names, all templates are written, next to the configuration")
    func all() async throws {
        let package = try TemporaryPackage(["repogen.yaml": "output: Out\n", "a/b": ""])
        let folder = package.root.appending(path: "a")
        let run = try await CommandLineTool.run("templates", "eject", in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("hint: write `templates: Templates` into repogen.yaml\n"))
        let list = try await CommandLineTool.run("templates", "list", in: folder)
        let names = list.output.split(separator: "\n").map { $0.prefix { $0 != " " } + ".mustache" }
        #expect(names.contains("Entity.mustache"))
        #expect(try Set(package.everything(in: "Templates").keys) == Set(names.map(String.init)))
    }

    @Test("named templates go to the configured folder, or to that of the option")
    func named() async throws {
        let package = try TemporaryPackage(["repogen.yaml": "output: Out\ntemplates: Own\n"])
        let configured = try await eject("Header", "Entity.mustache", in: package)
        #expect(configured.status == 0)
        #expect(configured.errors == "wrote Own/Entity.mustache\nwrote Own/Header.mustache\n")
        let elsewhere = try await eject("Value", "--to", "Else/where", in: package)
        #expect(
            elsewhere.errors == """
                wrote Else/where/Value.mustache
                hint: write `templates: Else/where` into repogen.yaml

                """
        )
    }

    @Test("an edited template is not overwritten, and then nothing is written")
    func edited() async throws {
        let package = try TemporaryPackage(["Templates/Entity.mustache": "mine\n"])
        let run = try await eject(in: package)
        #expect(run.status == 1)
        #expect(run.errors.contains("'Templates/Entity.mustache' was edited"))
        #expect(try package.everything() == ["Templates/Entity.mustache": "mine\n"])
        #expect(try await eject("Header", in: package).status == 0)
        #expect(try await eject("--force", in: package).status == 0)
        #expect(try package.read("Templates/Entity.mustache") != "mine\n")
        let again = try await eject(in: package)
        #expect(again.status == 0)
        #expect(again.errors.contains("Templates: all templates exist"))
    }

    @Test("nothing is written through a link")
    func link() async throws {
        let package = try TemporaryPackage(["Templates/a": "", "mine": "mine\n"])
        try package.link("Templates/Entity.mustache", to: "../mine")
        let run = try await eject("--force", in: package)
        #expect(run.status == 64)
        #expect(try package.read("mine") == "mine\n")
        #expect(!package.exists("Templates/Value.mustache"))
    }

    @Test("an unknown name is an error with the nearest one", arguments: ["eject", "vocabulary"])
    func unknown(command: String) async throws {
        let package = try TemporaryPackage([:])
        let run = try await CommandLineTool.run("templates", command, "Enty", in: package.root)
        #expect(run.status == 64)
        #expect(run.errors == "error: no template is named 'Enty'\nhint: did you mean 'Entity'?\n")
        #expect(run.output.isEmpty)
        #expect(try package.everything().isEmpty)
    }

    @Test("an error in the configuration is shown, and nothing is written")
    func configuration() async throws {
        let package = try TemporaryPackage(["repogen.yaml": "outptu: Out\n"])
        let run = try await eject(in: package)
        #expect(run.status == 1)
        #expect(run.errors.contains("repogen.yaml:1:1: error: unknown key 'outptu'"))
        #expect(try package.everything().count == 1)
    }

    @Test("the vocabulary of a template contains only that template")
    func vocabulary() async throws {
        let package = try TemporaryPackage([:])
        let run = try await CommandLineTool.run(
            "templates",
            "vocabulary",
            "Header",
            in: package.root
        )
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("Header\n"))
        #expect(
            run.output.contains("  imports     lines    The imports that the declarations need.\n")
        )
        #expect(!run.output.contains("Entity"))
    }
}
