import Foundation
import Testing

/// The script written by `init`, as a user runs it.
@Suite struct StarterScriptTests {
    /// Folders of the PATH with the script's tools, but without Repogen.
    private static let plainPath = "/usr/bin:/bin"

    @Test("the script runs in its package, wherever it is called from, and whatever CDPATH is")
    func place() async throws {
        let package = try InitializeTests.package([
            "repogen.yaml": "output: Generated\n", "Tools/.keep": "",
        ])
        #expect(try await CommandLineTool.run("init", in: package.root).status == 0)
        try package.write("", to: "Else where/Scripts/x")
        let elsewhere = package.root.appending(path: "Else where").path
        try package.link("Tools/my tool", to: CommandLineTool.binary.path)
        for (script, tool) in [
            ("Scripts/generate", "Tools/my tool"), ("./generate", "../Tools/my tool"),
        ] {
            let run = try await CommandLineTool.run(
                [script],
                in: package.root.appending(path: script.hasPrefix(".") ? "Scripts" : "."),
                of: InitializeTests.shell,
                environment: ["CDPATH": elsewhere, "REPOGEN": tool]
            )
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.isEmpty)
            #expect(package.exists("Generated/Entities/Note.swift"))
            try package.remove("Generated")
        }
    }

    @Test("the tool is found in the PATH and in the build folder")
    func discovery() async throws {
        let package = try InitializeTests.package(["Tools/.keep": "", ".build/release/.keep": ""])
        #expect(try await CommandLineTool.run("init", in: package.root).status == 0)
        let environment = ["REPOGEN": "", "PATH": Self.plainPath]
        try package.link("Tools/repogen", to: CommandLineTool.binary.path)
        let tools = package.root.appending(path: "Tools").path
        let inPath = try await InitializeTests.generate(
            in: package,
            environment: ["REPOGEN": "", "PATH": "\(tools):\(Self.plainPath)"]
        )
        #expect(inPath.status == 0, "\(inPath.errors)")

        try package.link(".build/release/repogen", to: CommandLineTool.binary.path)
        let built = try await InitializeTests.generate(in: package, environment: environment)
        #expect(built.status == 0, "\(built.errors)")
        #expect(built.errors.isEmpty)
    }

    /// The folders that the script adds to the PATH.
    private static let isInstalled = ["/usr/local/bin", "/opt/homebrew/bin", "/usr/bin", "/bin"]
        .contains { FileManager.default.isExecutableFile(atPath: $0 + "/repogen") }

    @Test(
        "without the tool and a package that has it, the script gives a hint",
        // If Repogen is installed, the script finds it.
        .enabled(if: !isInstalled)
    )
    func noTool() async throws {
        let package = try InitializeTests.package(["Package.swift": "// nothing\n"])
        #expect(try await CommandLineTool.run("init", in: package.root).status == 0)
        let run = try await InitializeTests.generate(
            in: package,
            environment: ["REPOGEN": "", "PATH": Self.plainPath]
        )
        #expect(run.status == 69)
        #expect(run.errors.hasPrefix("error: repogen was not found: install it"))
        let wrong = try await InitializeTests.generate(
            in: package,
            environment: ["REPOGEN": "/nowhere/repogen"]
        )
        #expect(wrong.status == 69)
        #expect(wrong.errors.contains("/nowhere/repogen"))
    }

    @Test(
        "the script builds the tool of the package, and the generated code compiles and runs",
        // It builds the tool and the runtime from scratch, which takes minutes.
        .enabled(if: ProcessInfo.processInfo.environment["REPOGEN_SLOW_TESTS"] != nil)
    )
    func build() async throws {
        let package = try InitializeTests.package()
        #expect(try await CommandLineTool.run("init", in: package.root).status == 0)
        let first = try await InitializeTests.generate(in: package, environment: ["REPOGEN": ""])
        #expect(first.status == 0, "\(first.errors)")
        let second = try await InitializeTests.generate(in: package, environment: ["REPOGEN": ""])
        #expect(second.status == 0)
        #expect(second.errors.isEmpty, "\(second.errors)")
        let run = try await CommandLineTool.run(
            ["-c", "swift run"],
            in: package.root,
            of: InitializeTests.shell
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == "hello\n")
    }
}
