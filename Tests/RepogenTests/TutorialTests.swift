import Foundation
import TestSupport
import Testing

/// Following a tutorial from the first to the last command gives the described result.
@Suite struct TutorialTests {
    private static let pages = [
        "README.md", "Sources/RepositoryRuntime/Documentation.docc/GettingStarted.md",
        "Sources/RepositoryRuntime/Documentation.docc/OfflineFirstStory.md",
    ]

    /// The library that generated code needs, with its modules.
    private static let modules = [
        "RepositoryRuntime", "RepositoryLocal", "RepositoryNetworking", "RepositoryValues",
        "RepositoryStrategy", "HTTPTypes", "HTTPTypesFoundation",
    ]

    /// Returns the output of `print`, as shown in comments.
    private func printed(by program: String) -> [String] {
        program.split(separator: "\n").compactMap { line in
            line.contains("print(") ? line.split(separator: "// ").last.map(String.init) : nil
        }
    }

    @Test("its commands, its schema and its program work together", arguments: pages)
    func tutorial(path: String) async throws {
        let page = try DocumentedPage(path)
        let schema = try #require(page.texts("yaml").first)
        let program = try #require(page.texts("swift").first { $0.contains("@main") })
        #expect(page.calls.map { $0[0] }.filter { $0 != "check" } == ["init", "generate", "mock"])

        let source = "Sources/Notebook/App.swift"
        let package = try TemporaryPackage([source: program])
        for call in page.calls where call != ["mock"] {
            let run = try await CommandLineTool.run(call, in: package.root)
            #expect(run.status == 0, "\(call): \(run.errors)")
            // The page asks the reader to replace the first schema.
            if call == ["init"] {
                try #require(package.exists("Schemas/notes.yaml"))
                #expect(page.text.contains("`Schemas/notes.yaml`"))
                try package.write(schema, to: "Schemas/notes.yaml")
            }
        }

        let address = "http://127.0.0.1:8080"
        #expect(program.contains(address))
        let mock = ["mock", "--port", "0", "--quiet"]
        try await RunningTool.run(mock, in: package.root) { tool in
            let url = try await tool.firstLine()
            try package.write(program.replacing(address, with: url), to: source)
            let files = try package.contents(of: "Sources").keys.sorted().map {
                package.root.appending(path: "Sources/\($0)")
            }
            let app = package.root.appending(path: "app")
            let messages = try await SwiftCompiler.link(files, with: Self.modules, to: app)
            try #require(messages.isEmpty, "\(messages.prefix(4_000))")
            let run = try await CommandLineTool.run([], in: package.root, of: app)
            #expect(run.status == 0, "\(run.errors)")
            let lines = run.output.split(separator: "\n").map(String.init)
            #expect(lines == printed(by: program))
            #expect(lines.count >= 2)
        }
    }

    @Test("8080 is the default port of a mock")
    func port() async throws {
        let package = try TemporaryPackage([:])
        let help = try await CommandLineTool.run("help", "mock", in: package.root)
        #expect(help.output.contains("(default: 8080)"))
    }
}
