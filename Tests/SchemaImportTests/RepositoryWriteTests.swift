import Diagnostics
import SchemaImport
import SwiftEmitter
import Testing

/// Writes of a repository, compared with the bodies that its operations accept.
@Suite struct RepositoryWriteTests {
    /// A document with a collection of jobs.
    ///
    /// - Parameters:
    ///   - creation: The schema of the body of a creation.
    ///   - update: The schema of the body of an update.
    ///   - patch: The schema of the body of a patch.
    ///   - more: More properties of a job.
    /// - Returns: The document.
    private func document(
        creation: String = "{ type: object, properties: { name: { type: string } } }",
        update: String? = nil,
        patch: String? = nil,
        more: String = ""
    ) -> String {
        func body(_ name: String) -> String {
            """
            requestBody: { content: { application/json: {
                schema: { $ref: "#/components/schemas/\(name)" } } } },
              responses: { "200": { content: { application/json: {
                schema: { $ref: "#/components/schemas/Job" } } } } }
            """
        }
        return """
            openapi: 3.0.3
            info: { title: Jobs }
            paths: {
              /jobs: {
                get: { responses: { "200": { content: { application/json: {
                  schema: { type: array, items: { $ref: "#/components/schemas/Job" } } } } } } },
                post: { operationId: createJob, \(body("NewJob")) } },
              "/jobs/{id}": {
                parameters: [{ name: id, in: path, required: true, schema: { type: integer } }],
                \(update == nil ? "" : "put: { operationId: putJob, \(body("JobPut")) },")
                \(patch == nil ? "" : "patch: { operationId: patchJob, \(body("JobPatch")) },")
                get: { responses: { "200": { content: { application/json: {
                  schema: { $ref: "#/components/schemas/Job" } } } } } } } }
            components: { schemas: {
              Job: { type: object, required: [id, name, queue, note], properties: {
                id: { type: integer }, name: { type: string }, queue: { type: string },
                note: { type: string, nullable: true }\(more) } },
              NewJob: \(creation),
              JobPut: \(update ?? "{ type: object }"),
              JobPatch: \(patch ?? "{ type: object }") } }
            """
    }

    private func result(_ text: String) -> ImportResult {
        var options = ImportOptions()
        options.reservedNames = SwiftNames.reservedTypeNames
        let source = LoadedDocuments([SourceFile(path: "api.yaml", text: text)])
        return OpenAPIImporter(options: options).propose(["api.yaml"], from: source)
    }

    private static func object(_ properties: String, _ others: String = "") -> String {
        "{ type: object, \(others) properties: { \(properties) } }"
    }

    private static let name = "name: { type: string }"
    private static let queue = "queue: { type: string }"
    private static let note = "note: { type: string, nullable: true }"

    // Swashbuckle closes all objects, but ASP.NET ignores unknown keys.
    @Test("a document that closes all objects keeps its writes, with a remark")
    func allClosed() throws {
        let closed = "additionalProperties: false,"
        let all = "\(Self.name), \(Self.queue), \(Self.note)"
        let document = document(
            creation: Self.object(all, closed),
            update: Self.object(Self.name, closed)
        ).replacing(
            "Job: { type: object,",
            with: "Job: { type: object, \(closed)"
        )
        let text = try text(document)
        #expect(text.contains("remote: [create, read, update]"), "\(text)")
        #expect(text.contains("# update sends it, too"), "\(text)")
    }

    @Test("a write whose body forbids a property of the entity is an endpoint")
    func forbidden() throws {
        let closed = "additionalProperties: false,"
        let all = "\(Self.name), \(Self.queue), \(Self.note)"
        let text = try text(
            document(
                creation: Self.object(all, closed),
                update: Self.object(Self.name, closed),
                patch: Self.object("\(Self.name), \(Self.note)", closed)
            )
        )
        #expect(text.contains("# PUT /jobs/{id} is an endpoint, because its body does not allow"))
        #expect(text.contains("remote: [create, read, patch]"), "\(text)")
        let creations = try self.text(
            document(creation: Self.object(Self.name, closed), update: Self.object(all))
        )
        // A draft can leave them out.
        #expect(creations.contains("remote: [create, read, update]"), "\(creations)")
        #expect(creations.contains("queue?: String  # only in changes"))
    }

    @Test("a patch that is an endpoint makes no demands on an update")
    func demands() throws {
        let closed = "additionalProperties: false,"
        let text = try text(
            document(
                creation: Self.object(Self.name, closed),
                update: Self.object(Self.name, closed),
                patch: Self.object("\(Self.name), \(Self.queue)", "required: [queue],")
            )
        )
        #expect(text.contains("remote: [create, read, update]"), "\(text)")
        #expect(text.contains("queue: { type: String, readOnly: true }"))
    }

