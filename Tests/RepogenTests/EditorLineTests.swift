import Foundation
import Testing

/// The files that `repogen init` writes for editors.
@Suite struct EditorLineTests {
    /// Returns the path in the first line of a file for editors, relative to the folder of the
    /// package.
    private func place(_ file: String, in package: TemporaryPackage) throws -> String {
        let line = try #require(try package.read(file).split(separator: "\n").first)
        let way = try #require(line.wholeMatch(of: /# yaml-language-server: \$schema=(.+)/)).1
        let folder = package.root.appending(path: file).deletingLastPathComponent()
        return folder.appending(path: String(way)).standardizedFileURL.path
    }

    @Test("the first lines refer to the JSON Schemas that the tool prints")
    func lines() async throws {
        let package = try TemporaryPackage([:])
        let run = try await CommandLineTool.run("init", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        for (file, language) in [
            ("repogen.yaml", "configuration"), ("Schemas/notes.yaml", "schema"),
        ] {
            let path = ".repogen/\(language).json"
            #expect(try place(file, in: package) == package.root.appending(path: path).path)
            #expect(run.errors.contains("wrote \(path)\n"))
            let printed = try await CommandLineTool.run(
                "schema",
                "--of",
                language,
                in: package.root
            )
            #expect(try package.read(path) == printed.output)
        }
        #expect(try await CommandLineTool.run("validate", in: package.root).status == 0)
        #expect(try await CommandLineTool.run("format", "--check", in: package.root).status == 0)
    }

    @Test(
        "a schema in another folder has the right path; without the JSON Schema, it has no line"
    )
    func otherFolders() async throws {
        let package = try TemporaryPackage(["repogen.yaml": "schemas: Model/API\noutput: Out\n"])
        #expect(try await CommandLineTool.run("init", in: package.root).status == 0)
        let path = package.root.appending(path: ".repogen/schema.json").path
        #expect(try place("Model/API/notes.yaml", in: package) == path)
        #expect(!package.exists(".repogen/configuration.json"))

        let full = try TemporaryPackage([
            "repogen.yaml": "output: Out\n", "Schemas/own.yaml": "repogen: 1\n",
        ])
        #expect(try await CommandLineTool.run("init", in: full.root).status == 0)
        #expect(!full.exists(".repogen"))
    }
}
