import Foundation
import TestSupport
import Testing

/// A full disk: exit status 74, a clear message, and no truncated files.
@Suite struct FullDiskTests {
    private static let shell = URL(filePath: "/bin/bash")

    private func package() throws -> TemporaryPackage {
        var schema = "repogen: 1\nvalues:\n"
        for number in 0..<40 { schema += "  Value\(number): { properties: { a: Int } }\n" }
        return try TemporaryPackage(["repogen.yaml": "output: Out\n", "Schemas/a.yaml": schema])
    }

    private func run(_ script: String, in package: TemporaryPackage) async throws
        -> CommandLineTool.Run
    {
        try await CommandLineTool.run(
            ["-c", script],
            in: package.root,
            of: Self.shell,
            environment: ["REPOGEN": CommandLineTool.binary.path]
        )
    }

    @Test(
        "a dependency file that does not fit is an I/O error",
        // Only Linux has a device that is always full.
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))
    )
    func fullDevice() async throws {
        let package = try package()
        let run = try await CommandLineTool.run(
            ["generate", "--depfile", "/dev/full"],
            in: package.root
        )
        #expect(run.status == 74)
        #expect(run.errors.contains("error: cannot write '/dev/full': No space left on device"))
        #expect(FileManager.default.fileExists(atPath: "/dev/full"))
        #expect(try await CommandLineTool.run("check", in: package.root).status == 0)

        let script = "\"$REPOGEN\" validate --diagnostics json >/dev/full"
        let output = try await self.run(script, in: package)
        #expect(output.status == 74)
        #expect(
            output.errors.hasSuffix(
                "error: cannot write to standard output: No space left on device\n"
            )
        )
    }

    @Test("a file that exceeds the size limit is missing rather than truncated")
    func limitedFileSize() async throws {
        let package = try package()
        // Blocks of 1024 bytes: the manifest is larger. The signal would kill the process first.
        let limited = "trap '' XFSZ; ulimit -f 1; exec \"$REPOGEN\" generate"
        let run = try await run(limited, in: package)
        #expect(run.status == 74)
        #expect(run.errors.contains("error: cannot write '"))
        #expect(run.errors.contains("File too large"))
        #expect(try package.everything(in: "Out").isEmpty)

        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        let before = try package.everything(in: "Out")
        let schema = try package.read("Schemas/a.yaml").replacing("a: Int", with: "b: Int")
        try package.write(schema, to: "Schemas/a.yaml")
        #expect(try await self.run(limited, in: package).status == 74)
        #expect(try package.everything(in: "Out") == before)
    }

    /// Whether a process may mount a file system; many containers prevent it.
    private static let canMount: Bool = {
        let mount = "unshare -rm mount -t tmpfs -o size=64k tmpfs /mnt"
        let process = try? CommandLineTool.start(
            ["-c", mount],
            in: FileManager.default.temporaryDirectory,
            of: shell
        )
        return (try? process?.wait()) == 0
    }()

    @Test(
        "a full disk keeps the old files, and the next run completes the rest",
        // Without permission to mount, there is no small disk to fill.
        .enabled(if: canMount)
    )
    func smallDisk() async throws {
        let package = try package()
        let script = """
            set -u
            mkdir -p Out Seen && mount -t tmpfs -o size=120k tmpfs Out || exit 99
            "$REPOGEN" generate; echo "status $?"
            cp -a Out/. Seen/
            mount -o remount,size=10m Out && "$REPOGEN" generate; echo "status $?"
            "$REPOGEN" check; echo "status $?"
            mkdir Whole && cp -a Out/. Whole/
            """
        try package.write(script, to: "script")
        let run = try await run("exec unshare -rm bash script", in: package)
        #expect(run.output == "status 74\nstatus 0\nstatus 0\n", "\(run.errors)")
        #expect(run.errors.contains("No space left on device"))
        let seen = try package.everything(in: "Seen")
        let whole = try package.everything(in: "Whole")
        #expect(!seen.isEmpty)
        #expect(seen.count < whole.count)
        for (path, contents) in seen where path != ".repogen.json" {
            #expect(whole[path] == contents, "\(path) is torn")
        }
    }
}
