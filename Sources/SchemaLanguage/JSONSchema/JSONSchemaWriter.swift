/// Writes a vocabulary as a JSON Schema (draft 2020-12), for editors.
///
/// The parser rejects everything that it rejects. Some mistakes are found only by the parser:
/// patterns can express neither the nesting of types in a string, nor whether a name is declared.
package struct JSONSchemaWriter {
    private let vocabulary: Vocabulary

    /// Makes a writer of a vocabulary.
    package init(_ vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
    }

    /// The JSON Schema.
    package var schema: OrderedJSON {
        let root = [
            member("$schema", "https://json-schema.org/draft/2020-12/schema"),
            member("title", .string(vocabulary.title)),
        ]
        let forms = vocabulary.forms.dropFirst().map { form in
            member(form.name, .object(members(of: form)))
        }
        let definitions = forms + Self.types
        return .object(
            root + members(of: vocabulary.root) + [member("$defs", .object(definitions))]
        )
    }

    private func member(_ name: String, _ value: OrderedJSON) -> OrderedJSON.Member {
        OrderedJSON.Member(name, value)
    }

    private func members(of form: Vocabulary.Form) -> [OrderedJSON.Member] {
        var result = [
            member("description", .string(form.doc)),
            member("type", "object"),
            member(
                "properties",
                .object(form.keys.map { member($0.name, described($0.shape, $0.doc)) })
            ),
            member("additionalProperties", false),
        ]
        let required = form.keys.filter(\.isRequired).map(\.name)
        if !required.isEmpty { result.append(member("required", Self.strings(required))) }
        switch form.rule {
        case .none: break
        case .exactlyOne(let keys):
            result.append(
                member("oneOf", .array(keys.map { ["required": Self.strings([$0])] }))
            )
        case .alternatives(let alternatives):
            result.append(member("anyOf", .array(alternatives.map(schema))))
        }
        return result
    }

    private func schema(of alternative: Vocabulary.Alternative) -> OrderedJSON {
        let required = member("required", Self.strings(alternative.required))
        guard !alternative.excluded.isEmpty else { return .object([required]) }
        let excluded = alternative.excluded.map { member($0, false) }
        return .object([required, member("properties", .object(excluded))])
    }

    private func described(_ shape: Vocabulary.Shape, _ doc: String) -> OrderedJSON {
        let description = member("description", .string(doc))
        guard case .object(let members) = schema(of: shape) else { return .object([description]) }
        return .object([description] + members)
    }

    private func schema(of shape: Vocabulary.Shape) -> OrderedJSON {
        switch shape {
        case .text, .reference: ["type": ["string", "number", "boolean"]]
        case .scalar: ["type": ["string", "number", "boolean", "null"]]
        case .sentence: ["type": ["string", "number"], "pattern": "\\S"]
        case .boolean: ["type": "boolean"]
        case .string(let pattern): Self.text(pattern)
        case .number(let least):
            // In quotes it is valid, too.
            [
                "anyOf": [
                    ["type": "integer", "minimum": .integer(least)],
                    Self.text(least > 0 ? "^\\+?0*[1-9][0-9]*$" : "^\\+?[0-9]+$"),
                ]
            ]
        case .decimal: ["type": "number"]
        case .onlyTrue: ["type": "boolean", "enum": [true]]
        case .version(let version):
            ["enum": .array((Int(version).map { [.integer($0)] } ?? []) + [.string(version)])]
        case .words(let words): ["enum": Self.strings(words)]
        case .type: Self.reference("type")
        case .typeAmong(let types):
            Self.text("^\\s*(?:\(types.map(\.rawValue).joined(separator: "|")))\\s*$")
        case .typeWithDefault: Self.reference("typeWithDefault")
        case .property(let form):
            ["anyOf": [Self.reference("typeWithDefault"), Self.reference(form)]]
        case .form(let name): Self.reference(name)
        case .narrowed(let name, let keys, let required):
            .object(
                [
                    member("$ref", .string("#/$defs/\(name)")),
                    member(
                        "properties",
                        .object(keys.map { member($0.key, $0.shape.map(schema) ?? false) })
                    ),
                ] + (required.isEmpty ? [] : [member("required", Self.strings(required))])
            )
        case .list(.words(let words)):
            [
                "type": "array", "items": schema(of: .words(words)), "minItems": 1,
                "uniqueItems": true,
            ]
        case .list(let element):
            ["type": "array", "items": schema(of: element), "minItems": 1]
        case .listOrEmpty(let element): ["type": "array", "items": schema(of: element)]
        case .oneOrMany(let element):
            ["anyOf": [schema(of: element), schema(of: .list(element))]]
        case .map(let names, let value): schema(of: names, value)
        case .either(let shapes): ["anyOf": .array(shapes.map(schema))]
        case .anything: true
        }
    }

    private func schema(of names: Vocabulary.Names, _ value: Vocabulary.Shape) -> OrderedJSON {
        var result = [
            // No value after the colon is an empty mapping, except where a value is required.
            member("type", names.mayBeNothing ? ["object", "null"] : "object"),
            member("additionalProperties", schema(of: value)),
        ]
        switch names {
        case .declarations: result.append(member("propertyNames", ["pattern": Self.namePattern]))
        case .statuses:
            let pattern = "^(?:[45](?:[0-9][0-9]|xx)|default)$"
            result.append(member("propertyNames", ["pattern": .string(pattern)]))
        case .successes:
            result.append(member("propertyNames", ["pattern": "^2[0-9][0-9]$"]))
            result.append(member("minProperties", 1))
        case .properties: result.append(member("propertyNames", ["pattern": "[^?]\\??$"]))
        case .placeholders: result.append(member("propertyNames", ["pattern": "[^?]$"]))
        case .atLeastOne: result.append(member("minProperties", 1))
        case .oneKeyPath:
            result.append(member("propertyNames", schema(of: Vocabulary.keyPath)))
            result += [member("minProperties", 1), member("maxProperties", 1)]
        case .any: break
        }
        return .object(result)
    }

    private static func strings(_ texts: [String]) -> OrderedJSON {
        .array(texts.map { .string($0) })
    }

    private static func reference(_ name: String) -> OrderedJSON {
        ["$ref": .string("#/$defs/\(name)")]
    }

    // MARK: - Names and types

    /// Letters, digits and `_` of any script; not every engine supports Unicode classes.
    private static let word = "[^\\s!-/:-@\\[-^`{-~]+"

    private static let namePattern: OrderedJSON = .string("^(?![a-z0-9_])\(word)$")

    private static let typeText =
        "\\s*(?:(?![0-9])\(word)(?:\\.\(word))?|\\[[\\s\\S]+\\]|\\{\\s*String\\s*:[\\s\\S]+\\})\\??\\s*"

    private static let types: [OrderedJSON.Member] = [
        OrderedJSON.Member(
            "type",
            [
                "description": .string(
                    "A type: \(PrimitiveType.allCases.map(\.rawValue).joined(separator: ", ")), a "
                        + "declared name, [T], { String: T } or T?."
                ),
                "anyOf": .array([text("^\(typeText)$")] + collections),
            ]
        ),
        OrderedJSON.Member(
            "typeWithDefault",
            [
                "description": "A type, with an optional default after `=`: `Int = 0`.",
                "anyOf": .array([text("^\(typeText)(?:=\\s*\\S[\\s\\S]*)?$")] + collections),
            ]
        ),
    ]

    private static func text(_ pattern: String) -> OrderedJSON {
        ["type": "string", "pattern": .string(pattern)]
    }

    private static let collections: [OrderedJSON] = [
        ["type": "array", "items": reference("type"), "minItems": 1, "maxItems": 1],
        [
            "type": "object", "properties": ["String": reference("type")],
            "required": ["String"], "additionalProperties": false,
        ],
    ]
}

extension Vocabulary.Names {
    /// Whether a mapping of such names may be left without a value if it is empty.
    fileprivate var mayBeNothing: Bool {
        switch self {
        case .declarations, .properties, .placeholders, .statuses: true
        case .atLeastOne, .oneKeyPath, .successes, .any: false
        }
    }
}
