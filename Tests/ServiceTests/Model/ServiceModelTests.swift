import Diagnostics
import RepositoryRuntime
import SchemaLanguage
import ServiceModel
import Testing

/// Collections have the conventions of generated code.
@Suite struct ServiceModelTests {
    @Test("a resource has the type of its entity, or the last part of its path")
    func resourceTypes() throws {
        let text = """
            repogen: 1
            apis: { Desk: { baseURL: https://desk.example.com, conventions: jsonAPI } }
            entities:
              Note: { id: String, properties: { text: String } }
              Tag: { id: String, resource: labels, properties: { note: Note.ID } }
            repositories:
              Notes: { entity: Note, path: notes, remote: [read] }
              OldNotes: { entity: Note, path: archive/old-notes, remote: [read] }
              Tags: { entity: Tag, path: tags, remote: [read] }
            """
        let model = try Self.model(text)
        let forms = model.collections.map(\.conventions.resource)
        #expect(forms.map { $0?.type } == ["notes", "old-notes", "labels"])
        #expect(forms.last??.relationships == ["note": "notes"])
    }

    // The trap: at the maximum depth, an array of elements is empty, and not a first element.
    @Test("arrays in deeply nested values have elements of their type", arguments: 1...6)
    func deepArrays(depth: Int) throws {
        let values = (1..<depth).map { "  V\($0): { properties: { v: V\($0 + 1) } }" }
        let last = "  V\(depth): { properties: { ints: { type: \"[Int]\", minItems: 2 } } }"
        let lines = ["repogen: 1", "values:"] + values + [last, ""]
        let model = try Self.model(lines.joined(separator: "\n"))
        let samples = SampleMaker(model, seed: 1)
        var json = samples.value(of: .value("V1"), for: "a", SampleMaker.Subject("a", 1))
        for _ in 1..<depth { json = try #require(json["v"]) }
        let elements = try #require(json["ints"]?.array)
        #expect(elements.count >= 2 && elements.allSatisfy { $0.int != nil }, "\(elements)")
    }

    // The trap: an array that must not be empty is refilled at every depth.
    @Test(
        "samples of recursive types end",
        arguments: [
            """
            unions: { Filter: { discriminator: op, cases: { and: All, or: Some, is: One } } }
            values:
              All: { properties: { filters: { type: "[Filter]", minItems: 1 } } }
              Some: { properties: { filters: { type: "[Filter]", minItems: 2 } } }
              One: { properties: { field: String } }
            """,
            """
            unions: { Filter: { discriminator: op, cases: { not: Not, and: Both } } }
            values:
              Not: { properties: { operand: Filter } }
              Both: { properties: { left: Filter, right: Filter } }
            """,
            "values: { Filter: { properties: { roots: { type: \"[Filter]\", minItems: 2 } } } }",
        ]
    )
    func endless(declarations: String) throws {
        let model = try Self.model("repogen: 1\n\(declarations)\n")
        let isUnion = declarations.hasPrefix("unions")
        for seed in 1...20 {
            let samples = SampleMaker(model, seed: UInt64(seed))
            let type: CheckedType = isUnion ? .union("Filter") : .value("Filter")
            let json = samples.value(of: type, for: "a", SampleMaker.Subject("a", 1))
            #expect(json.object?.isEmpty == false)
        }
    }

    @Test("every text contains the empty one", arguments: ["", "note"])
    func emptyText(text: String) throws {
        let model = try Self.model("repogen: 1\nenums: { Kind: { cases: [one] } }\n")
        let condition = FieldCondition(key: "text", operator: .contains, operands: [""])
        #expect(condition.holds(for: ["text": .string(text)], nil, in: model))
        #expect(!condition.holds(for: ["text": .null], nil, in: model))
    }

    private static func model(_ text: String) throws -> ServiceModel {
        let file = SourceFile(path: "schema.yaml", text: text)
        let (schema, diagnostics) = SchemaCompiler().compile([file])
        return ServiceModel(try #require(schema, "\(diagnostics)"))
    }
}
