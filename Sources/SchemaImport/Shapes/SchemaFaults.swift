import Diagnostics
import YAMLTree

/// What is wrong with a schema, or is in it and has no place in a schema of ours, whatever uses it.
enum SchemaFaults {
    /// Reports each fault at its place.
    static func report(_ object: SchemaObject, _ context: inout ImportContext) {
        let node = object.node
        guard node.isMapping else {
            guard node.bool == nil else { return }
            context.report(
                .wrongSchema,
                "expected a schema, which is an object; here it is JSON",
                at: node.range
            )
            return
        }
        for pair in node.pairs {
            switch pair.key.text {
            case "type": reportTypes(pair.value, &context)
            case "enum": reportValues(pair.value, &context)
            case "required": reportRequired(pair.value, of: node, &context)
            case "minimum": reportRange("minimum", "maximum", pair.value, of: node, &context)
            case "minLength": reportRange("minLength", "maxLength", pair.value, of: node, &context)
            case "minItems": reportRange("minItems", "maxItems", pair.value, of: node, &context)
            case "minProperties":
                reportRange("minProperties", "maxProperties", pair.value, of: node, &context)
            case "patternProperties" where pair.value.pairs.count > 1:
                context.report(
                    .simplified,
                    "each pattern of keys has a schema of its own; here their values are JSON",
                    at: pair.value.range
                )
            case "$dynamicRef", "$recursiveRef":
                let count = context.reading.documents.targetCount(ofDynamic: pair.value)
                guard count > 1 else { continue }
                context.report(
                    .simplified,
                    "`\(pair.key.text ?? "")` may lead to \(count) schemas; here it leads to that of its own resource",
                    at: pair.value.range
                )
            case "properties" where !pair.value.isMapping:
                context.report(
                    .wrongSchema,
                    "`properties` is an object of schemas",
                    at: pair.value.range
                )
            default: break
            }
        }
        if object.isTuple {
            let list = node["prefixItems"] ?? node["items"]
            context.report(
                .simplified,
                "each element has a schema of its own; in a schema, all elements of an array are alike",
                at: list?.range ?? node.range
            )
        }
        if let additional = object.additional, !object.properties.isEmpty,
            !SchemaObject(additional).isShapeless
        {
            context.report(
                .simplified,
                "further keys are kept as JSON next to `properties`, whatever their schema",
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
            context.report(.wrongSchema, "`type` is the name of a type, or several", at: node.range)
        }
        for type in written {
            guard let text = type.text, !types.contains(text) else { continue }
            context.report(
                .wrongSchema,
                "\(text.quoted) is no type of JSON, and is ignored",
                at: type.range,
                hint: NearestSpelling.nearest(to: text, in: types).map {
                    "did you mean \($0.quoted)?"
                }
            )
        }
    }

    private static func reportValues(_ node: YAMLNode, _ context: inout ImportContext) {
        guard case .sequence(let values) = node.content else {
            context.report(.wrongSchema, "`enum` is a list of values", at: node.range)
            return
        }
        var seen: Set<YAMLScalar> = []
        for value in values {
            guard case .scalar(var scalar) = value.content else { continue }
            scalar.style = .plain
            guard !seen.insert(scalar).inserted else { continue }
            context.report(
                .wrongSchema,
                "the value \(scalar.text.quoted) is in the list twice",
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
        // A parameter without a schema says so, and means itself.
        guard schema["in"] == nil else { return }
        context.report(
            .wrongSchema,
            "`required` is a list of keys, next to `properties`; this is ignored",
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
            "no value fits: `\(low)` is above `\(high)`",
            at: node.range
        )
    }
}
