import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `repogen verify`, as a process, against `repogen mock`.
@Suite struct VerifyCommandTests {
    private static func schema(_ properties: String) -> String {
        """
        repogen: 1
        entities:
          Note:
            id: Int
            properties:
              text: String
              \(properties)
        repositories:
          Notes: { entity: Note, path: notes, remote: [create, read, patch, delete] }
        """
    }

    /// Runs a body with a mock of one schema, and the folder of a package with another.
    private func withMock(
        of served: String,
        _ schema: String,
        _ body: (_ url: String, TemporaryPackage) async throws -> Void
    ) async throws {
        let package = try TemporaryPackage(["Served/a.yaml": served, "Schemas/a.yaml": schema])
        let arguments = ["mock", "--schemas", "Served", "--port", "0", "--count", "4", "--quiet"]
        try await RunningTool.run(arguments, in: package.root) { tool in
            try await body(try await tool.firstLine(), package)
        }
    }

    @Test(
        "the correction for an element is the type of its property",
        arguments: [
            ("tags: \"[Int]\"", "tags: \"[String]\"", "declare 'tags' as [Int]"),
            (
                "marks: \"{ String: [Bool] }\"", "marks: \"{ String: [String] }\"",
                "declare 'marks' as { String: [Bool] }"
            ),
            ("likes: Int", "likes: String", "declare 'likes' as Int"),
        ]
    )
    func corrections(served: String, declared: String, hint: String) async throws {
        try await withMock(of: Self.schema(served), Self.schema(declared)) { url, package in
            let run = try await CommandLineTool.run(
                "verify",
                url,
                "--schemas",
                "Schemas",
                "--rate",
                "0",
                in: package.root
            )
            #expect(run.status == 3)
            #expect(run.errors.contains("hint: \(hint) ("), "\(run.errors)")
        }
    }

    @Test("a difference is reported at its line with a correction, and exits with 3")
    func differences() async throws {
        let (served, schema) = (Self.schema("likes?: Int"), Self.schema("mood: String"))
        try await withMock(of: served, schema) { url, package in
            let run = try await CommandLineTool.run(
                "verify",
                url,
                "--schemas",
                "Schemas",
                "--rate",
                "0",
                in: package.root
            )
            #expect(run.status == 3)
            #expect(run.output.isEmpty)
            #expect(
                run.errors.contains(
                    """
                    Schemas/a.yaml:7:7: error: the schema requires 'mood', but the response lacks it [service-body]
                          mood: String
                          ^~~~
                    hint: write 'mood?' if it may be missing (GET /notes)
                    """
                ),
                "\(run.errors)"
            )
            #expect(run.errors.contains("1 difference, "))
            let json = try await CommandLineTool.run(
                "verify",
                url,
                "--schemas",
                "Schemas",
                "--rate",
                "0",
                "--diagnostics",
                "json",
                in: package.root
            )
            #expect(json.status == 3)
            #expect(json.output.contains(#""rule":"service-body""#))
            #expect(json.output.contains(#""line":7"#))
        }
    }

    @Test("a service that matches its schema exits with 0, and no created entity remains")
    func same() async throws {
        let schema = Self.schema("likes?: Int")
        try await withMock(of: schema, schema) { url, package in
            let before = try await text(of: "\(url)/notes")
            let run = try await CommandLineTool.run(
                "verify",
                url,
                "--schemas",
                "Schemas",
                "--write",
                "--rate",
                "0",
                in: package.root
            )
            #expect(run.status == 0, "\(run.errors)")
            #expect(try await text(of: "\(url)/notes") == before)
        }
    }

    @Test("Ctrl-C deletes created entities")
    func interrupted() async throws {
        let schema = Self.schema("likes?: Int")
        try await withMock(of: schema, schema) { url, package in
            let before = try await text(of: "\(url)/notes")
            let arguments = [
                "verify", url, "--schemas", "Schemas", "--write", "--rate", "4", "--verbose",
            ]
            try await RunningTool.run(arguments, in: package.root) { tool in
                try await tool.waitUntilSaid("POST /notes 201")
                #expect(try await text(of: "\(url)/notes") != before)
                tool.interrupt()
                #expect(try await tool.status() == 130)
                #expect(tool.said.contains("stopping"))
            }
            #expect(try await text(of: "\(url)/notes") == before)
        }
    }

    @Test("a service that does not respond exits with 69 and a reason")
    func silent() async throws {
        let package = try TemporaryPackage(["Schemas/a.yaml": Self.schema("likes?: Int")])
        // Usually nothing listens on the discard port.
        let url = "http://127.0.0.1:9"
        for arguments in [[url, "--schemas", "Schemas"], ["--schemas", "Schemas", url]] {
            let run = try await CommandLineTool.run(["verify"] + arguments, in: package.root)
            #expect(run.status == 69)
            #expect(run.errors.contains("error: \(url) does not respond"))
        }
    }

    @Test(
        "invalid arguments are reported",
        arguments: [
            (["verify", "127.0.0.1:8080"], "expected an http or https URL with a host"),
            (["verify", "ftp://127.0.0.1"], "expected an http or https URL with a host"),
            (["verify", "http://me:secret@127.0.0.1"], "use REPOGEN_CREDENTIAL"),
            (["verify", "http://127.0.0.1?a=b"], "may not have a query"),
            (["verify", "http://127.0.0.1:99999"], "must be a number from 1 to 65535"),
            (["verify", "http://127.0.0.1", "--rate=-1"], "--rate needs 0 or a number"),
            (["verify", "http://127.0.0.1", "--limit", "0"], "--limit needs a number"),
            (
                ["verify", "http://127.0.0.1", "--set", "page"],
                "--set needs 'name=value', not 'page'"
            ),
            (["verify", "http://127.0.0.1", "--only", "Note"], "did you mean 'Notes'?"),
        ]
    )
    func arguments(_ arguments: [String], _ message: String) async throws {
        let package = try TemporaryPackage(["Schemas/a.yaml": Self.schema("likes?: Int")])
        let run = try await CommandLineTool.run(
            arguments + ["--schemas", "Schemas"],
            in: package.root
        )
        #expect(run.status == 64)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    private func text(of url: String) async throws -> String {
        let (data, _) = try await URLSession.shared.data(from: try #require(URL(string: url)))
        return String(decoding: data, as: UTF8.self)
    }
}
