import Diagnostics
import YAMLTree

/// A schema of JSON Schema or OpenAPI, in any version: its keywords and their positions.
struct SchemaObject {
    /// The types of JSON values.
    enum Kind: String, Hashable {
        case string, number, integer, boolean, array, object
    }

    /// A discriminator's key, and its references by tag.
    typealias Discriminator = (key: String, mapping: [(tag: String, reference: YAMLNode)])

    /// The node of the schema.
    let node: YAMLNode
    /// The `$ref`, if other keywords are next to it.
    private(set) var reference: YAMLNode?
    /// The allowed types, without null.
    var kinds: [Kind] = []
    /// The keyword that implies the only type, without a `type`.
    private(set) var implying: String?
    /// Whether null is allowed, in any spelling.
    var isNullable = false
    /// Whether no value is valid, as for `false`.
    var isImpossible = false
    /// The allowed values, without null.
    var values: [YAMLNode]?
    /// Whether the only value is from `const`.
    var isConstant = false
    /// The `format`, or an equivalent key.
    var format: String?
    /// The properties, by key.
    var properties: [(key: String, schema: YAMLNode)] = []
    /// The required keys.
    var required: [String] = []
    /// The schema of additional properties.
    var additional: YAMLNode?
    /// Whether additional properties are explicitly allowed.
    var allowsAdditional = false
    /// Whether keys without a property are forbidden.
    var forbidsAdditional = false
    /// The schema of elements.
    var items: YAMLNode?
    /// Whether `prefixItems` or a list under `items` describes elements individually.
    var isTuple = false
    var allOf: [YAMLNode] = []
    /// `oneOf`, or else `anyOf`.
    var oneOf: [YAMLNode] = []
    /// The discriminator's key, and its references by tag.
    var discriminator: Discriminator?

    /// Parses a node, which may be `true` or `false`.
    init(_ node: YAMLNode) {
        self.node = node
        reference = node.reference
        if let flag = node.bool {
            isImpossible = !flag
            return
        }
        for pair in node.pairs {
            guard let key = pair.key.text else { continue }
            read(key, pair.value)
        }
        adaptKinds()
        if kinds.isEmpty {
            if !properties.isEmpty || additional != nil || node["patternProperties"] != nil {
                kinds = [.object]
                let keywords = ["properties", "patternProperties", "additionalProperties"]
                implying = keywords.first { node[$0] != nil } ?? "unevaluatedProperties"
            } else if items != nil || isTuple {
                kinds = [.array]
                implying = node["items"] != nil ? "items" : "prefixItems"
            }
        }
        if isTuple, let element = commonElement {
            items = element
            isTuple = false
        }
        let isOfAnyType = kinds.isEmpty && values == nil
        if isOfAnyType, allOf.contains(where: Self.isMarkedNullable) { isNullable = true }
        if let reference,
            !properties.isEmpty || !allOf.isEmpty || !oneOf.isEmpty || additional != nil
        {
            // Next to object keywords, a reference is a part of a composition.
            let pair = node.pairs.first { $0.value == reference }
            allOf.insert(YAMLNode(.mapping(pair.map { [$0] } ?? []), range: reference.range), at: 0)
            self.reference = nil
        }
        if values?.isEmpty == true { isImpossible = !isNullable }
    }

    /// Corrects the types by the format, and drops values that have none of the types.
    private mutating func adaptKinds() {
        if kinds == [.string], format == "int-or-string" {
            // Kubernetes declares it as a string.
            kinds = [.string, .integer]
            format = nil
        }
        let isBare = reference == nil && values == nil && allOf.isEmpty && oneOf.isEmpty
        if kinds.isEmpty, isBare, let format {
            switch format {
            case "int32", "int64": kinds = [.integer]
            case "float", "double": kinds = [.number]
            default: return
            }
            implying = "format"
        }
        guard !kinds.isEmpty, kinds != [.string], let values, !values.isEmpty else { return }
        let allowed = Set(kinds.map(ShapeSketch.kind(of:)))
        let fits = values.contains { value in
            ShapeSketch.kind(ofValue: value).map(allowed.contains) == true
        }
        if !fits { self.values = nil }
    }

    /// The common schema of all elements of a tuple, if they are single values of one type, and no
    /// more than the listed ones.
    private var commonElement: YAMLNode? {
        let list = (node["prefixItems"] ?? node["items"])?.elements ?? []
        let isClosed =
            node["additionalItems"]?.bool == false || node["items"]?.bool == false
            || node["maxItems"]?.text.flatMap { Int($0) } == list.count
        guard isClosed, let first = list.first else { return nil }
        let parts = list.map(SchemaObject.init)
        let isAlike = parts.allSatisfy { part in
            part.kinds.count == 1 && part.kinds == parts[0].kinds && part.format == parts[0].format
                && ![.array, .object].contains(part.kinds[0]) && part.values == nil
                && part.reference == nil && part.isNullable == parts[0].isNullable
        }
        return isAlike ? first : nil
    }

