import Foundation
import Testing

/// `repogen infer`, as users run it.
@Suite struct InferTests {
    private let user = #"{"id": 1, "name": "Ada", "created_at": "2026-01-01T00:00:00Z"}"#

    @Test("a file becomes a schema on standard output, which the tool accepts")
    func file() async throws {
        let package = try TemporaryPackage(["user.json": user])
        let run = try await CommandLineTool.run("infer", "user.json", in: package.root)
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        #expect(run.output.contains("# Inferred from 1 body."))
        #expect(run.output.contains("createdAt: Date"))
        try package.write(run.output, to: "schema.yaml")
        let check = try await CommandLineTool.run(
            "validate",
            "--schemas",
            "schema.yaml",
            in: package.root
        )
        #expect(check.status == 0, "\(check.errors)")
        let format = try await CommandLineTool.run(
            "format",
            "--check",
            "schema.yaml",
            in: package.root
        )
        #expect(format.status == 0, "\(format.errors)")
    }

    @Test("standard input, a name, an output file and omitted comments work")
    func standardInput() async throws {
        let package = try TemporaryPackage(["a.json": #"{"a": 1}"#])
        let script =
            #"printf '%s\n%s\n' '{"a": 1, "b": null}' '{"a": 2}' | "$0" infer - --name Thing --no-evidence -o t.yaml"#
        let run = try await CommandLineTool.run(
            ["-c", script, CommandLineTool.binary.path],
            in: package.root,
            of: URL(filePath: "/bin/sh")
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(run.errors == "wrote t.yaml\n")
        #expect(
            try package.read("t.yaml") == """
                repogen: 1
                unions:
                  AnyValue: { cases: { text: String } }

                values:
                  Thing:
                    properties: { a: Int, "b?": "AnyValue?" }

                """
        )
    }

    @Test("an identity of another type is corrected as an identity")
    func identity() async throws {
        let package = try TemporaryPackage([
            "s.yaml": "repogen: 1\nentities: { E: { id: Int, properties: { a: Int } } }\n",
            "text.json": #"{"id": "x", "a": 1}"#, "none.json": #"{"a": 1}"#,
        ])
        let arguments = ["infer", "--against", "s.yaml", "E"]
        let text = try await CommandLineTool.run(arguments + ["text.json"], in: package.root)
        #expect(text.errors.contains("write `id: String` in E"), "\(text.errors)")
        #expect(text.output.contains("E: { id: String }") || text.output.contains("    id: String"))
        #expect(!text.output.contains("properties:"), "\(text.output)")
        let none = try await CommandLineTool.run(arguments + ["none.json"], in: package.root)
        #expect(none.status != 0)
        #expect(!none.errors.contains("hint: write"), "\(none.errors)")
        #expect(none.output.isEmpty, "\(none.output)")
    }

    @Test("a given name is used as it is, also in plural")
    func givenName() async throws {
        let package = try TemporaryPackage(["a.json": #"{"a": 1}"#])
        let run = try await CommandLineTool.run(
            ["infer", "a.json", "--name", "Preferences"],
            in: package.root
        )
        #expect(run.output.contains("  Preferences:\n"), "\(run.output)")
    }

    @Test("standard input does not name a type")
    func namelessInput() async throws {
        let package = try TemporaryPackage([:])
        let run = try await CommandLineTool.run(
            ["-c", #"echo '{"a": 1}' | "$0" infer -"#, CommandLineTool.binary.path],
            in: package.root,
            of: URL(filePath: "/bin/sh")
        )
        #expect(run.output.contains("  Root:\n"), "\(run.output)")
    }

    @Test("a pipe works like standard input")
    func pipe() async throws {
        let package = try TemporaryPackage([
            "thing.yaml": "repogen: 1\nvalues: { A: { properties: { a: Int } } }\n"
        ])
        let input = #"echo '{"a": 1}' > p & "$0" infer"#
        for (arguments, output) in [
            ("p", "properties: { a: Int }"), ("--against thing.yaml A p", ""),
        ] {
            let run = try await CommandLineTool.run(
                [
                    "-c", "mkfifo p; \(input) \(arguments); s=$?; rm p; exit $s",
                    CommandLineTool.binary.path,
                ],
                in: package.root,
                of: URL(filePath: "/bin/sh")
            )
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains(output) || output.isEmpty, "\(run.output)")
        }
    }

    @Test("a killed run leaves no copy of what it read from a pipe")
    func killed() async throws {
        let package = try TemporaryPackage([:])
        let script = """
            mkdir t; mkfifo p
            TMPDIR="$PWD/t" "$0" infer p &
            exec 3> p; yes '{"a": 1}' | head -c 1000000 >&3
            kill -9 $!; wait; ls t
            """
        let run = try await CommandLineTool.run(
            ["-c", script, CommandLineTool.binary.path],
            in: package.root,
            of: URL(filePath: "/bin/sh")
        )
        #expect(run.output.isEmpty, "\(run.output)")
    }

    @Test("an existing schema is kept, except with --force")
    func existing() async throws {
        let package = try TemporaryPackage(["user.json": user, "user.yaml": "mine\n"])
        let call = ["infer", "user.json", "-o", "user.yaml"]
        let run = try await CommandLineTool.run(call, in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("'user.yaml' exists, and nothing was written"))
        #expect(try package.read("user.yaml") == "mine\n")
        let forced = try await CommandLineTool.run(call + ["--force"], in: package.root)
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(try package.read("user.yaml").contains("createdAt: Date"))
    }

    @Test("folders are read recursively, without hidden and other files")
    func folders() async throws {
        let package = try TemporaryPackage([
            "api/users/1.json": user, "api/users/2.json": user, "api/.hidden.json": "no",
            "api/readme.md": "no", "api/teams/a.json": #"{"title": "x", "size": 3}"#,
        ])
        let run = try await CommandLineTool.run("infer", "api", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("# 2 objects\n  User:"))
        #expect(run.output.contains("Team:") || run.output.contains("A:"))
    }

    @Test(
        "a body that is not JSON is reported with its position, the others are read; exits with 1"
    )
    func broken() async throws {
        let package = try TemporaryPackage(["a.json": #"{"a": 1}"#, "b.json": "{\n  \"a\": }\n"])
        let run = try await CommandLineTool.run(
            "infer",
            "a.json",
            "b.json",
            "--name",
            "Thing",
            in: package.root
        )
        #expect(run.status == 1)
        #expect(run.output.contains("a: Int"))
        #expect(
            run.errors.contains("b.json:2:8: error: found '}', expected a value [json-syntax]"),
            "\(run.errors)"
        )
    }

    @Test(
        "invalid arguments are rejected with a hint",
        arguments: [
            ([], "nothing to read"), (["missing.json"], "no file or folder"),
            (["a.json", "--name", "no-name"], "did you mean 'NoName'?"),
            (["a.json", "--name", "Body"], "'Body' cannot be the name of a type"),
            (["a.json", "--name", "Date"], "'Date' cannot be the name of a type: it is built in"),
            (["--against", "s.yaml", "User"], "--against takes a type and files"),
            (["--against", "s.yaml", "Thng", "a.json"], "did you mean 'Thing'?"),
            (
                ["--against", "s.yaml", "Thing", "a.json", "s.har"],
                "--against compares bodies, but 's.har' is a recording"
            ),
            (["empty"], "no JSON files"),
            (["user.json", "--entity", "Usr"], "did you mean 'User'?"),
            (
                ["a.json", "--entity", "Nope"],
                "the bodies contain no type 'Nope' to make an entity"
            ),
            (["team.json", "--entity", "Team"], "some of its objects have no identity"),
        ]
    )
    func wrongArguments(arguments: [String], message: String) async throws {
        let package = try TemporaryPackage([
            "a.json": #"{"a": 1}"#, "user.json": user, "team.json": #"{"size": 1}"#,
            "empty/readme": "", "s.har": #"{"log": {"version": "1.2", "entries": []}}"#,
            "s.yaml": "repogen: 1\nvalues:\n  Thing: { properties: { a: Int } }\n",
        ])
        let run = try await CommandLineTool.run(["infer"] + arguments, in: package.root)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test("bodies without an object declare nothing")
    func nothing() async throws {
        let package = try TemporaryPackage(["a.json": "[1, 2]"])
        let run = try await CommandLineTool.run("infer", "a.json", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("nothing to declare"))
    }

    @Test("a schema of values of several types has the given name, and the values match it")
    func severalKinds() async throws {
        let package = try TemporaryPackage(["mix.json": #"[1, "a", null, {"x": 1}, [2]]"#])
        let call = ["infer", "mix.json", "--name", "Mix", "-o", "mix.yaml"]
        let run = try await CommandLineTool.run(call, in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        let against = ["infer", "--against", "mix.yaml", "Mix", "mix.json"]
        let fit = try await CommandLineTool.run(against, in: package.root)
        #expect(fit.status == 0, "\(fit.errors)")
        #expect(fit.errors == "1 body of Mix: all match\n")
    }

    @Test("bodies are compared with a schema, and corrections are written")
    func against() async throws {
        let package = try TemporaryPackage([
            "a.json": #"{"a": 1}"#, "b.json": #"{"a": null, "b": [true]}"#,
            "s.yaml": "repogen: 1\nvalues:\n  Thing: { properties: { a: Int } }\n",
        ])
        let fit = try await CommandLineTool.run(
            "infer",
            "--against",
            "s.yaml",
            "Thing",
            "a.json",
            in: package.root
        )
        #expect(fit.status == 0)
        #expect(fit.errors == "1 body of Thing: all match\n")
        let run = try await CommandLineTool.run(
            "infer",
            "--against",
            "s.yaml",
            "Thing",
            "a.json",
            "b.json",
            in: package.root
        )
        #expect(run.status == 1)
        #expect(run.errors.contains("b.json:1:7: error: expected Int at 'a', found null"))
        #expect(run.errors.contains("hint: write `a: Int?` in Thing"))
        #expect(run.output.contains("a: Int?  # null in 1"))
        #expect(run.output.contains("b?: \"[Bool]\""))
    }

    @Test("a recording is recognized by its start, and becomes endpoints")
    func recording() async throws {
        let har = #"""
            {"log": {"version": "1.2", "entries": [{"request": {"method": "GET",
            "url": "https://a.example.com/pets/1", "headers": []}, "response": {"status": 200,
            "headers": [], "content": {"mimeType": "application/json", "text": "{\"id\": 1, \"name\": \"x\"}"}}}]}}
            """#
        let package = try TemporaryPackage(["session.json": har])
        let run = try await CommandLineTool.run("infer", "session.json", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("get: /pets/{id}"))
        #expect(run.output.contains("baseURL: https://a.example.com"))
    }
}
