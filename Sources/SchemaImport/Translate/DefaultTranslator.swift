import YAMLTree

/// Converts defaults to the syntax of a schema.
enum DefaultTranslator {
    /// The default of a schema; nil if there is none or, with a finding, if it cannot be expressed.
    static func value(
        of object: SchemaObject,
        _ use: TypeUse,
        _ context: inout ImportContext
    ) -> ProposedValue? {
        guard let node = object.defaultValue, !isWrong(node, object, &context) else { return nil }
        if let value = value(node, use.type.withoutNull, context) { return value }
        context.report(
            .simplified,
            "this default for \(use.type.text) is not supported, and is left out",
            at: node.range
        )
        return nil
    }

    /// Reports a default for both requests and responses: requests would send it.
    ///
    /// In requests only, it is what the server assumes for a missing value.
    static func reportUnsent(
        _ object: SchemaObject,
        isShared: Bool,
        _ context: inout ImportContext
    ) {
        guard let node = object.defaultValue, !isWrong(node, object, &context), isShared else {
            return
        }
        context.report(
            .simplified,
            "requests would send the default, so it is left out",
            at: node.range
        )
    }

    /// Whether a default is not a valid value of its schema, which is reported.
    private static func isWrong(
        _ node: YAMLNode,
        _ object: SchemaObject,
        _ context: inout ImportContext
    ) -> Bool {
        let kind = ShapeSketch.kind(of: object.node, &context)
        if let kind, kind != ShapeSketch.kind(ofValue: node) {
            context.report(
                .wrongSchema,
                "the default is not of the type \(kind.word), and is left out",
                at: node.range
            )
            return true
        }
        if let values = object.values, !values.contains(where: { $0.text == node.text }) {
            context.report(
                .wrongSchema,
                "the default is not one of the values, and is left out",
                at: node.range
            )
            return true
        }
        return false
    }

    private static func value(
        _ node: YAMLNode,
        _ type: ProposedType,
        _ context: ImportContext
    ) -> ProposedValue? {
        switch (type, node.content) {
        case (.array, .sequence(let elements)): return elements.isEmpty ? .emptyArray : nil
        case (.dictionary, .mapping(let pairs)): return pairs.isEmpty ? .emptyDictionary : nil
        case (.name(let name), .scalar(let scalar)): return value(scalar, name, context)
        default: return nil
        }
    }

    private static func value(
        _ scalar: YAMLScalar,
        _ type: String,
        _ context: ImportContext
    ) -> ProposedValue? {
        switch (type, scalar.meaning) {
        case ("String", .string): return .text(scalar.text)
        case ("Bool", .bool(let value)): return .literal(value ? "true" : "false")
        case ("Double", .integer), ("Float", .integer), ("Decimal", .integer):
            return Int(scalar.text).map { .literal(String($0)) }
        case ("Double", .float), ("Decimal", .float):
            guard let value = Double(scalar.text), value.isFinite, abs(value) < 1e15 else {
                return nil
            }
            return scalar.text.isDecimalFraction ? .literal(scalar.text) : nil
        case ("Float", .float):
            guard let value = Float(scalar.text), value.isFinite else { return nil }
            return scalar.text.isDecimalFraction ? .literal(scalar.text) : nil
        case (_, .integer) where type.isIntegerType:
            return scalar.text.integer(of: type).map { .literal($0) }
        default:
            guard let cases = context.enumCases[type] else { return nil }
            return cases.first { $0.value.wireText == scalar.text }.map { .enumCase($0.name) }
        }
    }
}

/// Converts examples of single values to the syntax of a schema.
enum ExampleTranslator {
    /// The example of a schema; nil if there is none, or it has the wrong type.
    static func example(
        of object: SchemaObject,
        _ use: TypeUse,
        _ context: ImportContext
    ) -> SchemaNode? {
        guard use.json == nil, use.formats.isEmpty, let node = object.example,
            case .scalar(let scalar) = node.content, scalar.text.utf8.count <= 200,
            case .name(let type) = use.type.withoutNull
        else { return nil }
        switch (type, scalar.meaning) {
        case ("String", .string) where !scalar.text.isEmpty: return .text(scalar.text)
        case ("Bool", .bool(let value)): return .literal(value ? "true" : "false")
        case ("Double", .integer), ("Float", .integer), ("Decimal", .integer):
            return Int(scalar.text).map { .literal(String($0)) }
        case ("Double", .float), ("Float", .float), ("Decimal", .float):
            return scalar.text.isDecimalFraction ? .literal(scalar.text) : nil
        case (_, .integer) where type.isIntegerType:
            return scalar.text.integer(of: type).map { .literal($0) }
        default: return nil
        }
    }
}

extension ProposedValue {
    /// The raw value, as text.
    fileprivate var wireText: String? {
        switch self {
        case .text(let text), .literal(let text): text
        case .enumCase, .emptyArray, .emptyDictionary: nil
        }
    }
}

extension String {
    /// Whether it is the name of an integer type.
    var isIntegerType: Bool {
        ["Int", "UInt"].contains { hasPrefix($0) && dropFirst($0.count).allSatisfy(\.isNumber) }
            && self != "UInt"
    }

    /// The text of an integer in canonical form; nil if the type has no such value.
    fileprivate func integer(of type: String) -> String? {
        func text<Value: FixedWidthInteger>(_: Value.Type) -> String? {
            Value(self).map { String($0) }
        }
        return switch type {
        case "Int8": text(Int8.self)
        case "Int16": text(Int16.self)
        case "Int32": text(Int32.self)
        case "UInt8": text(UInt8.self)
        case "UInt16": text(UInt16.self)
        case "UInt32": text(UInt32.self)
        case "UInt64": text(UInt64.self)
        default: text(Int64.self)
        }
    }

    /// Whether it consists of digits with a decimal point.
    fileprivate var isDecimalFraction: Bool { wholeMatch(of: /-?[0-9]{1,15}\.[0-9]{1,15}/) != nil }
}