    private mutating func read(_ key: String, _ value: YAMLNode) {
        switch key {
        case "type":
            let types = value.text.map { [$0] } ?? value.elements.compactMap(\.text)
            for type in types {
                if type == "null" { isNullable = true }
                if let kind = Kind(rawValue: type), !kinds.contains(kind) { kinds.append(kind) }
                if type == "file" {
                    kinds.append(.string)
                    format = "binary"
                }
            }
        case "nullable", "x-nullable": if value.bool == true { isNullable = true }
        case "enum":
            let all = value.elements
            if all.contains(where: \.isNull) { isNullable = true }
            values = all.filter { !$0.isNull }
        case "const":
            if value.isNull { isNullable = true }
            values = value.isNull ? [] : [value]
            isConstant = true
        case "format": if format == nil { format = value.text }
        case "contentEncoding": if value.text == "base64" { format = "byte" }
        case "contentMediaType":
            let form = value.text.map(MediaChoice.form)
            if format == nil, form == .file || form == .bytes { format = "binary" }
        case "properties":
            properties = value.pairs.compactMap { pair in
                pair.key.text.map { ($0, pair.value) }
            }
        case "required": required = value.elements.compactMap(\.text)
        case "additionalProperties", "unevaluatedProperties":
            if value.bool == true || value.isMapping { allowsAdditional = true }
            if value.isMapping { additional = value }
            if value.bool == false, node["patternProperties"] == nil { forbidsAdditional = true }
        case "patternProperties":
            if let only = value.pairs.first, value.pairs.count == 1, additional == nil {
                additional = only.value
            }
            allowsAdditional = true
        case "items":
            if value.elements.isEmpty { items = value } else { isTuple = true }
        case "prefixItems": isTuple = true
        case "allOf": allOf = value.elements
        case "oneOf": oneOf = value.elements
        case "anyOf": if oneOf.isEmpty { oneOf = value.elements }
        case "discriminator":
            if let name = value.text {
                discriminator = (name, [])
            } else if let name = value["propertyName"]?.text {
                let mapping = value["mapping"]?.pairs ?? []
                discriminator = (
                    name,
                    mapping.compactMap { pair in pair.key.text.map { ($0, pair.value) } }
                )
            }
        default: break
        }
    }

    /// The nodes with annotations: its own, and the parts of a composition without a type.
    private var annotated: [YAMLNode] { [node] + allOf.filter { SchemaObject($0).isShapeless } }

    private func annotation<Value>(_ read: (YAMLNode) -> Value?) -> Value? {
        annotated.lazy.compactMap(read).first
    }

    /// The documentation: the description, or the title.
    private var doc: String? {
        annotation { $0["description"]?.sentence } ?? annotation { $0["title"]?.sentence }
    }

    /// The documentation of a named schema, if it says more than the name.
    func doc(of name: String) -> String? {
        doc.flatMap { $0.bare == name.bare ? nil : $0 }
    }

    /// The title, if it can name a type, and differs from the key.
    func typeTitle(besides key: String) -> String? {
        guard let title = node["title"]?.sentence, !title.contains(" "), title.bare != key.bare
        else { return nil }
        return title
    }

    /// The example, if it is not null.
    var example: YAMLNode? {
        annotation { node in
            let example = node["example"] ?? node["examples"]?.elements.first ?? node["x-example"]
            return example.flatMap { $0.isNull ? nil : $0 }
        }
    }

    /// The default, if it is not null.
    var defaultValue: YAMLNode? {
        annotation { $0["default"].flatMap { $0.isNull ? nil : $0 } }
    }
    var isReadOnly: Bool { annotation { $0["readOnly"]?.bool } == true }
    var isWriteOnly: Bool { annotation { $0["writeOnly"]?.bool } == true }
    var isDeprecated: Bool {
        annotation { $0["deprecated"]?.bool ?? $0["x-deprecated"]?.bool } == true
    }
    var range: SourceRange { node.range }

    /// Whether it has no type information, only a list of required keys, for example.
    var isShapeless: Bool {
        reference == nil && kinds.isEmpty && values == nil && allOf.isEmpty && oneOf.isEmpty
            && format == nil && !isImpossible
    }

    /// The only part of a composition with type information.
    var onlyPart: YAMLNode? {
        let parts = allOf.filter { !SchemaObject($0).isShapeless }
        return properties.isEmpty && oneOf.isEmpty && parts.count == 1 ? parts[0] : nil
    }

    /// Whether a part of a composition has no type, and says that null is allowed.
    private static func isMarkedNullable(_ node: YAMLNode) -> Bool {
        (node["nullable"] ?? node["x-nullable"])?.bool == true && SchemaObject(node).isShapeless
    }

    /// Whether it allows only null.
    var isOnlyNull: Bool {
        isNullable && reference == nil && allOf.isEmpty && oneOf.isEmpty
            && (values?.isEmpty ?? kinds.isEmpty)
    }
}
