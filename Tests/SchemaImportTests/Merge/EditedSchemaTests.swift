import Diagnostics
import TestSupport
import Testing

/// Changes of a document that meet particular edits of the schema.
@Suite struct EditedSchemaTests {
    /// A document with an operation, and one schema per line.
    private static func document(_ schemas: String..., errors: String = "") -> String {
        """
        openapi: 3.1.0
        info: { title: Shop, version: "1" }
        servers: [{ url: https://shop.example.com }]
        paths:
          /a:
            get:
              operationId: getA
              responses:
                "200":
                  description: The result.
                  content: { application/json: { schema: { $ref: "#/components/schemas/A" } } }
        \(errors)
        components:
          schemas:
            \(schemas.joined(separator: "\n    "))

        """
    }

    private static func object(_ name: String, _ properties: String) -> String {
        "\(name): { type: object, properties: { \(properties) } }"
    }

    /// Imports a document, replaces texts in the schema, and imports another document.
    ///
    /// The result must be valid, and must not change when the document is imported once more.
    ///
    /// - Returns: The schema without quotes, and the messages.
    private func merged(
        _ first: String,
        _ edits: [(String, String)],
        _ second: String
    ) throws -> (text: String, messages: [String]) {
        var history = try ImportHistory(first)
        for (old, new) in edits {
            try #require(history.text.contains(old), "\(history.text)")
            history.text = history.text.replacing(old, with: new)
        }
        #expect(ImportHistory.mistakes(of: history.text).isEmpty, "\(history.text)")
        try history.importAgain(second)
        let (text, messages) = (history.text, history.findings.map(\.message))
        let mistakes = ImportHistory.mistakes(of: text)
        #expect(mistakes.isEmpty, "\(mistakes.joined())\(text)")
        try history.importAgain(second)
        #expect(history.text == text)
        return (text.replacing("\"", with: ""), messages)
    }

    // The trap: regular expressions and keys in JSON contain the old name, too.
    @Test("a renamed type is renamed only where a type is meant")
    func renamedType() throws {
        let kind = "kind: { $ref: '#/components/schemas/Kind' }"
        let first = [Self.object("A", kind), "Kind: { type: string, enum: [a, b] }"]
        let code = "code: { type: string, pattern: '^Kind-[0-9]+$' }"
        let other = "or: { type: string, default: Kind }"
        let cases = "{ $ref: '#/components/schemas/C1' }, { $ref: '#/components/schemas/C2' }"
        let union = "V: { oneOf: [\(cases)], discriminator: { propertyName: Kind } }"
        let result = try merged(
            Self.document(first[0], first[1]),
            [("Kind", "Sort")],
            Self.document(
                Self.object(
                    "A",
                    "\(kind), \(code), \(other), v: { $ref: '#/components/schemas/V' }"
                ),
                first[1],
                union,
                Self.object("C1", "a: { type: string }"),
                Self.object("C2", "b: { type: string }")
            )
        )
        #expect(result.text.contains("^Kind-[0-9]+$"), "\(result.text)")
        #expect(result.text.contains("discriminator: Kind"), "\(result.text)")
        #expect(result.text.contains("or: String = Kind"), "\(result.text)")
        #expect(result.messages.isEmpty, "\(result.messages)")
    }

    // The trap: 'default' is a status there, not a default value.
    @Test("a renamed type is renamed in the errors of a new status")
    func renamedError() throws {
        let problem = Self.object("Problem", "title: { type: string }")
        let a = Self.object("A", "p: { $ref: '#/components/schemas/Problem' }")
        let error = """
                    default:
                      description: An error.
                      content: { application/json: { schema: { $ref: "#/components/schemas/Problem" } } }
            """
        let result = try merged(
            Self.document(a, problem),
            [("Problem", "Failure")],
            Self.document(a, problem, errors: error)
        )
        #expect(result.text.contains("default: Failure"), "\(result.text)")
    }

