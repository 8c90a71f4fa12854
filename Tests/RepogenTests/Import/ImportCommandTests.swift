import Foundation
import Testing

/// The command `import`.
@Suite struct ImportCommandTests {
    private static let document = """
        openapi: 3.0.3
        info: { title: Pets, version: "1" }
        servers: [{ url: https://pets.example.com }]
        paths:
          /pets/{id}:
            get:
              operationId: getPet
              parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
              responses:
                "200":
                  description: A pet.
                  content:
                    application/json: { schema: { $ref: "pet.yaml#/Pet" } }
                    application/xml: {}

        """
    private static let pet =
        "Pet: { type: object, required: [name], properties: { name: { type: string } } }\n"
    private static let schema = """
        # Pets, version 1, imported from api/pets.yaml.
        repogen: 1
        apis:
          Pets:
            baseURL: https://pets.example.com

        values:
          Pet:
            properties: { name: String }

        endpoints:
          GetPet:
            get: /pets/{id}
            path: { id: Int }
            response: Pet

        """

    private func package(_ more: [String: String] = [:]) throws -> TemporaryPackage {
        let files = ["api/pets.yaml": Self.document, "api/pet.yaml": Self.pet]
        return try TemporaryPackage(files.merging(more) { $1 })
    }

    @Test("a document becomes a valid and canonical schema, and findings are reported")
    func imports() async throws {
        let package = try package()
        let run = try await CommandLineTool.run(
            "import",
            "openapi",
            "api/pets.yaml",
            "--output",
            "Schemas/pets.yaml",
            in: package.root
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(try package.read("Schemas/pets.yaml") == Self.schema)
        #expect(run.errors.contains("api/pets.yaml:14:30: warning: of several media types"))
        #expect(
            run.errors.hasSuffix("wrote Schemas/pets.yaml: 1 of 1 operations, 0 of 0 schemas\n")
        )
        let validation = try await CommandLineTool.run(
            "validate",
            "--schemas",
            "Schemas",
            in: package.root
        )
        #expect(validation.status == 0)
        let format = try await CommandLineTool.run("format", "--check", "Schemas", in: package.root)
        #expect(format.status == 0)
    }

    @Test("without --output, only the schema is printed")
    func prints() async throws {
        let package = try package()
        let run = try await CommandLineTool.run(
            "import",
            "openapi",
            "api/pets.yaml",
            in: package.root
        )
        #expect(run.status == 0)
        #expect(run.output == Self.schema)
    }

    @Test("only --force overwrites an existing schema")
    func force() async throws {
        let package = try package(["pets.yaml": "mine\n"])
        let arguments = ["import", "openapi", "api/pets.yaml", "--output", "pets.yaml"]
        let run = try await CommandLineTool.run(arguments, in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("'pets.yaml' exists, and nothing was written"))
        #expect(try package.read("pets.yaml") == "mine\n")
        let forced = try await CommandLineTool.run(arguments + ["--force"], in: package.root)
        #expect(forced.status == 0)
        #expect(try package.read("pets.yaml") == Self.schema)
    }

