import Diagnostics
import Foundation
import TestSupport
import Testing
import YAMLTree

/// Installing the program, and the files for users to copy.
@Suite struct InstallTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let workflow = ".github/workflow-templates/repogen.yml"

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func script(
        _ name: String,
        _ arguments: [String] = [],
        environment: [String: String] = [:]
    ) async throws -> CommandLineTool.Run {
        try await CommandLineTool.run(
            arguments,
            in: root,
            of: root.appending(path: "Scripts/\(name)"),
            environment: ["BINARY": CommandLineTool.binary.path].merging(environment) { $1 }
        )
    }

    @Test("the program is installed with completions below DESTDIR and PREFIX, also over itself")
    func install() async throws {
        let package = try TemporaryPackage([:])
        for _ in 0..<2 {
            let run = try await Self.script(
                "install",
                environment: ["PREFIX": "/opt/own place", "DESTDIR": package.root.path]
            )
            #expect(run.status == 0, "\(run.errors)")
            let version = try await CommandLineTool.run(
                ["--version"],
                in: package.root,
                of: package.root.appending(path: "opt/own place/bin/repogen")
            )
            #expect(version.status == 0 && version.output.contains("."))
        }
        let share = "opt/own place/share/"
        for path in [
            "bash-completion/completions/repogen", "zsh/site-functions/_repogen",
            "fish/vendor_completions.d/repogen.fish",
        ] {
            #expect(try package.read(share + path).contains("repogen"))
        }
        let names = try FileManager.default
            .contentsOfDirectory(atPath: package.root.appending(path: "opt/own place/bin").path)
        #expect(names == ["repogen"])
    }

    @Test("a relative prefix and an invalid program are reported")
    func wrongVariables() async throws {
        let relative = try await Self.script("install", environment: ["PREFIX": "here"])
        #expect(relative.status == 1)
        #expect(relative.errors.contains("error: PREFIX is 'here', but must start with /"))
        let package = try TemporaryPackage(["program": "text"])
        let program = package.root.appending(path: "program").path
        for script in ["install", "release"] {
            let run = try await CommandLineTool.run(
                [package.root.path],
                in: Self.root,
                of: Self.root.appending(path: "Scripts/\(script)"),
                environment: ["BINARY": program, "DESTDIR": package.root.path]
            )
            #expect(run.status == 1)
            #expect(run.errors.contains("error: '\(program)' is not executable"), "\(run.errors)")
        }
    }

    @Test("make passes its variables on")
    func make() async throws {
        let run = try await CommandLineTool.run(
            ["make", "-n", "install", "PREFIX=/opt/repogen", "DESTDIR=/tmp/package"],
            in: Self.root,
            of: URL(filePath: "/usr/bin/env")
        )
        #expect(
            run.output.contains(
                "PREFIX='/opt/repogen' DESTDIR='/tmp/package' Scripts/install"
            ),
            "\(run.output)\(run.errors)"
        )
    }

    @Test("an archive has the program, its completions and the license, and matches its checksum")
    func release() async throws {
        // Compressing the program of a debug build would take half a minute.
        let program = "#!/bin/sh\nexec '\(CommandLineTool.binary.path)' \"$@\"\n"
        let package = try TemporaryPackage(["repogen": program])
        let binary = package.root.appending(path: "repogen").path
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: binary)
        let run = try await Self.script(
            "release",
            [package.root.path],
            environment: ["BINARY": binary]
        )
        #expect(run.status == 0, "\(run.errors)")
        let archive = URL(filePath: run.output.trimmingCharacters(in: .newlines))
        let name = String(archive.lastPathComponent.dropLast(".tar.gz".count))
        #expect(name.wholeMatch(of: /repogen-\d+\.\d+\.\d+-(linux|macos)-\w+/) != nil, "\(name)")
        let checksum = try package.read(archive.lastPathComponent + ".sha256")
        #expect(checksum.wholeMatch(of: /[0-9a-f]{64}  \S+\n/) != nil, "\(checksum)")
        let check = try await CommandLineTool.run(
            ["-c", "sha256sum -c *.sha256 || shasum -a 256 -c *.sha256"],
            in: package.root,
            of: URL(filePath: "/bin/sh")
        )
        #expect(check.output.contains(": OK"), "\(check.errors)")
        let unpacked = try await CommandLineTool.run(
            ["tar", "-xzf", archive.path],
            in: package.root,
            of: URL(filePath: "/usr/bin/env")
        )
        #expect(unpacked.status == 0, "\(unpacked.errors)")
        let files = try FileManager.default.subpathsOfDirectory(
            atPath: package.root.appending(path: name).path
        )
        for file in ["bin/repogen", "LICENSE", "share/zsh/site-functions/_repogen"] {
            #expect(files.contains(file))
        }
        let version = try await CommandLineTool.run(
            ["--version"],
            in: package.root,
            of: package.root.appending(path: "\(name)/bin/repogen")
        )
        #expect(name.contains("repogen-\(version.output.trimmingCharacters(in: .newlines))-"))
    }

    @Test("the workflow on the page is the one to copy")
    func page() throws {
        let folder = "Sources/RepositoryRuntime/Documentation.docc/"
        #expect(
            try Self.text(folder + "InYourBuild.md")
                .contains("```yaml\n" + Self.text(Self.workflow) + "```\n")
        )
    }

    @Test(
        "workflows are YAML, and the files they run exist",
        arguments: [workflow, ".github/workflows/ci.yml"]
    )
    func workflows(path: String) async throws {
        let text = try Self.text(path)
        let root = try #require(try YAMLReader().read(SourceFile(path: path, text: text)))
        guard case .mapping(let pairs) = root.content else {
            Issue.record("no mapping")
            return
        }
        #expect(pairs.count >= 4)
        let makefile = try Self.text("Makefile")
        for call in text.matches(of: /run: make (\w+)/) {
            #expect(makefile.contains("\n\(call.1):"), "\(call.1)")
        }
        for call in text.matches(of: /run: (Scripts\/\S+)/) {
            let script = Self.root.appending(path: String(call.1))
            #expect(FileManager.default.isExecutableFile(atPath: script.path), "\(call.1)")
        }
        let package = try TemporaryPackage([:])
        for call in text.matches(of: /repogen (\w+)( .*)?\n/) where !call.0.contains("product") {
            let help = try await CommandLineTool.run("help", String(call.1), in: package.root)
            guard help.status == 0, call.0.contains("--") else { continue }
            for option in (call.2 ?? "").split(separator: " ") where option.hasPrefix("--") {
                #expect(help.output.contains(option), "\(call.0)")
            }
        }
    }
}
