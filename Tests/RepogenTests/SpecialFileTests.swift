import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Special files at the path of regular ones do not block, and are reported by kind.
@Suite struct SpecialFileTests {
    private static let folder = "Sources/App/Generated"
    private static let file = folder + "/Entities/Message.swift"

    private func package() async throws -> TemporaryPackage {
        let package = try TemporaryPackage([
            "repogen.yaml": GenerateTests.configuration,
            "Schemas/messages.yaml": GenerateTests.schema,
        ])
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        return package
    }

    private func makePipe(_ path: String, in package: TemporaryPackage) throws {
        try? package.remove(path)
        try #require(mkfifo(package.root.appending(path: path).path, 0o644) == 0)
    }

    @Test(
        "a pipe at the path of a generated file or the manifest",
        arguments: [file, folder + "/.repogen.json"]
    )
    func pipeInOutput(path: String) async throws {
        let package = try await package()
        try makePipe(path, in: package)
        for command in [["generate"], ["check"], ["generate", "--force"]] {
            let run = try await CommandLineTool.run(command, in: package.root)
            #expect(run.status == 1)
            #expect(
                run.errors.contains("\(path):1:1: error: this is a named pipe"),
                "\(run.errors)"
            )
            #expect(run.errors.contains("[no-file]"))
        }
    }

    @Test("a folder at the path of a generated file")
    func folderInOutput() async throws {
        let package = try await package()
        try package.remove(Self.file)
        try package.write("mine", to: Self.file + "/mine")
        for command in ["generate", "check"] {
            let run = try await CommandLineTool.run(command, in: package.root)
            #expect(run.status == 1)
            #expect(run.errors.contains("\(Self.file):1:1: error: this is a folder"))
            #expect(run.errors.contains("hint: move the folder"))
        }
        #expect(try package.read(Self.file + "/mine") == "mine")
    }

    @Test(
        "a pipe at the path of a schema, the configuration or a template",
        arguments: ["Schemas/more.yaml", "repogen.yaml", "Templates/Header.mustache"]
    )
    func pipeAmongInputs(path: String) async throws {
        let package = try await package()
        try package.write(
            GenerateTests.configuration + "templates: Templates\n",
            to: "repogen.yaml"
        )
        try package.write("notes", to: "Templates/README.md")
        try makePipe(path, in: package)
        for command in ["generate", "check", "validate"] {
            let run = try await CommandLineTool.run(command, in: package.root)
            #expect([1, 74].contains(run.status))
            #expect(run.errors.contains(path))
            #expect(run.errors.contains("is a named pipe"), "\(run.errors)")
        }
    }

    @Test("a pipe at the path of a requested file, without a reader")
    func pipeToWrite() async throws {
        let package = try await package()
        for arguments in [["docs", "-o", "site"], ["generate", "--force", "--depfile", "mine.d"]] {
            #expect(try await CommandLineTool.run(arguments, in: package.root).status == 0)
            let path = arguments[0] == "docs" ? "site/index.html" : "mine.d"
            try makePipe(path, in: package)
            let run = try await CommandLineTool.run(arguments, in: package.root)
            #expect(run.status == 74, "\(run.errors)")
            #expect(run.errors.contains("\(path)': No such device or address"), "\(run.errors)")
        }
    }

    @Test("a pipe at the path of a referenced document stops the import, and removes no type")
    func pipeAmongDocuments() async throws {
        let package = try TemporaryPackage([
            "pets.yaml": ImportAgainCommandTests.document("integer").replacing(
                "type: integer",
                with: "$ref: age.yaml"
            ),
            "age.yaml": "type: object\nproperties: { years: { type: integer } }\n",
        ])
        let arguments = ["import", "openapi", "-o", "pets.repogen.yaml"]
        let first = try await CommandLineTool.run(arguments + ["pets.yaml"], in: package.root)
        #expect(first.status == 0, "\(first.errors)")
        let schema = try package.read("pets.repogen.yaml")
        #expect(schema.contains("years"))
        try makePipe("age.yaml", in: package)
        for arguments in [arguments, arguments + ["--check"]] {
            let run = try await CommandLineTool.run(arguments, in: package.root)
            #expect(run.status == 74)
            #expect(run.errors.contains("age.yaml': it is a named pipe"), "\(run.errors)")
        }
        #expect(try package.read("pets.repogen.yaml") == schema)
    }

    @Test("a note that is a pipe or a link is replaced, and not written through")
    func note() async throws {
        let package = try await package()
        let environment = ["XDG_CACHE_HOME": package.root.appending(path: "notes").path]
        func generate() async throws {
            let run = try await CommandLineTool.run(
                ["generate"],
                in: package.root,
                environment: environment
            )
            #expect(run.status == 0, "\(run.errors)")
        }
        try await generate()
        let path = try "notes/" + #require(try package.everything(in: "notes").keys.first)
        let text = try package.read(path)
        try makePipe(path, in: package)
        try await generate()
        #expect(try package.read(path) == text)

        try package.remove(path)
        try package.write("mine", to: "victim")
        try package.link(path, to: package.root.path + "/victim")
        try await generate()
        #expect(try package.read("victim") == "mine")
        #expect(try package.read(path) == text)
    }
}