    @Test(
        "the output must be a YAML file",
        arguments: [
            ("x.json", "--output x.yaml"), ("X.JSON", "--output X.yaml"),
            ("api", "'api' is a folder"),
            ("api/", "'api/schema.yaml'"),
        ]
    )
    func place(output: String, message: String) async throws {
        for call in [["import", "openapi", "api/pets.yaml"], ["infer", "a.json", "--name", "A"]] {
            for more in [[], ["--force"]] {
                let package = try package(["a.json": #"{"a": 1}"#])
                let before = try package.everything()
                let arguments = call + ["--output", output] + more
                let run = try await CommandLineTool.run(arguments, in: package.root)
                #expect(run.status == 64, "\(run.errors)")
                #expect(run.errors.contains(message), "\(run.errors)")
                #expect(try package.everything() == before)
            }
        }
    }

    @Test("with --strict, a finding is an error, and nothing is written")
    func strict() async throws {
        let package = try package()
        let run = try await CommandLineTool.run(
            "import",
            "openapi",
            "api/pets.yaml",
            "--strict",
            "--output",
            "pets.yaml",
            in: package.root
        )
        #expect(run.status == 1)
        #expect(run.errors.contains("error: of several media types"))
        #expect(throws: (any Error).self) { try package.read("pets.yaml") }
    }

    @Test("the JSON report is one array on standard output")
    func json() async throws {
        let package = try package()
        let run = try await CommandLineTool.run(
            "import",
            "openapi",
            "api/pets.yaml",
            "--report",
            "json",
            "--output",
            "pets.yaml",
            in: package.root
        )
        #expect(run.status == 0)
        let found = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let findings = try #require(found as? [[String: Any]])
        #expect(findings.map { $0["rule"] as? String } == ["left-out"])
        let alone = try await CommandLineTool.run(
            "import",
            "openapi",
            "api/pets.yaml",
            "--report",
            "json",
            in: package.root
        )
        #expect(alone.status == 64)
    }

    @Test("invalid and missing documents are errors with the documented status")
    func mistakes() async throws {
        let package = try package(["notes.yaml": "a: 1\n", "bad.yaml": "a: [\n"])
        for (file, status, message) in [
            ("notes.yaml", Int32(1), "expected an OpenAPI 3 or Swagger 2.0 document"),
            ("bad.yaml", 1, "bad.yaml:"), ("missing.yaml", 64, "'missing.yaml' does not exist"),
            ("api", 64, "'api' is a folder"),
        ] {
            let run = try await CommandLineTool.run("import", "openapi", file, in: package.root)
            #expect(run.status == status)
            #expect(run.errors.contains(message), "\(run.errors)")
            #expect(run.output.isEmpty)
        }
    }

    @Test("selections that match nothing exit with 64 and write nothing")
    func selections() async throws {
        let package = try package()
        for (option, value, message) in [
            ("--only", "getPat", "did you mean 'getPet'?"),
            ("--entity", "Nope", "no schema is named 'Nope'"),
            ("--rename", "a=B", "named 'a'"),
            ("--rename", "Pet=GetPet", "'Pet' cannot become 'GetPet'"),
        ] {
            let arguments = [
                "import", "openapi", "api/pets.yaml", option, value, "--output", "a.yaml",
            ]
            let run = try await CommandLineTool.run(arguments, in: package.root)
            #expect(run.status == 64, "\(option) \(value)")
            #expect(run.errors.contains(message), "\(run.errors)")
            #expect(throws: (any Error).self) { try package.read("a.yaml") }
        }
    }

    @Test("findings use the user's paths")
    func givenPaths() async throws {
        let package = try package(["work/a.txt": ""])
        let folder = package.root.appending(path: "work")
        let run = try await CommandLineTool.run("import", "openapi", "../api/pets.yaml", in: folder)
        #expect(run.status == 0)
        #expect(run.errors.hasPrefix("../api/pets.yaml:14:30: warning:"), "\(run.errors)")
    }

    @Test("JSON Schemas become values")
    func jsonSchema() async throws {
        let package = try TemporaryPackage([
            "pet.json":
                #"{ "title": "Pet", "type": "object", "properties": { "nick_name": { "type": "string" } } }"#
        ])
        let run = try await CommandLineTool.run(
            "import",
            "jsonschema",
            "pet.json",
            in: package.root
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.hasSuffix("  Pet:\n    properties: { \"nickName?\": String }\n"))
    }

    /// Runs a shell command, in which `$tool` is the tool.
    private func shell(_ line: String, in package: TemporaryPackage) async throws
        -> CommandLineTool.Run
    {
        try await CommandLineTool.run(
            ["-c", line],
            in: package.root,
            of: URL(filePath: "/bin/bash"),
            environment: ["tool": CommandLineTool.binary.path]
        )
    }

    @Test("a document can be read from standard input or a pipe, also by later imports")
    func pipes() async throws {
        let package = try package()
        let document = "cat api/pets.yaml | sed 's/pet.yaml/api\\/pet.yaml/'"
        let input = try await shell("\(document) | \"$tool\" import openapi -", in: package)
        #expect(input.status == 0, "\(input.errors)")
        #expect(
            input.output
                == Self.schema.replacing(
                    "imported from api/pets.yaml",
                    with: "imported from <stdin>"
                )
        )
        let pipe = try await shell(
            "\"$tool\" import openapi <(\(document)) -o pets.yaml",
            in: package
        )
        #expect(pipe.status == 0, "\(pipe.errors)")
        #expect(try package.read("pets.yaml.imported").contains("documents: [\"-\"]"))
        let again = try await shell(
            "\(document) | \"$tool\" import openapi -o pets.yaml --check",
            in: package
        )
        #expect(again.status == 0, "\(again.errors)")
    }

    @Test("a device gets the schema without a state; a link is followed")
    func devices() async throws {
        let package = try package()
        let device = try await shell(
            "\"$tool\" import openapi api/pets.yaml --force -o /dev/stdout | cat; "
                + "ls /dev/stdout.imported",
            in: package
        )
        #expect(device.status != 0)
        #expect(device.output == Self.schema)
        let link = try await shell(
            "mkdir Schemas; ln -s Schemas/pets.yaml pets.yaml; "
                + "\"$tool\" import openapi api/pets.yaml --force -o pets.yaml",
            in: package
        )
        #expect(link.status == 0, "\(link.errors)")
        #expect(try package.read("Schemas/pets.yaml") == Self.schema)
    }
}
