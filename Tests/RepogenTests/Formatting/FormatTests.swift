import Foundation
import Testing

/// The command `format`.
@Suite struct FormatTests {
    private static let untidy = "values: {A: {}}\nrepogen: 1\n"
    private static let tidy = "repogen: 1\nvalues: { A: {} }\n"

    private func package(_ more: [String: String] = [:]) throws -> TemporaryPackage {
        let files = [
            "repogen.yaml": "access: public\noutput: Out\n", "Schemas/a.yaml": Self.untidy,
            "Schemas/deep/b.yml": Self.tidy, "Schemas/c.json": "{\"repogen\":1}",
        ]
        return try TemporaryPackage(files.merging(more) { $1 })
    }

    @Test("without paths, schemas and configuration are formatted, and a second run prints nothing")
    func project() async throws {
        let package = try package()
        let run = try await CommandLineTool.run("format", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors == "formatted repogen.yaml\nformatted Schemas/a.yaml\n")
        #expect(try package.read("Schemas/a.yaml") == Self.tidy)
        #expect(try package.read("repogen.yaml") == "output: Out\naccess: public\n")
        #expect(try package.read("Schemas/c.json") == "{\"repogen\":1}")
        let dates = try package.modificationDates(of: ".")
        let second = try await CommandLineTool.run("format", in: package.root)
        #expect(second.errors.isEmpty)
        #expect(try package.modificationDates(of: ".") == dates)
    }

    @Test("--check writes nothing, and exits with 3")
    func check() async throws {
        let package = try package()
        let before = try package.everything()
        let run = try await CommandLineTool.run("format", "--check", "Schemas", in: package.root)
        #expect(run.status == 3)
        #expect(run.errors.hasPrefix("Schemas/a.yaml: not canonical\n"))
        #expect(try package.everything() == before)
        let tidy = try await CommandLineTool.run(
            "format",
            "--check",
            "Schemas/deep",
            in: package.root
        )
        #expect(tidy.status == 0)
    }

    @Test("a file with invalid YAML is reported, and the others are formatted")
    func syntax() async throws {
        let package = try package(["Schemas/bad.yaml": "repogen: 1\nvalues: [\n"])
        let run = try await CommandLineTool.run("format", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("Schemas/bad.yaml:"))
        #expect(try package.read("Schemas/bad.yaml") == "repogen: 1\nvalues: [\n")
        #expect(try package.read("Schemas/a.yaml") == Self.tidy)
    }

    @Test("other YAML files in a folder are skipped, but formatted if named")
    func ofOtherPrograms() async throws {
        let other = "services:\n    web:   {image: x}\n"
        let package = try package(["Schemas/docker-compose.yml": other])
        let run = try await CommandLineTool.run("format", "Schemas", in: package.root)
        #expect(run.status == 0)
        #expect(run.errors.contains("1 file is skipped: no schema without `repogen:`\n"))
        #expect(try package.read("Schemas/docker-compose.yml") == other)
        #expect(try package.read("Schemas/a.yaml") == Self.tidy)
        let path = "Schemas/docker-compose.yml"
        let named = try await CommandLineTool.run("format", path, in: package.root)
        #expect(named.errors == "formatted \(path)\n")
    }

    @Test("schemas are recognized with any line ends, and behind comments and byte order marks")
    func recognized() async throws {
        let package = try TemporaryPackage([
            "S/a.yaml": "# Shop\r\nrepogen: 1\r\nvalues:\r\n    A: {properties: {a: Int}}\r\n",
            "S/b.yaml": "\u{FEFF}repogen: 1\nvalues:\n    A: {properties: {a: Int}}\n",
            "S/c.yaml": "# Shop\rrepogen: 1\rvalues:\r    A: {properties: {a: Int}}\r",
            // Not a configuration, although its name ends like that of one.
            "S/shop-repogen.yaml": Self.untidy,
        ])
        let run = try await CommandLineTool.run("format", "--check", "S", in: package.root)
        #expect(run.status == 3)
        let names = ["a", "b", "c", "shop-repogen"]
        for name in names { #expect(run.errors.contains("S/\(name).yaml: not canonical\n")) }
    }

    @Test("a file that ends in a block scalar gets its missing line break")
    func blockScalarAtEnd() async throws {
        let text =
            "repogen: 1\nvalues:\n  A:\n    properties: { a: Int }\n    doc: |\n      A value."
        let package = try TemporaryPackage(["a.yaml": text])
        let run = try await CommandLineTool.run("format", "a.yaml", in: package.root)
        #expect(run.errors == "formatted a.yaml\n")
        #expect(
            try package.read("a.yaml") == """
                repogen: 1
                values:
                  A:
                    doc: |
                      A value.
                    properties: { a: Int }

                """
        )
    }

