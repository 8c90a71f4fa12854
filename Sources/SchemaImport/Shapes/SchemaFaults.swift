import Diagnostics
import YAMLTree

/// The errors and the unsupported features of a schema, regardless of its uses.
enum SchemaFaults {
    /// Reports each problem at its position.
    static func report(_ object: SchemaObject, _ context: inout ImportContext) {
        let node = object.node
        guard node.isMapping else {
            guard node.bool == nil else { return }
            context.report(
                .wrongSchema,
                "expected a schema object; used as JSON",
                at: node.range
            )
            return
        }
        for pair in node.pairs {
            switch pair.key.text {
            case "type": reportTypes(pair.value, &context)
            case "enum", "const":
                reportIgnored(pair, of: object, &context)
                if pair.key.text == "enum" { reportValues(pair.value, &context) }
            case "required": reportRequired(pair.value, of: node, &context)
            case "minimum": reportRange("minimum", "maximum", pair.value, of: node, &context)
            case "minLength": reportRange("minLength", "maxLength", pair.value, of: node, &context)
            case "minItems": reportRange("minItems", "maxItems", pair.value, of: node, &context)
            case "minProperties":
                reportRange("minProperties", "maxProperties", pair.value, of: node, &context)
            case "patternProperties" where pair.value.pairs.count > 1:
                context.report(
                    .simplified,
                    "`patternProperties` is not supported; the values are JSON",
                    at: pair.value.range
                )
            case "$dynamicRef", "$recursiveRef":
                let count = context.reading.documents.targetCount(ofDynamic: pair.value)
                guard count > 1 else { continue }
                context.report(
                    .simplified,
                    "`\(pair.key.text ?? "")` may refer to \(count) schemas; the one in its own resource is used",
                    at: pair.value.range
                )
            case "properties" where !pair.value.isMapping:
                context.report(
                    .wrongSchema,
                    "`properties` must be an object of schemas",
                    at: pair.value.range
                )
            default: break
            }
        }
        if object.isTuple {
            let list = node["prefixItems"] ?? node["items"]
            context.report(
                .simplified,
                "the elements have different schemas; here, all elements of an array have the same type",
                at: list?.range ?? node.range
            )
        }
        if let additional = object.additional, !object.properties.isEmpty,
            !SchemaObject(additional).isShapeless
        {
            context.report(
                .simplified,
                "additional keys next to `properties` are preserved as JSON, regardless of their schema",
                at: additional.range
            )
        }
    }

    // MARK: - Keywords

    private static let types = [
        "string", "number", "integer", "boolean", "array", "object", "null", "file",
    ]

    private static func reportTypes(_ node: YAMLNode, _ context: inout ImportContext) {
        let written = node.text == nil ? node.elements : [node]
        if written.isEmpty {
            context.report(
                .wrongSchema,
                "`type` must be a name or an array of names",
                at: node.range
            )
        }
        for type in written {
            guard let text = type.text, !types.contains(text) else { continue }
            context.report(
                .wrongSchema,
                "\(text.quoted) is not a JSON type, and is ignored",
                at: type.range,
                hint: NearestSpelling.nearest(to: text, in: types).map {
                    "did you mean \($0.quoted)?"
                }
            )
        }
    }

    /// Reports values of which none has the type.
    private static func reportIgnored(
        _ pair: YAMLPair,
        of object: SchemaObject,
        _ context: inout ImportContext
    ) {
        guard object.values == nil, let kind = object.kinds.first else { return }
        context.report(
            .wrongSchema,
            "no value of `\(pair.key.text ?? "")` is of the type \(kind.rawValue); it is ignored",
            at: pair.value.range
        )
    }

    private static func reportValues(_ node: YAMLNode, _ context: inout ImportContext) {
        guard case .sequence(let values) = node.content else {
            context.report(.wrongSchema, "`enum` must be an array of values", at: node.range)
            return
        }
        var seen: Set<YAMLScalar> = []
        for value in values {
            guard case .scalar(var scalar) = value.content else { continue }
            scalar.style = .plain
            guard !seen.insert(scalar).inserted else { continue }
            context.report(
                .wrongSchema,
                "the value \(scalar.text.quoted) is listed twice",
                at: value.range
            )
        }
    }

    private static func reportRequired(
        _ node: YAMLNode,
        of schema: YAMLNode,
        _ context: inout ImportContext
    ) {
        if case .sequence = node.content { return }
        // A parameter without a schema has this error itself.
        guard schema["in"] == nil else { return }
        context.report(
            .wrongSchema,
            "`required` must be an array of keys, next to `properties`; this is ignored",
            at: node.range
        )
    }

    private static func reportRange(
        _ low: String,
        _ high: String,
        _ node: YAMLNode,
        of schema: YAMLNode,
        _ context: inout ImportContext
    ) {
        guard let least = node.text.flatMap(Double.init),
            let most = schema[high]?.text.flatMap(Double.init), least > most
        else { return }
        context.report(
            .impossibleSchema,
            "no value is valid: `\(low)` is greater than `\(high)`",
            at: node.range
        )
    }
}
