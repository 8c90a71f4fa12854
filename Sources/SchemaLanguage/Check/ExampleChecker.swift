import Diagnostics
import YAMLTree

/// Compares an example with the type that it is an example of.
struct ExampleChecker {
    let index: SchemaIndex

    /// What in a node is no value of a type, at the place where it is not.
    func diagnostics(for node: YAMLNode, as type: CheckedType) -> [Diagnostic] {
        switch type {
        case .nullable(let inner):
            return node.isNull ? [] : diagnostics(for: node, as: inner)
        case .array(let element):
            guard case .sequence(let elements) = node.content else {
                return [mismatch(node, "a list")]
            }
            return elements.flatMap { diagnostics(for: $0, as: element) }
        case .dictionary(let value):
            guard case .mapping(let pairs) = node.content else {
                return [mismatch(node, "a mapping")]
            }
            return pairs.flatMap { diagnostics(for: $0.value, as: value) }
        case .primitive(.json):
            return unsayable(in: node)
        case .primitive(let primitive), .identity(_, let primitive):
            return primitive.isExample(node)
                ? [] : [mismatch(node, "a value of \(primitive.rawValue)")]
        case .enumeration(let name):
            return diagnostics(for: node, ofEnumeration: name)
        case .value(let name), .entity(let name):
            guard let structure = index.structures.first(where: { $0.heading.name.value == name })
            else { return [] }
            return diagnostics(for: node, of: structure)
        case .draft, .patch, .scalar, .union:
            return []
        }
    }

    /// The keys in a node that JSON cannot say: lists and mappings.
    private func unsayable(in node: YAMLNode) -> [Diagnostic] {
        switch node.content {
        case .scalar: []
        case .sequence(let elements): elements.flatMap(unsayable(in:))
        case .mapping(let pairs):
            pairs.flatMap { pair in
                (pair.key.scalarText == nil ? [mismatch(pair.key, "text as a key")] : [])
                    + unsayable(in: pair.value)
            }
        }
    }

    private func diagnostics(
        for node: YAMLNode,
        of structure: SchemaIndex.Structure
    ) -> [Diagnostic] {
        guard case .mapping(let pairs) = node.content else {
            return [mismatch(node, "a mapping with the keys of \(structure.heading.name.value)")]
        }
        return structure.properties.flatMap { property -> [Diagnostic] in
            let key = index.wireKey(of: property, in: structure)
            guard let type = index.resolve(property.type) else { return [] }
            guard let value = pairs.first(where: { $0.key.scalarText == key })?.value else {
                let mayLack =
                    property.mayBeAbsent || property.type.isOptional
                    || property.defaultValue != nil
                return mayLack ? [] : [mismatch(node, "the key '\(key)'")]
            }
            if value.isNull, property.mayBeAbsent || property.defaultValue != nil { return [] }
            return diagnostics(for: value, as: type)
        }
    }

    private func diagnostics(for node: YAMLNode, ofEnumeration name: String) -> [Diagnostic] {
        guard let enumeration = index.enumeration(named: name),
            let rawType = enumeration.checkedRawType
        else { return [] }
        guard rawType.isExample(node) else {
            return [mismatch(node, "a value of \(rawType.rawValue)")]
        }
        let known = enumeration.cases.compactMap { $0.rawValue(of: rawType) }
        let isKnown = known.contains { raw in
            switch raw {
            case .string(let text): text == node.scalarText
            case .integer(let number): String(number) == node.scalarText
            }
        }
        return isKnown || enumeration.keepsUnknown ? [] : [mismatch(node, "a raw value of \(name)")]
    }

    private func mismatch(_ node: YAMLNode, _ expected: String) -> Diagnostic {
        Diagnostic(
            rule: SchemaRule.invalidExample,
            "expected \(expected) in the example, found \(node.kindDescription)",
            at: node.range
        )
    }
}

extension PrimitiveType {
    /// Whether a node can stand for a value of this type; of texts with a format, only that they are texts.
    fileprivate func isExample(_ node: YAMLNode) -> Bool {
        guard case .scalar(let scalar) = node.content else { return false }
        switch (self, scalar.meaning) {
        case (.bool, .bool): return true
        case (.string, .string), (.url, .string), (.uuid, .string), (.data, .string),
            (.day, .string):
            return true
        case (.date, .string), (.date, .integer), (.date, .float): return true
        case (.double, .integer), (.double, .float): return Double(scalar.text)?.isFinite == true
        case (.float, .integer), (.float, .float): return Float(scalar.text)?.isFinite == true
        case (.decimal, .integer), (.decimal, .float):
            return scalar.text.isDecimalNumber && Double(scalar.text)?.isFinite == true
        case (_, .integer): return isInteger && canHold(scalar.text)
        default: return false
        }
    }
}

/// Writes a node as JSON, by the meaning of its scalars.
enum JSONText {
    /// The text; numbers that JSON has no form for are written as text.
    static func text(of node: YAMLNode) -> String {
        switch node.content {
        case .sequence(let elements):
            "[" + elements.map(text).joined(separator: ",") + "]"
        case .mapping(let pairs):
            "{"
                + pairs.map { quoted($0.key.scalarText ?? "") + ":" + text(of: $0.value) }
                .joined(separator: ",") + "}"
        case .scalar(let scalar):
            switch scalar.meaning {
            case .null: "null"
            case .bool(let value): "\(value)"
            case .integer, .float: number(scalar.text)
            case .string: quoted(scalar.text)
            }
        }
    }

    /// A number as JSON writes it; hexadecimal and octal ones of YAML become decimal.
    private static func number(_ text: String) -> String {
        if text.isDecimalNumber { return text.normalizedNumber }
        let radix = text.hasPrefix("0x") ? 16 : 8
        return UInt64(text.dropFirst(2), radix: radix).map(String.init) ?? quoted(text)
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
