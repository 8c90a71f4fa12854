import Foundation
import Testing

/// `repogen generate --watch`.
@Suite struct WatchTests {
    @Test("each save generates code, and new and resolved errors are shown")
    func saves() async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": GenerateTests.configuration, "Schemas/a.yaml": GenerateTests.schema,
        ])
        try await RunningTool.run(["generate", "--watch"], in: package.root) { tool in
            try await tool.waitUntilSaid("watching; press Ctrl-C to stop")
            let more = "values: { Extra: { properties: { text: String } } }\n"
            try package.write(GenerateTests.schema + "\n" + more, to: "Schemas/a.yaml")
            // Only this file: the others are being replaced.
            let extra = try await tool.wait("a file for the new declaration") {
                try? package.read("Sources/App/Generated/Values/Extra.swift")
            }
            #expect(extra.contains("struct Extra"))

            try package.write("repogen: 1\nvalues: { Extra: 7 }\n", to: "Schemas/b.yaml")
            try await tool.waitUntilSaid("error: ")
            try FileManager.default.removeItem(at: package.root.appending(path: "Schemas/b.yaml"))
            try await tool.waitUntilSaid("unchanged", times: 2)
        }
    }

    @Test("it reports that the working directory has been deleted")
    func deleted() async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": GenerateTests.configuration, "Schemas/a.yaml": GenerateTests.schema,
        ])
        try await RunningTool.run(["generate", "--watch"], in: package.root) { tool in
            try await tool.waitUntilSaid("watching; press Ctrl-C to stop")
            try FileManager.default.removeItem(at: package.root)
            try await tool.waitUntilSaid("error: the working directory has been deleted")
        }
    }

    @Test("a new configuration that is nearer replaces the earlier one")
    func nearer() async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": GenerateTests.configuration, "Schemas/a.yaml": GenerateTests.schema,
            "Inner/Schemas/b.yaml": "repogen: 1\nvalues: { Extra: { properties: { a: Int } } }\n",
        ])
        let folder = package.root.appending(path: "Inner")
        try await RunningTool.run(["generate", "--watch"], in: folder) { tool in
            try await tool.waitUntilSaid("watching; press Ctrl-C to stop")
            try package.write(GenerateTests.configuration, to: "Inner/repogen.yaml")
            let extra = try await tool.wait("a file of the nearer project") {
                try? package.read("Inner/Sources/App/Generated/Values/Extra.swift")
            }
            #expect(extra.contains("struct Extra"))
        }
    }

    @Test("it ignores files that do not affect the output")
    func dryRun() async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": GenerateTests.configuration, "Schemas/a.yaml": GenerateTests.schema,
        ])
        let run = try await CommandLineTool.run(
            "generate",
            "--watch",
            "--dry-run",
            in: package.root
        )
        #expect(run.status == 64)
        #expect(run.errors.contains("--watch cannot be used with --dry-run"))
    }
}
