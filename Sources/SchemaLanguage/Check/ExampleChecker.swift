import Diagnostics
import YAMLTree

/// Compares an example with the type that it is an example of.
struct ExampleChecker {
    let index: SchemaIndex

    /// What in a node is no value of a type, at the place where it is not.
    ///
    /// The form is that of the single values in the type.
    func diagnostics(
        for node: YAMLNode,
        as type: CheckedType,
        _ wire: WireForm = .own
    ) -> [Diagnostic] {
        switch type {
        case .nullable(let inner):
            return node.isNull ? [] : diagnostics(for: node, as: inner, wire)
        case .array(let element):
            guard case .sequence(let elements) = node.content else {
                return [mismatch(node, "a list")]
            }
            return elements.flatMap { diagnostics(for: $0, as: element, wire) }
        case .dictionary(let value):
            guard case .mapping(let pairs) = node.content else {
                return [mismatch(node, "a mapping")]
            }
            return pairs.flatMap { diagnostics(for: $0.value, as: value, wire) }
        case .primitive(.json):
            return unsayable(in: node)
        case .primitive(let primitive), .identity(_, let primitive):
            return diagnostics(for: node, as: primitive, wire)
        case .enumeration(let name):
            return diagnostics(for: node, ofEnumeration: name)
        case .value(let name), .entity(let name):
            guard let structure = index.structure(named: name) else { return [] }
            return diagnostics(for: node, of: structure)
        case .scalar(let name):
            guard let (primitive, wire) = index.form(ofScalar: name) else { return [] }
            return diagnostics(for: node, as: primitive, wire)
        case .union(let name):
            return index.union(named: name).map { diagnostics(for: node, of: $0) } ?? []
        case .draft, .patch:
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
        let read = structure.properties.filter {
            $0.direction != .writeOnly && index.isWireFormKnown(of: $0, in: structure)
        }
        return read.flatMap { property -> [Diagnostic] in
            let key = index.wireKey(of: property, in: structure)
            guard let type = index.resolve(property.type) else { return [] }
            guard let value = pairs.first(where: { $0.key.scalarText == key })?.value else {
                let mayLack =
                    property.mayBeAbsent || property.type.isOptional
                    || property.defaultValue != nil
                return mayLack ? [] : [mismatch(node, "the key '\(key)'")]
            }
            if value.isNull, property.mayBeAbsent || property.defaultValue != nil { return [] }
            let wire = index.wire(of: property, type, structure.heading, structure.document)
            return diagnostics(for: value, as: type, wire)
        }
    }

    private func diagnostics(
        for node: YAMLNode,
        as primitive: PrimitiveType,
        _ wire: WireForm
    ) -> [Diagnostic] {
        switch wire {
        case .own where primitive == .date, .date:
            let formats = index.formats(of: wire)
            let isText = formats.contains { !$0.isNumber }
            let isNumber = formats.contains { $0.isNumber }
            guard !(isText && PrimitiveType.string.isExample(node)),
                !(isNumber && PrimitiveType.double.isExample(node))
            else { return [] }
            let forms = formats.map(\.rawValue).listed(by: "or")
            return [mismatch(node, "a Date as \(forms)")]
        case .own:
            return primitive.isExample(node)
                ? [] : [mismatch(node, "a value of \(primitive.rawValue)")]
        case .text:
            if case .scalar(let scalar) = node.content, scalar.meaning == .string,
                primitive.literal(.init(plain: scalar.text)) != nil
            {
                return []
            }
            let hint = primitive.isExample(node) ? "put quotes around it" : nil
            return [mismatch(node, "a text that says a \(primitive.rawValue)", hint: hint)]
        case .numericBool:
            return ["0", "1"].contains(node.scalarText) && PrimitiveType.int.isExample(node)
                ? [] : [mismatch(node, "0 or 1")]
        }
    }

    private func diagnostics(for node: YAMLNode, ofEnumeration name: String) -> [Diagnostic] {
        guard let enumeration = index.enumeration(named: name),
            let rawType = enumeration.checkedRawType, enumeration.heading.isWhole,
            !enumeration.lacksCases
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

    func mismatch(
        _ node: YAMLNode,
        _ expected: String,
        hint: String? = nil
    ) -> Diagnostic {
        Diagnostic(
            rule: SchemaRule.invalidExample,
            "expected \(expected) in the example, found \(node.kindDescription)",
            at: node.range,
            hint: hint
        )
    }
}

extension PrimitiveType {
    /// Whether a node can stand for a value of this type; of texts with a format, only that they are texts.
    func isExample(_ node: YAMLNode) -> Bool {
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