    @Test("a file that cannot be formatted is unchanged, and reported with the line")
    func leftAlone() async throws {
        let text = "values:\n  A: &a {}\n  B: *a\nrepogen: 1\n"
        let package = try package(["Schemas/a.yaml": text])
        let run = try await CommandLineTool.run("format", in: package.root)
        #expect(run.status == 0)
        #expect(run.errors.contains("Schemas/a.yaml:2:6: warning:"))
        #expect(try package.read("Schemas/a.yaml") == text)
    }

    @Test("all obstacles to formatting are reported at once, with positions and reasons")
    func everyObstacle() async throws {
        let text = """
            repogen: 1
            values:
              V:
                doc: |
                  a
                   \u{20}
                properties: &p {a: Int}
            endpoints:
              E:
                ? get
                : /a
              F: { get: /b, response: *p }
            enums: {M: {cases: {a: 1}, # of a
                doc: x}}
            ...

            """
        let package = try package(["Schemas/a.yaml": text])
        let run = try await CommandLineTool.run("format", "Schemas/a.yaml", in: package.root)
        #expect(run.status == 0)
        let findings = run.errors.split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        func expect(_ place: String, _ source: String, _ marks: String, _ hint: String) {
            let first = findings.firstIndex { $0.hasPrefix("Schemas/a.yaml:\(place): warning: ") }
            guard let first else {
                Issue.record("nothing at \(place) in \(run.errors)")
                return
            }
            #expect(findings[first].hasSuffix("because of this line [unformatted]"))
            #expect(Array(findings[(first + 1)...].prefix(2)) == [source, marks], "\(run.errors)")
            #expect(findings[first + 3].hasPrefix("hint: \(hint)"), "\(run.errors)")
        }
        // The excerpt of a blank line is omitted.
        let blanks = findings.firstIndex { $0.hasPrefix("Schemas/a.yaml:6:1: warning: ") }
        #expect(blanks.map { findings[$0 + 1].hasPrefix("hint: a line of spaces") } == true)
        expect("7:17", "    properties: &p {a: Int}", "                ^~", "anchors, aliases")
        expect("10:5", "    ? get", "    ^", "write the key as a scalar")
        expect(
            "12:27",
            "  F: { get: /b, response: *p }",
            String(repeating: " ", count: 26) + "^~",
            "anch"
        )
        let comment = String(repeating: " ", count: 27) + "^~~~~~"
        expect("13:28", "enums: {M: {cases: {a: 1}, # of a", comment, "keys in brackets")
        expect("15:1", "...", "^~~", "only keys, values and comments")
        #expect(findings.count { $0.contains(": warning: ") } == 6, "\(run.errors)")
        #expect(try package.read("Schemas/a.yaml") == text)
    }

    @Test("a link is kept, and its target is formatted; permissions are kept")
    func links() async throws {
        let package = try package(["Shared/s.yaml": Self.untidy])
        let shared = package.root.appending(path: "Shared/s.yaml").path
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: shared)
        try package.link("Schemas/s.yaml", to: "../Shared/s.yaml")
        #expect(try await CommandLineTool.run("format", in: package.root).status == 0)
        #expect(try package.read("Shared/s.yaml") == Self.tidy)
        let link = package.root.appending(path: "Schemas/s.yaml").path
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../Shared/s.yaml"
        )
        let attributes = try FileManager.default.attributesOfItem(atPath: shared)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}
