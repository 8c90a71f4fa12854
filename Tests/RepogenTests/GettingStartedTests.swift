import Foundation
import TestSupport
import Testing

/// Following the first page of the documentation gives the described result.
@Suite struct GettingStartedTests {
    private let page: DocumentedPage

    init() throws {
        page = try DocumentedPage(
            "Sources/RepositoryRuntime/Documentation.docc/GettingStarted.md"
        )
    }

    private func text(_ language: String, _ number: Int = 0) throws -> String {
        let found = page.texts(language)
        return try #require(found.indices.contains(number) ? found[number] : nil)
    }

    private func run(_ commands: String, in package: TemporaryPackage) async throws -> String {
        var errors = ""
        for line in commands.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            try #require(words.first == "repogen")
            let run = try await CommandLineTool.run(Array(words.dropFirst()), in: package.root)
            #expect(run.status == 0, "\(line): \(run.errors)")
            errors += run.errors
        }
        return errors
    }

    @Test("its commands convert its schema as described")
    func commands() async throws {
        let package = try TemporaryPackage([
            "Package.swift": try text("swift"),
            "Sources/Notebook/Notebook.swift": "",
        ])
        let said = try await run(try text("sh"), in: package)
        for file in ["repogen.yaml", "Schemas/notes.yaml", "Scripts/generate"] {
            #expect(said.contains("wrote \(file)\n"))
        }
        try package.write(try text("yaml"), to: "Schemas/notes.yaml")
        _ = try await run(try text("sh", 1), in: package)
        let folder = "Sources/Notebook/Generated"
        let note = try package.read("\(folder)/Entities/Note.swift")
        for type in ["Note", "Draft", "Patch", "Fields"] {
            #expect(note.contains("struct \(type):"))
        }
        let repository = try package.read("\(folder)/Repositories/NoteRepository.swift")
        #expect(repository.contains("protocol NoteRepositoryProtocol"))
        #expect(package.exists("\(folder)/Mocks/NoteRepositoryMock.swift"))
    }

    @Test("its package uses a product of this package")
    func manifest() async throws {
        let package = try TemporaryPackage(["Package.swift": try text("swift")])
        let run = try await CommandLineTool.run(
            ["swift", "package", "dump-package"],
            in: package.root,
            of: URL(filePath: "/usr/bin/env")
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains(#""RepositoryRuntime""#))
        #expect(run.output.contains(#""identity" : "repogen""#))
    }

    @Test("its manifest has the package and the product of the README")
    func readme() throws {
        let readme = try DocumentedPage("README.md").text
        let manifest = try text("swift")
        let parts = readme.matches(of: /\.(?:package|product)\([^)]*\)/).map { String($0.output) }
        #expect(parts.count == 2)
        for part in parts { #expect(manifest.contains(part), "\(part)") }
    }
}