    @Test("an update keeps a property that it requires, although creations do not accept null")
    func requiredInUpdates() throws {
        let optional = Self.object("\(Self.name), \(Self.queue), note: { type: string }")
        let update = Self.object(
            "\(Self.name), \(Self.queue), \(Self.note)",
            "required: [name, note],"
        )
        let text = try text(document(creation: optional, update: update))
        #expect(text.contains("note: String?  # create does not accept null"), "\(text)")
    }

    @Test("a write sends properties that its body lacks, which is reported")
    func surplus() throws {
        let found = result(
            document(
                creation: Self.object("\(Self.name), \(Self.queue), \(Self.note)"),
                update: Self.object("\(Self.name), \(Self.note)")
            )
        )
        let text = SchemaTextWriter().text(for: try #require(found.schema))
        #expect(text.contains("remote: [create, read, update]"))
        #expect(text.contains("queue: { type: String, immutable: true }  # update sends it, too"))
        #expect(
            found.diagnostics.filter { $0.rule == "simplified" }.map(\.message) == [
                "update also sends 'queue', which the body of the operation does not have"
            ]
        )
    }

    @Test("a patch that requires a property is an endpoint, unless it has only one")
    func requiringPatches() throws {
        func text(_ properties: String) throws -> String {
            try self.text(document(patch: Self.object(properties, "required: [name],")))
        }
        let both = try text("\(Self.name), \(Self.note)")
        #expect(both.contains("# PATCH /jobs/{id} is an endpoint, because it requires 'name'"))
        #expect(both.contains("remote: [create, read]"))
        #expect(try text(Self.name).contains("remote: [create, read, patch]"))
    }

    // The trap: both are objects, or texts.
    @Test(
        "a write is an endpoint if the values of a property differ in the body",
        arguments: [
            ("place", "{ type: object, required: [code], properties: { code: { type: string } } }"),
            ("mode", "{ type: string, enum: [a, b, c] }"),
            ("prices", "{ type: object, additionalProperties: { type: string } }"),
            ("prices", "{ type: object, properties: { a: { type: string } } }"),
            (
                "steps",
                "{ type: array, items: { type: object, required: [a], properties: { a: { type: string } } } }"
            ),
        ]
    )
    func otherValues(key: String, schema: String) throws {
        let text = try text(
            document(creation: Self.object("\(Self.name), \(key): \(schema)"), more: Self.values)
        )
        #expect(
            text.contains("# POST /jobs is an endpoint, because its '\(key)' has another type"),
            "\(text)"
        )
    }

    @Test(
        "a write is part of a repository if the entity has all values of its body",
        arguments: [
            ("place", "{ type: object, properties: { code: { type: string } } }"),
            ("mode", "{ type: string, enum: [b] }"), ("mode", "{ type: string }"),
            ("prices", "{ type: object, additionalProperties: true }"),
            ("prices", "{ type: object, properties: { a: { type: integer } } }"),
        ]
    )
    func likeValues(key: String, schema: String) throws {
        let text = try text(
            document(creation: Self.object("\(Self.name), \(key): \(schema)"), more: Self.values)
        )
        #expect(text.contains("remote: [create, read]"), "\(text)")
    }

    private static let values = """
        , place: { type: object, required: [name], properties: { name: { type: string } } },
        mode: { type: string, enum: [a, b] },
        prices: { type: object, additionalProperties: { type: integer } },
        steps: { type: array, items: { type: object, properties: { b: { type: string } } } }
        """

    @Test("an update that requires what responses do not have is an endpoint")
    func requiringUpdates() throws {
        func text(_ required: String) throws -> String {
            let update = "\(Self.name), secret: { type: string }"
            return try self.text(document(update: Self.object(update, "required: [\(required)],")))
        }
        #expect(
            try text("name, secret").contains(
                "because it requires 'secret', which responses do not have"
            )
        )
        #expect(try text("name").contains("remote: [create, read, update]"))
    }

    @Test("a creation that does not accept null leaves out the property")
    func nulls() throws {
        let optional = Self.object("\(Self.name), \(Self.queue), note: { type: string }")
        let found = result(document(creation: optional))
        let text = SchemaTextWriter().text(for: try #require(found.schema))
        #expect(text.contains("note?: String?  # create does not accept null"), "\(text)")
        #expect(!found.diagnostics.contains { $0.rule == "simplified" })

        let required = result(
            document(
                creation: Self.object(
                    "\(Self.name), \(Self.queue), note: { type: string }",
                    "required: [note],"
                )
            )
        )
        #expect(
            SchemaTextWriter().text(for: try #require(required.schema))
                .contains("note: String?  # create does not accept null")
        )
        #expect(
            required.diagnostics.filter { $0.rule == "simplified" }.map(\.message) == [
                "create may send null for 'note', which the operation does not accept"
            ]
        )
    }

    private func text(_ document: String) throws -> String {
        SchemaTextWriter().text(for: try #require(result(document).schema))
    }
}