    // The trap: the new property is taken for the renamed one, which has its name.
    @Test("a new property gets another name if its own is taken")
    func takenName() throws {
        let result = try merged(
            Self.document(Self.object("A", "total: { type: number }")),
            [("\"total?\": Double", "\"sum?\": { type: Double, key: total }")],
            Self.document(Self.object("A", "total: { type: number }, sum: { type: string }"))
        )
        #expect(result.text.contains("sum?: { type: Double, key: total }"), "\(result.text)")
        #expect(result.text.contains("sum2?: { type: String, key: sum }"), "\(result.text)")
    }

    @Test("a property that replaces a renamed one is added, and the renamed one is reported")
    func replaced() throws {
        let result = try merged(
            Self.document(Self.object("A", "note: { type: string }")),
            [("\"note?\": String", "\"remark?\": { type: String, key: note }")],
            Self.document(Self.object("A", "remark: { type: string }"))
        )
        #expect(result.text.contains("remark2?: { type: String, key: remark }"), "\(result.text)")
        let message = "'A.remark' is no longer in the document; it was changed here, and is kept"
        #expect(result.messages == [message])
    }

    // The trap: the properties of the schema get other keys.
    @Test(
        "the schema keeps its spelling of keys",
        arguments: [
            ("a?", "myOwn?\": Int, \"a?", "createdAt?: { type: String, key: created_at }"),
            ("    baseURL:", "    keys: snake_case\n    baseURL:", "createdAt?: String"),
            ("a?\": String", "a?\": Int", "createdAt?: String"),
        ]
    )
    func spelling(old: String, new: String, added: String) throws {
        let result = try merged(
            Self.document(Self.object("A", "a: { type: string }")),
            [(old, new)],
            Self.document(Self.object("A", "a: { type: string }, created_at: { type: string }"))
        )
        #expect(result.text.contains(added), "\(result.text)")
    }

