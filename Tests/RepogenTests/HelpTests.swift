import Foundation
import Testing

/// The tool's own documentation.
@Suite struct HelpTests {
    private static let commands = [
        "init", "generate", "check", "diff", "validate", "format", "import", "infer", "schema",
        "conventions", "templates", "explain", "diagram", "docs", "mock", "verify", "stats",
    ]

    @Test("every command has instructive help with an example", arguments: commands)
    func help(command: String) async throws {
        let package = try TemporaryPackage([:])
        let run = try await CommandLineTool.run(command, "--help", in: package.root)
        #expect(run.status == 0)
        #expect(run.output.contains("USAGE: repogen \(command)"))
        #expect(run.output.contains("OVERVIEW: "))
        // An example is indented; the text above is not.
        let discussion = run.output.components(separatedBy: "USAGE:")[0]
        #expect(discussion.split(separator: "\n").contains { $0.hasPrefix("  ") })
        #expect(discussion.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test("the overview lists every command, every exit status, and the completions")
    func overview() async throws {
        let package = try TemporaryPackage([:])
        let run = try await CommandLineTool.run("--help", in: package.root)
        #expect(run.status == 0)
        let list = run.output.components(separatedBy: "SUBCOMMANDS:").last ?? ""
        let listed = list.split(separator: "\n").compactMap {
            $0.firstMatch(of: /^ {2}([a-z]+)/).map { String($0.1) }
        }
        #expect(listed == Self.commands)
        for status in [0, 1, 3, 64, 74] {
            #expect(run.output.contains("\n  \(status)  "))
        }
        #expect(run.output.contains("--generate-completion-script"))
    }

    @Test("the version is the one in the README's dependency")
    func version() async throws {
        let package = try TemporaryPackage([:])
        let run = try await CommandLineTool.run("--version", in: package.root)
        #expect(run.status == 0)
        #expect(run.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
        let readme = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "README.md")
        let version = run.output.dropLast()
        #expect(try String(contentsOf: readme, encoding: .utf8).contains("from: \"\(version)\""))
    }

    @Test("each shell gets its completions", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) async throws {
        let package = try TemporaryPackage([:])
        let run = try await CommandLineTool.run(
            "--generate-completion-script",
            shell,
            in: package.root
        )
        #expect(run.status == 0)
        for command in Self.commands { #expect(run.output.contains(command)) }
        for option in ["depfile", "diagnostics", "dry-run", "file-lists", "force", "only"] {
            #expect(run.output.contains(option))
        }
        // The shell's own check, if the shell exists.
        let executable = URL(filePath: "/bin/\(shell)")
        guard FileManager.default.isExecutableFile(atPath: executable.path) else { return }
        try package.write(run.output, to: "completions")
        let check = try await CommandLineTool.run(
            ["-n", package.root.appending(path: "completions").path],
            in: package.root,
            of: executable
        )
        #expect(check.status == 0, "\(check.errors)")
    }
}
