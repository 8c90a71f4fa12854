import Diagnostics
import YAMLTree

/// Compares an example with its type.
struct ExampleChecker {
    let index: SchemaIndex

    /// The parts of a node that are not a value of a type, with their places.
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

    /// The keys in a node that JSON cannot express: lists and mappings.
    private func unsayable(in node: YAMLNode) -> [Diagnostic] {
        switch node.content {
        case .scalar: []
        case .sequence(let elements): elements.flatMap(unsayable(in:))
        case .mapping(let pairs):
            pairs.flatMap { pair in
                (pair.key.scalarText == nil ? [mismatch(pair.key, "a string as a key")] : [])
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
        var missing: [String] = []
        let found = read.flatMap { property -> [Diagnostic] in
            let key = index.wireKey(of: property, in: structure)
            guard let type = index.resolve(property.type) else { return [] }
            guard let value = pairs.first(where: { $0.key.scalarText == key })?.value else {
                let mayLack =
                    property.mayBeAbsent || property.type.isOptional
                    || property.defaultValue != nil
                if !mayLack { missing.append("'\(key.shortened(to: 60))'") }
                return []
            }
            if value.isNull, property.mayBeAbsent || property.defaultValue != nil { return [] }
            // An invalid value is left out then, which an example may show.
            if let policy = property.onInvalid?.value, policy != .fail { return [] }
            let wire = index.wire(of: property, type, structure.heading, structure.document)
            return diagnostics(for: value, as: type, wire)
        }
        guard !missing.isEmpty else { return found }
        let more = missing.count > 6 ? ["\(missing.count - 5) more"] : []
        let keys = (more.isEmpty ? missing : Array(missing.prefix(5))) + more
        let isOne = missing.count == 1
        return found + [
            mismatch(
                node,
                "the key\(isOne ? "" : "s") \(keys.listed(by: "and"))",
                found: pairs.isEmpty ? nil : "a mapping without \(isOne ? "it" : "them")"
            )
        ]
    }

    private func diagnostics(
        for node: YAMLNode,
        as primitive: PrimitiveType,
        _ wire: WireForm
    ) -> [Diagnostic] {
        switch wire {
        case .own where primitive == .date, .date:
            return date(node, formats: index.formats(of: wire))
        case .own:
            if primitive.isExample(node) { return [] }
            let sample = WireText(of: primitive).map { ", such as \($0.sample)," } ?? ""
            return [mismatch(node, "a value of \(primitive.rawValue)\(sample)")]
        case .text:
            if case .scalar(let scalar) = node.content, scalar.meaning == .string,
                primitive.isText(scalar.text)
            {
                return []
            }
            let hint = primitive.isExample(node) ? "put quotes around it" : nil
            let sample = primitive == .bool ? "'true'" : "'5'"
            return [
                mismatch(node, "\(primitive.rawValue) as a string, such as \(sample),", hint: hint)
            ]
        case .url(let template):
            if case .scalar(let scalar) = node.content, scalar.meaning == .string,
                primitive.isIdentity(atEndOf: scalar.text)
            {
                return []
            }
            let id = primitive == .uuid ? WireText.uuid.sample.filter { $0 != "'" } : "1"
            return [
                mismatch(node, "a URL as text, such as '\(template.replacing("{id}", with: id))',")
            ]
        case .numericBool:
            let number = node.jsonNumber.flatMap(Double.init)
            return number == 0 || number == 1 ? [] : [mismatch(node, "0 or 1")]
        }
    }

    /// The first matching format counts; of numeric formats, the first one.
    private func date(_ node: YAMLNode, formats: [DateFormat]) -> [Diagnostic] {
        let fits =
            if PrimitiveType.string.isExample(node), let text = node.scalarText {
                formats.contains { WireText.date($0).matches(text) }
            } else if let number = node.jsonNumber.flatMap(Double.init) {
                formats.first(where: \.isNumber)?.matches(number) == true
            } else {
                false
            }
        guard !fits else { return [] }
        let forms = formats.map(\.rawValue).listed(by: "or")
        let sample = formats.first.map { ", such as \(WireText.date($0).sample)," } ?? ""
        return [mismatch(node, "a Date as \(forms)\(sample)")]
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
            case .integer(let number): number == node.jsonNumber
            }
        }
        return isKnown || enumeration.keepsUnknown ? [] : [mismatch(node, "a raw value of \(name)")]
    }

    func mismatch(
        _ node: YAMLNode,
        _ expected: String,
        found: String? = nil,
        hint: String? = nil
    ) -> Diagnostic {
        Diagnostic(
            rule: SchemaRule.invalidExample,
            "expected \(expected) in the example, found \(found ?? node.kindDescription)",
            at: node.range,
            hint: hint
        )
    }
}

extension PrimitiveType {
    /// Whether a node can represent a value of this type in its own form; dates have others.
    func isExample(_ node: YAMLNode) -> Bool {
        guard case .scalar(let scalar) = node.content else { return false }
        switch (self, scalar.meaning) {
        case (.bool, .bool), (.string, .string): return true
        case (_, .string): return WireText(of: self)?.matches(scalar.text) ?? false
        case (_, .integer), (_, .float): return node.jsonNumber.map(isNumber) ?? false
        default: return false
        }
    }

    /// Whether a number in JSON notation is one of this type.
    private func isNumber(_ text: String) -> Bool {
        guard let number = Double(text), number.isFinite else { return false }
        switch self {
        case .double, .decimal: return true
        case .float: return Float(text)?.isFinite == true
        // The runtime accepts `1.0` and `1e3` for integers, too.
        default: return canHold(text) || (!text.isDecimalInteger && canHold(number))
        }
    }

    /// Whether an integer with a fraction or an exponent is in the range of this type.
    func canHold(_ number: Double) -> Bool {
        let digits =
            Int64(exactly: number).map { "\($0)" } ?? UInt64(exactly: number).map { "\($0)" }
        return digits.map { canHold($0) } ?? false
    }

    /// Whether the path of a URL ends in a value of this type, as the runtime reads references.
    fileprivate func isIdentity(atEndOf url: String) -> Bool {
        let address = url.prefix { $0 != "?" && $0 != "#" }
        let start = address.firstRange(of: "://").map { range in
            address[range.upperBound...].firstIndex(of: "/") ?? address.endIndex
        }
        let path = address[(start ?? address.startIndex)...]
        guard let id = path.split(separator: "/").last.map(String.init), id != ".", id != ".."
        else {
            return false
        }
        switch self {
        case .string: return true
        case .uuid: return WireText.uuid.matches(id)
        default: return id.isDecimalInteger && canHold(id)
        }
    }

    /// Whether a string contains a value of this type as JSON would write it without the quotes.
    fileprivate func isText(_ text: String) -> Bool {
        self == .bool ? ["true", "false"].contains(text) : text.isJSONNumber && isNumber(text)
    }
}

extension YAMLNode {
    /// The number in JSON notation; nil if it is not a number.
    fileprivate var jsonNumber: String? {
        guard case .scalar(let scalar) = content else { return nil }
        switch scalar.meaning {
        case .integer, .float: return JSONText.number(scalar.text)
        case .null, .bool, .string: return nil
        }
    }
}

extension String {
    /// Whether it is a number in JSON notation (RFC 8259, section 6).
    fileprivate var isJSONNumber: Bool {
        wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
    }
}
