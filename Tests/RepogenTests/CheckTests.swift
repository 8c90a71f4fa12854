import Foundation
import Testing

/// The output of `check`, and its meaning.
@Suite struct CheckTests {
    private static let message = "Sources/App/Generated/Entities/Message.swift"

    /// Creates a package generated from one schema, which then changes to another.
    private func package(from old: String, to new: String) async throws -> TemporaryPackage {
        let package = try TemporaryPackage([
            "repogen.yaml": GenerateTests.configuration, "Schemas/a.yaml": old,
        ])
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        try package.write(new, to: "Schemas/a.yaml")
        return package
    }

    private func schema(_ properties: String) -> String {
        "repogen: 1\nentities:\n  Message:\n    id: String\n    properties: { \(properties) }\n"
    }

    @Test(
        "a change of a property is reported with its effect",
        arguments: [
            ("a: String", "a: String?", "Message.a: String → String?, breaking for callers"),
            ("a: String", "a: Int", "Message.a: String → Int, breaking for callers"),
            ("a: Int, b: Int", "a: Int", "Message.b: removed, breaking for callers"),
            (
                "a: Int, customMirror?: String", "a: Int",
                "Message.customMirror: removed, breaking for callers"
            ),
            ("a: Int", "a: Int, b: Int", "Message.init: needs 'b', breaking for callers"),
            (
                "a: Int", "a: Int, b: Int = 1",
                "Message.init: accepts 'b' with default 1, which is sent"
            ),
            (
                "a: Int", "a: Int, b?: Int",
                "Message.b: added, changes requests or responses, compatible for callers\n"
            ),
            ("a: Int = 1", "a: Int", "Message.init: needs 'a', breaking for callers"),
            ("a: Int", "a: Int = 1", "Message.init: no longer needs 'a'\n"),
            (
                "a: Int = 1", "a: Int = 2",
                "Message.init: default of 'a': 1 → 2, which is sent"
            ),
            ("a: Int, b: Int", "b: Int, a: Int", "parameters reordered, breaking for callers"),
            (
                "a: Int", "a: { type: Int, key: other }",
                "Message.a: \"a\" → \"other\", changes requests or responses, compatible for callers\n"
            ),
            (
                "a: Date, b: Date", "a: Date, b: { type: Date, format: unixSeconds }",
                "Message.b: written as iso8601 → unixSeconds, changes requests or responses"
            ),
            (
                "a: Int = 1", "a: Int = 2",
                "Message.a: if missing or null, 1 → 2, changes how responses are read, compatible for callers\n"
            ),
            (
                "a: Int", "a: { type: Int, doc: More. }",
                "no effect on callers, requests or responses: only documentation changes"
            ),
        ]
    )
    func meaning(old: String, new: String, meaning: String) async throws {
        let package = try await package(from: schema(old), to: schema(new))
        let run = try await CommandLineTool.run("check", in: package.root)
        #expect(run.status == 3)
        #expect(run.errors.contains("\(Self.message): differs\n"))
        #expect(run.errors.contains(meaning), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    @Test(
        "a change of conventions lists the changed keys, which do not affect callers",
        arguments: [
            (
                "paging: { page: page }", "paging: { page: p }",
                "Shop.conventions.paging: parameter: \"page\" → \"p\", "
            ),
            ("versions: etag", "versions: none", "Shop.conventions.versions: .entityTag → .none, "),
            ("tombstone: a", "tombstone: b", "Shop.conventions.tombstone: \"a\" → \"b\", "),
            (
                "versions: etag", "versions: etag, patches: jsonPatch",
                "Shop.conventions.patches: .merge → .jsonPatch, "
            ),
            (
                "versions: etag, patches: jsonPatch", "versions: etag",
                "Shop.conventions.patches: .jsonPatch → .merge, "
            ),
            (
                "requests: { list: { get: \"{path}\" }, read: { get: \"{path}/{id}\" } }",
                "requests: { list: { get: \"{path}/\" }, read: { get: \"{path}/{id}\" } }",
                "Shop.conventions.requests[.list]: \"{path}\" → \"{path}/\", "
            ),
        ]
    )
    func conventions(old: String, new: String, meaning: String) async throws {
        let schema = { (conventions: String) in
            "repogen: 1\napis: { Shop: { conventions: { \(conventions) } } }\n"
        }
        let package = try await package(from: schema(old), to: schema(new))
        let run = try await CommandLineTool.run("check", in: package.root)
        #expect(run.status == 3)
        #expect(run.errors.contains(meaning), "\(run.errors)")
        let effect = ", compatible for callers\n"
        // Unchanged keys are not named.
        #expect(run.errors.components(separatedBy: effect).count == 2, "\(run.errors)")
    }

