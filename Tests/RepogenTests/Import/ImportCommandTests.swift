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

    @Test("a document becomes a schema that is valid and canonical, and findings are reported")
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

    @Test("without --output the schema is printed, and nothing else")
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

    @Test("a schema that exists is overwritten with --force alone")
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

    @Test("with --strict a finding is an error, and nothing is written")
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

    @Test("the report as JSON is one array on standard output")
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

    @Test("what is no document, and what is not there, are errors with the documented status")
    func mistakes() async throws {
        let package = try package(["notes.yaml": "a: 1\n", "bad.yaml": "a: [\n"])
        for (file, status, message) in [
            ("notes.yaml", Int32(1), "expected a document of OpenAPI 3 or Swagger 2.0"),
            ("bad.yaml", 1, "bad.yaml:"), ("missing.yaml", 64, "there is no file 'missing.yaml'"),
            ("api", 64, "'api' is a folder"),
        ] {
            let run = try await CommandLineTool.run("import", "openapi", file, in: package.root)
            #expect(run.status == status)
            #expect(run.errors.contains(message), "\(run.errors)")
            #expect(run.output.isEmpty)
        }
    }

    @Test("what selects nothing ends with 64, and writes nothing")
    func selections() async throws {
        let package = try package()
        for (option, value, message) in [
            ("--only", "getPat", "did you mean 'getPet'?"),
            ("--entity", "Nope", "no schema 'Nope'"),
            ("--rename", "a=B", "called 'a'"),
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

    @Test("findings name a file as the user does")
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
        #expect(run.output.hasSuffix("  Pet:\n    properties: { nickName?: String }\n"))
    }
}
