import TestSupport

/// An OpenAPI document that changes at random, like a service between versions.
struct RandomDocument {
    private struct Property {
        var name: String
        var type: String
        var isRequired: Bool
        var isNullable: Bool
        var doc: String?
    }

    private struct Schema {
        var name: String
        var doc: String?
        var properties: [Property]
        var hasItem: Bool
    }

    private var schemas: [Schema] = []
    private var version = 1
    private var next = 0

    private static let types = [
        "type: string", "type: integer", "type: number", "type: boolean",
        "type: string, format: date-time", "type: string, enum: [red, green]",
        "type: array, items: { type: string }",
    ]

    init(using random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 2...4, using: &random) { addSchema(using: &random) }
    }

    /// Makes one or several changes.
    mutating func change(using random: inout SeededGenerator) {
        version += 1
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            guard let schema = schemas.indices.randomElement(using: &random) else { return }
            let property = schemas[schema].properties.indices.randomElement(using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0: addSchema(using: &random)
            case 1 where schemas.count > 1: schemas.remove(at: schema)
            case 2: schemas[schema].properties.append(newProperty(using: &random))
            case 3:
                if let property { schemas[schema].properties.remove(at: property) }
            case 4, 5:
                if let property, let type = Self.types.randomElement(using: &random) {
                    schemas[schema].properties[property].type = type
                }
            case 6:
                if let property { schemas[schema].properties[property].isRequired.toggle() }
            case 7:
                if let property { schemas[schema].properties[property].isNullable.toggle() }
            case 8: schemas[schema].hasItem.toggle()
            default:
                let doc = "What version \(version) says."
                if let property, Bool.random(using: &random) {
                    schemas[schema].properties[property].doc = doc
                } else {
                    schemas[schema].doc = doc
                }
            }
        }
    }

    private mutating func addSchema(using random: inout SeededGenerator) {
        next += 1
        let properties = (0..<Int.random(in: 1...5, using: &random)).map { _ in
            newProperty(using: &random)
        }
        schemas.append(
            Schema(
                name: "Thing\(next)",
                properties: properties,
                hasItem: Bool.random(using: &random)
            )
        )
    }

    private mutating func newProperty(using random: inout SeededGenerator) -> Property {
        next += 1
        var type = Self.types.randomElement(using: &random) ?? "type: string"
        if let other = schemas.randomElement(using: &random),
            Int.random(in: 0..<4, using: &random) == 0
        {
            type = "$ref: \"#/components/schemas/\(other.name)\""
        }
        return Property(
            name: "some_value\(next)",
            type: type,
            isRequired: Bool.random(using: &random),
            isNullable: false,
            doc: Int.random(in: 0..<5, using: &random) == 0 ? "The value \(next)." : nil
        )
    }

    /// The document.
    var text: String {
        var lines = [
            "openapi: 3.0.3", "info: { title: Things, version: \"\(version)\" }", "paths:",
        ]
        for schema in schemas {
            let reference = "$ref: \"#/components/schemas/\(schema.name)\""
            let path = schema.name.lowercased() + "s"
            lines += [
                "  /\(path):", "    get:", "      operationId: list_\(path)",
                "      responses: { \"200\": { description: All., content: { application/json: { schema: "
                    + "{ type: array, items: { \(reference) } } } } } }",
            ]
            if schema.hasItem {
                lines += [
                    "  /\(path)/{id}:", "    get:", "      operationId: get_\(path)",
                    "      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]",
                    "      responses: { \"200\": { description: One., content: { application/json: { "
                        + "schema: { \(reference) } } } } }",
                ]
            }
        }
        lines += ["components:", "  schemas:"]
        let known = Set(schemas.map(\.name))
        for schema in schemas {
            lines += ["    \(schema.name):", "      type: object"]
            if let doc = schema.doc { lines.append("      description: \(doc)") }
            lines.append("      properties:")
            lines.append("        id: { type: integer }")
            // A reference to a removed schema is an error that an import would report.
            let properties = schema.properties.filter { property in
                guard let name = property.type.split(separator: "/").last else { return true }
                return !property.type.contains("$ref") || known.contains(String(name.dropLast()))
            }
            for property in properties {
                var parts = [property.type]
                if let doc = property.doc, !property.type.contains("$ref") {
                    parts.append("description: \(doc)")
                }
                if property.isNullable, !property.type.contains("$ref") {
                    parts.append("nullable: true")
                }
                lines.append("        \(property.name): { \(parts.joined(separator: ", ")) }")
            }
            let required = ["id"] + properties.filter(\.isRequired).map(\.name)
            lines.append("      required: [\(required.joined(separator: ", "))]")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
