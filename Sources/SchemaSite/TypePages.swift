import RepositoryValues
import SchemaDiagram
import SchemaLanguage
import ServiceModel

/// The pages of entities, values, unions, enums and scalars.
struct TypePages {
    let page: SitePage
    private let uses: TypeUses

    init(page: SitePage) {
        self.page = page
        uses = TypeUses(page.schema)
    }

    private var examples: ExampleJSON { page.examples }

    func text(of entity: CheckedEntity, _ diagram: HTML) -> String {
        var parts = opening(entity.head, .entity)
        let origin =
            switch entity.identityOrigin {
            case .server: "The server assigns the identity."
            case .client: "The client assigns the identity."
            case .either: "The client or the server assigns the identity."
            }
        parts.append("<p>\(origin)</p>")
        parts += properties([entity.identity] + entity.properties, of: entity)
        parts.append(example("As returned by the server", entity.head.name, .response))
        parts.append(example("For creating one", entity.head.name, .draft))
        let repositories = page.schema.repositories.filter { repository in
            guard case .entity(let operations) = repository.kind else { return false }
            return operations.entity == entity.head.name
        }
        parts.append(list("Repositories", repositories.map { page.link(.repository, $0.head) }))
        parts.append(users(of: entity.head))
        parts.append(diagram)
        return page.text(entity.head.name, kind: .entity, parts)
    }

    func text(of value: CheckedStructure, _ diagram: HTML) -> String {
        var parts = opening(value.head, .value)
        parts += properties(value.properties)
        parts.append(example("Example", value.head.name, .response))
        parts += [users(of: value.head), diagram]
        return page.text(value.head.name, kind: .value, parts)
    }

    func text(of union: CheckedUnion) -> String {
        var parts = opening(union.head, .union)
        let rule: HTML =
            union.discriminator.map { "The property <code>\($0)</code> determines the case." }
            ?? "The type of the JSON value determines the case."
        parts.append("<p>\(rule)</p>")
        let rows = union.cases.map { one -> [HTML] in
            let mark =
                switch one.mark {
                case .tag(let tag): tag
                case .kind(let kind): kind.rawValue
                }
            return [
                "<code>\(one.name)</code>", page.code(one.type), "<code>\(mark)</code>",
                HTML.documentation(one.doc),
            ]
        }
        parts.append(HTML.table("Cases", ["Case", "Type", "Mark", "Meaning"], rows))
        let value = examples.value(of: .union(union.head.name)).text()
        parts.append(block("Example", value))
        parts.append(users(of: union.head))
        return page.text(union.head.name, kind: .union, parts)
    }

    func text(of enumeration: CheckedEnumeration) -> String {
        var parts = opening(enumeration.head, .enum)
        let rows = enumeration.cases.map { one -> [HTML] in
            let raw =
                switch one.raw {
                case .string(let text): ExampleJSON.literal(text)
                case .integer(let digits): digits
                }
            return [
                "<code>\(one.name)</code>", "<code>\(raw)</code>", HTML.documentation(one.doc),
            ]
        }
        parts.append(HTML.table("Cases", ["Case", "JSON", "Meaning"], rows))
        let unknown =
            enumeration.keepsUnknown
            ? "Unknown values are preserved."
            : "Unknown values are an error."
        parts += ["<p>\(unknown)</p>", users(of: enumeration.head)]
        return page.text(enumeration.head.name, kind: .enum, parts)
    }

    func text(of scalar: CheckedScalar) -> String {
        var parts = opening(scalar.head, .scalar)
        let type =
            switch scalar.type {
            case .primitive(let type): type.rawValue
            case .custom(let name, _, let representation):
                "\(name), from \(representation.rawValue)"
            }
        parts.append("<p>In Swift: <code>\(type)</code></p>")
        parts.append(block("Example", examples.value(of: .scalar(scalar.head.name)).text()))
        parts.append(users(of: scalar.head))
        return page.text(scalar.head.name, kind: .scalar, parts)
    }

    // MARK: - Parts

    private func opening(_ head: DeclarationHead, _ kind: SiteMap.Kind) -> [HTML] {
        [HTML.documentation(head.doc), page.origin(page.source.line(of: .type, head))]
    }

    private func properties(
        _ properties: [CheckedProperty],
        of entity: CheckedEntity? = nil
    ) -> [HTML] {
        let rows = properties.map { property -> [HTML] in
            let key: HTML =
                property.key == property.name ? "" : " <span class=\"key\">\(property.key)</span>"
            let type: HTML =
                if let entity, property == entity.identity {
                    "<code>\(entity.identityText)</code>"
                } else if property.presence == .required {
                    page.code(property.type)
                } else {
                    "<code>\(page.type(property.type))?</code>"
                }
            return [
                "<code>\(property.name)</code>\(key)", type, rules(of: property),
                HTML.documentation(property.doc),
            ]
        }
        return [HTML.table("Properties", ["Property", "Type", "Rules", "Meaning"], rows)]
    }

    private func rules(of property: CheckedProperty) -> HTML {
        var rules: [String] = []
        switch property.presence {
        case .required: rules.append("required")
        case .nullable: rules.append("required, nullable")
        case .optional: rules.append("optional")
        case .optionalNullable: rules.append("optional, nullable")
        }
        if let value = property.defaultValue { rules.append("default \(value.text)") }
        switch property.direction {
        case .readWrite: break
        case .readOnly: rules.append("read only")
        case .writeOnly: rules.append("write only")
        case .immutable: rules.append("immutable")
        }
        rules += property.constraints.all.map(\.message)
        if let action = property.onDelete { rules.append("on delete: \(action.rawValue)") }
        if let reason = property.deprecation { rules.append("deprecated: \(reason)") }
        return "\(rules.joined(separator: "; "))"
    }

    private func example(_ heading: String, _ name: String, _ purpose: BodyPurpose) -> HTML {
        block(heading, examples.value(ofStructure: name, for: purpose).text())
    }

    private func block(_ heading: String, _ text: String) -> HTML {
        "<h2>\(heading)</h2>\n\(HTML.code("\(heading), as JSON", text))"
    }

    private func list(_ heading: String, _ links: [HTML]) -> HTML {
        guard !links.isEmpty else { return "" }
        return "<h2>\(heading)</h2>\n<ul>\n\(HTML.joined(links.map { "<li>\($0)</li>" }))\n</ul>"
    }

    /// The declarations that use a type.
    private func users(of head: DeclarationHead) -> HTML {
        list("Used by", uses.users(of: head.name).map { page.link($0.kind, $0.head) })
    }
}

extension CheckedLiteral {
    /// The value, as a schema writes it.
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let digits), .decimal(let digits): digits
        case .string(let text): ExampleJSON.literal(text)
        case .enumerationCase(_, let name): name
        case .emptyArray: "[]"
        case .emptyDictionary: "{}"
        }
    }
}
