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
