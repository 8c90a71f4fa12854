import Diagnostics
import RepositoryRuntime
import SchemaLanguage
import ServiceModel
import Testing

/// JSON values are compared with types as generated code reads them.
@Suite struct JSONCheckTests {
    private static let schema = """
        repogen: 1
        values: { Point: { properties: { x: Int } } }
        unions:
          Open: { cases: { number: Int, point: Point } }
          Closed: { cases: { number: Int, point: Point }, unknown: fail }
        entities:
          Server: { id: Int, properties: { text: String } }
          Client: { id: { type: Int, assignedBy: client }, properties: { text: String } }
          Either: { id: { type: Int, assignedBy: either }, properties: { text: String } }
        """

    private static func model() throws -> ServiceModel {
        let file = SourceFile(path: "schema.yaml", text: schema)
        let (schema, diagnostics) = SchemaCompiler().compile([file])
        return ServiceModel(try #require(schema, "\(diagnostics)"))
    }

    @Test(
        "an open union keeps unknown single values, but not null and incomplete objects",
        arguments: [
            ("1", true, true), ("5.5", true, false), ("\"a\"", true, false), ("[1]", true, false),
            ("{\"x\": 1}", true, true), ("{}", false, false), ("{\"x\": 1.5}", false, false),
            ("null", false, false),
        ]
    )
    func unions(text: String, isOpen: Bool, isClosed: Bool) throws {
        let check = JSONCheck(try Self.model())
        let value = try JSON(jsonText: text)
        let open = check.findings(in: value, as: .union("Open"), for: .response)
        #expect(open.isEmpty == isOpen, "\(open.map(\.message))")
        let closed = check.findings(in: value, as: .union("Closed"), for: .response)
        #expect(closed.isEmpty == isClosed, "\(closed.map(\.message))")
    }

    @Test("a client should not send what only a newer service knows")
    func sentUnions() throws {
        let check = JSONCheck(try Self.model())
        #expect(!check.findings(in: 5.5, as: .union("Open"), for: .creation).isEmpty)
    }

    @Test(
        "a draft has an identity if the client assigns it",
        arguments: [
            ("Server", true, false), ("Client", false, true), ("Either", true, true),
        ]
    )
    func drafts(entity: String, isWithout: Bool, isWith: Bool) throws {
        let check = JSONCheck(try Self.model())
        let without = check.findings(in: ["text": "a"], as: .draft(entity), for: .creation)
        #expect(without.isEmpty == isWithout, "\(without.map(\.message))")
        let body: JSON = ["id": 1, "text": "a"]
        let with = check.findings(in: body, as: .draft(entity), for: .creation)
        #expect(with.isEmpty == isWith, "\(with.map(\.message))")
        let wrong: JSON = ["id": "one", "text": "a"]
        let refused = check.findings(in: wrong, as: .draft(entity), for: .creation)
        #expect(refused.contains(where: \.isRefused) == isWith)
    }
}