    @Test("added and removed conventions do not affect callers")
    func wholeConventions() async throws {
        let plain = "repogen: 1\napis: { Shop: { baseURL: https://shop.example.com } }\n"
        let own = plain.replacing("com }", with: "com, conventions: { versions: none } }")
        let changes = [(plain, own, ".entityTag → .none"), (own, plain, ".none → .entityTag")]
        for (old, new, words) in changes {
            let package = try await package(from: old, to: new)
            let run = try await CommandLineTool.run("check", in: package.root)
            let text =
                "Shop.conventions.versions: \(words), changes requests or responses, compatible"
            #expect(run.errors.contains(text), "\(run.errors)")
        }
    }

    @Test("of a long value, only the changed parts are reported")
    func longValues() async throws {
        let other = "  Other: { id: String }\n"
        let old = schema("a: Other.ID, b: Other.ID, c: Int") + other
        let new = schema("a: Other.ID, b: { type: Other.ID, key: x }, c: Int") + other
        let package = try await package(from: old, to: new)
        let run = try await CommandLineTool.run("check", in: package.root)
        #expect(
            run.errors.contains(
                "Message.schema: stored as: references: without \"b\": \"Other\", with \"x\": \"Other\"\n"
            ),
            "\(run.errors)"
        )
        #expect(run.errors.contains("Message.b: \"b\" → \"x\", changes requests or responses"))
    }

    @Test("new requirements of a draft's initializer are reported separately")
    func initializerOfDraft() async throws {
        let old = schema("a: Int")
        let new = old.replacing("id: String", with: "id: { type: String, assignedBy: client }")
            .replacing("a: Int", with: "a: Int, x: { type: Int, readOnly: true }")
        let package = try await package(from: old, to: new)
        let run = try await CommandLineTool.run("check", in: package.root)
        for line in ["Message.init: needs 'x'", "Message.Draft.init: needs 'id'"] {
            #expect(run.errors.contains("  \(line), breaking for callers\n"), "\(run.errors)")
        }
    }

    @Test("a leftover file is reported with its declarations")
    func leftOver() async throws {
        let old = schema("a: Int")
        let package = try await package(from: old, to: old.replacing("Message", with: "Letter"))
        let run = try await CommandLineTool.run("check", in: package.root)
        #expect(run.status == 3)
        #expect(run.errors.contains("\(Self.message): is left over from an earlier schema"))
        #expect(run.errors.contains("  Message: removed, breaking for callers\n"))
        #expect(run.errors.contains("Entities/Letter.swift: is missing"))
    }

    @Test("JSON output is always one object")
    func json() async throws {
        let package = try await package(from: schema("a: Int"), to: schema("a: Int?"))
        let run = try await CommandLineTool.run("check", "--format", "json", in: package.root)
        #expect(run.status == 3)
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let report = try #require(object as? [String: [[String: Any]]])
        #expect(report["diagnostics"]?.isEmpty == true)
        let difference = try #require(report["differences"]?.first)
        #expect(difference["path"] as? String == Self.message)
        #expect(difference["kind"] as? String == "differs")
        let change = try #require((difference["changes"] as? [[String: Any]])?.first)
        #expect(change["declaration"] as? String == "Message.a")
        #expect(change["summary"] as? String == "Int → Int?")
        #expect(change["breaks"] as? String == "callers")
        #expect(change["wire"] as? Bool == true)
        #expect((difference["lines"] as? [String])?.first?.hasPrefix("@@ -") == true)

        try package.write("repogen: 2\n", to: "Schemas/a.yaml")
        let broken = try await CommandLineTool.run("check", "--format", "json", in: package.root)
        #expect(broken.status == 1)
        let wrong = try JSONSerialization.jsonObject(with: Data(broken.output.utf8))
        #expect((wrong as? [String: [Any]])?["diagnostics"]?.count == 1)
        #expect((wrong as? [String: [Any]])?["differences"]?.isEmpty == true)
    }

    @Test("a renamed property with the same key does not affect requests")
    func renamedWithoutItsKey() async throws {
        let package = try await package(
            from: schema("a: Int"),
            to: schema("b: { type: Int, key: a }")
        )
        let run = try await CommandLineTool.run("check", "--format", "json", in: package.root)
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let report = try #require(object as? [String: [[String: Any]]])
        let changes = report["differences"]?.first?["changes"] as? [[String: Any]]
        #expect(changes?.first?["breaks"] as? String == "callers")
        #expect(changes?.allSatisfy { $0["wire"] as? Bool == false } == true, "\(run.output)")
    }

    @Test("swapped types are not reported as reordering")
    func membersThatChangePlaces() async throws {
        let schema = { (a: String, b: String) in
            "repogen: 1\nvalues: { A: { properties: { \(a): Int } }, B: { properties: { \(b): Int } } }\n"
        }
        let package = try TemporaryPackage([
            "repogen.yaml": "outputs:\n  - { schemas: Schemas, output: Out, grouping: schema }\n",
            "Schemas/a.yaml": schema("x", "y"),
        ])
        let generated = try await CommandLineTool.run("generate", in: package.root)
        try #require(generated.status == 0, "\(generated.errors)")
        try package.write(schema("y", "x"), to: "Schemas/a.yaml")
        let run = try await CommandLineTool.run("check", in: package.root)
        #expect(run.errors.contains("  A.x: removed, breaking for callers"), "\(run.errors)")
        #expect(!run.errors.contains("order"), "\(run.errors)")
    }

    @Test("GitHub annotations are escaped")
    func github() async throws {
        let package = try await package(from: schema("a: Int"), to: schema("a: Int?"))
        let run = try await CommandLineTool.run("check", "--format", "github", in: package.root)
        #expect(run.status == 3)
        let annotations = run.output.split(separator: "\n")
        #expect(annotations.count == 1)
        #expect(
            annotations.first?.hasPrefix(
                "::error file=\(Self.message),line=10,title=repogen check::differs"
                    + "%0AMessage.a: Int → Int?, breaking for callers, and changes"
            ) == true,
            "\(run.output)"
        )

        try package.write("repogen: 1\n\"a,b:%0A\": 1\n", to: "Schemas/a, b.yaml")
        let broken = try await CommandLineTool.run("check", "--format", "github", in: package.root)
        #expect(broken.status == 1)
        #expect(broken.output.hasPrefix("::error file=Schemas/a%2C b.yaml,line=2,col=1,"))
        #expect(broken.output.contains("'a,b:%250A'"))
    }

    @Test("a missing manifest is a difference, reported only if it is the only one")
    func manifest() async throws {
        let package = try await package(from: schema("a: Int"), to: schema("a: Int"))
        try package.remove("Sources/App/Generated/.repogen.json")
        let run = try await CommandLineTool.run("check", in: package.root)
        #expect(run.status == 3)
        #expect(run.errors.contains("Sources/App/Generated/.repogen.json: is missing"))
    }

    @Test("a type that moved to another file is not reported as removed")
    func movedTypes() async throws {
        let package = try await package(from: schema("a: Int"), to: schema("a: Int"))
        try package.write(
            GenerateTests.configuration + "grouping: schema\n",
            to: "repogen.yaml"
        )
        let run = try await CommandLineTool.run("check", in: package.root)
        #expect(run.status == 3)
        #expect(run.errors.contains("  Message: now declared in another file, see the lines"))
        #expect(!run.errors.contains("breaking"), "\(run.errors)")
    }

    @Test("a lower access level is reported")
    func access() async throws {
        let package = try await package(from: schema("a: Int"), to: schema("a: Int"))
        try package.write(
            GenerateTests.configuration + "access: internal\n",
            to: "repogen.yaml"
        )
        let run = try await CommandLineTool.run("check", in: package.root)
        #expect(run.errors.contains("  Message: public → internal, breaking for callers\n"))
    }
}