    @Test("a key in another spelling than that of the schema is declared")
    func explicitKey() throws {
        let result = try merged(
            Self.document(Self.object("A", "a: { type: string }")),
            [("    baseURL:", "    keys: snake_case\n    baseURL:")],
            Self.document(Self.object("A", "a: { type: string }, createdAt: { type: string }"))
        )
        #expect(
            result.text.contains("createdAt?: { type: String, key: createdAt }"),
            "\(result.text)"
        )
    }

    @Test("an identity keeps its key in another spelling, too")
    func spelledIdentity() throws {
        let first = Self.document(Self.object("A", "Id: { type: string }, Name: { type: string }"))
        let path = """
              /a/{id}:
                get:
                  operationId: getOneA
                  parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
                  responses:
                    "200":
                      description: The result.
                      content: { application/json: { schema: { $ref: "#/components/schemas/A" } } }
            components:
            """
        let entity =
            "A: { type: object, required: [id], properties: { id: { type: string }, name: { type: string } } }"
        let result = try merged(
            first,
            [("properties: { ", "properties: { \"own?\": Int, ")],
            Self.document(entity).replacing("components:", with: path)
        )
        #expect(result.text.contains("keys: PascalCase"), "\(result.text)")
        #expect(result.text.contains("key: id"), "\(result.text)")
    }

    @Test("a default that was added in the schema stands for a key that may be missing")
    func defaulted() throws {
        let count =
            "A: { type: object, required: [count], properties: { count: { type: integer } } }"
        let result = try merged(
            Self.document(count),
            [("count: Int", "count: Int = 1")],
            Self.document(count.replacing("required: [count], ", with: ""))
        )
        #expect(result.text.contains("{ count: Int = 1 }"), "\(result.text)")
    }

    @Test("the identity of an entity is not also a property")
    func identity() throws {
        let result = try merged(
            Self.document(Self.object("A", "a: { type: string }")),
            [("values:\n  A:\n", "entities:\n  A:\n    id: String\n")],
            Self.document(Self.object("A", "id: { type: string }, a: { type: integer }"))
        )
        #expect(
            result.text.contains("id: String\n    properties: { a?: Int }\n"),
            "\(result.text)"
        )
    }

    @Test("properties of included mixins are not added to the type", arguments: [true, false])
    func mixin(isSame: Bool) throws {
        let type = isSame ? "{ type: string }" : "{ type: integer }"
        let result = try merged(
            Self.document(Self.object("A", "a: { type: string }")),
            [
                (
                    "values:\n",
                    "mixins:\n  Times:\n    properties: { \"created?\": String }\n\nvalues:\n"
                ),
                ("  A:\n", "  A:\n    include: Times\n"),
            ],
            Self.document(Self.object("A", "a: { type: string }, created: \(type)"))
        )
        let message = """
            'A.created' is declared by the mixin 'Times', which is unchanged; the document has \
            `created?: Int`
            """
        #expect(result.messages == (isSame ? [] : [message]))
    }

    // The trap: the property is not in the type any more, so it was not changed there.
    @Test("a property in a mixin that the document has dropped is reported with the mixin")
    func goneFromMixin() throws {
        let result = try merged(
            Self.document(Self.object("A", "a: { type: string }, note: { type: string }")),
            [
                (
                    "values:\n",
                    "mixins:\n  Noted:\n    properties: { \"note?\": String }\n\nvalues:\n"
                ),
                ("  A:\n", "  A:\n    include: Noted\n"),
                ("\"a?\": String, \"note?\": String", "\"a?\": String"),
            ],
            Self.document(Self.object("A", "a: { type: string }"))
        )
        let message = "'A.note' is no longer in the document; the mixin 'Noted' still declares it"
        #expect(result.messages == [message])
    }

    /// An edit of the properties of `A`, and what a changed document makes of them.
    struct PropertyEdit {
        let first: String
        let edit: (String, String)
        let second: String
        let expected: String
    }

    private static let text = "{ type: string }"
    private static let number = "{ type: integer }"

    @Test(
        "properties are matched by their exact keys",
        arguments: [
            // A corrected key is not another property.
            PropertyEdit(
                first: "a: \(text)",
                edit: ("\"a?\": String", "\"a?\": { type: String, key: x }"),
                second: "a: \(text), c: \(text)",
                expected: "{ a?: { type: String, key: x }, c?: String }"
            ),
            // Both keys have the same letters.
            PropertyEdit(
                first: "created_at: \(text), createdAt: \(text)",
                edit: (
                    """
                          createdAt?: { type: String, key: created_at }
                          createdAt2?: { type: String, key: createdAt }
                    """,
                    """
                          created?: { type: String, key: created_at }
                          createdAt?: String
                    """
                ),
                second: "created_at: \(number), createdAt: \(text)",
                expected: "created?: { type: Int, key: created_at }\n      createdAt?: String"
            ),
            // These keys have no other letters.
            PropertyEdit(
                first: "\"+1\": \(number), \"-1\": \(number)",
                edit: ("plus1", "up"),
                second: "\"+1\": \(text), \"-1\": \(number)",
                expected: "up?: { type: String, key: +1 }"
            ),
            // The last property was moved elsewhere.
            PropertyEdit(
                first: "id: \(text)",
                edit: (
                    "values:\n  A:\n    properties: { \"id?\": String }",
                    "entities:\n  A:\n    id: String"
                ),
                second: "id: \(text), a: \(text)",
                expected: "id: String\n    properties: { a?: String }"
            ),
            // A default makes an optional key required.
            PropertyEdit(
                first: "a: { type: integer, default: 1 }",
                edit: ("a: Int = 1", "a: Int = 2"),
                second: "a: \(number)",
                expected: "a: Int = 2"
            ),
        ]
    )
    func exactKeys(edit: PropertyEdit) throws {
        let result = try merged(
            Self.document(Self.object("A", edit.first)),
            [edit.edit],
            Self.document(Self.object("A", edit.second))
        )
        #expect(result.text.contains(edit.expected), "\(result.text)")
    }

    @Test("a changed property that is the identity in the schema is reported")
    func changedIdentity() throws {
        let result = try merged(
            Self.document(Self.object("A", "id: \(Self.text), a: \(Self.text)")),
            [
                ("values:\n  A:\n", "entities:\n  A:\n    id: String\n"),
                ("\"id?\": String, ", ""),
            ],
            Self.document(Self.object("A", "id: \(Self.number), a: \(Self.text)"))
        )
        let message = """
            'A.id' has changed in the schema and in the document, which has `id?: Int`; the schema \
            is unchanged
            """
        #expect(result.messages == [message])
    }
}
