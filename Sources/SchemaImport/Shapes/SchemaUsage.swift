import Diagnostics
import YAMLTree

/// The uses of schemas, collected in one pass before the translation.
struct SchemaUsage {
    /// The schemas in requests.
    private(set) var sent: Set<DocumentPlace> = []
    /// The referenced schemas.
    private(set) var referred: Set<DocumentPlace> = []
    /// The number of references to a schema outside of `allOf` and of unions with a discriminator.
    private(set) var plainUses: [DocumentPlace: Int] = [:]
    /// The number of uses of a schema as an alternative without a discriminator.
    private(set) var alternativeUses: [DocumentPlace: Int] = [:]
    /// The number of schemas that include a schema with `allOf`.
    private(set) var composed: [DocumentPlace: Int] = [:]
    /// The schemas that are alternatives of a union with a discriminator.
    private(set) var tagged: Set<DocumentPlace> = []
    /// The schemas that include one with a discriminator, in order.
    private(set) var subtypes: [DocumentPlace: [DocumentPlace]] = [:]
    /// The positions of these schemas.
    private(set) var subtypeRanges: [DocumentPlace: Set<SourceRange>] = [:]
    /// The keys of properties, including duplicates.
    private(set) var keys: [String: Int] = [:]
    /// The number of properties whose enum has the same values.
    private(set) var enumerations: [EnumSignature: Int] = [:]

    private var visited: Set<Visit> = []
    private var counted: Set<Place> = []
    private var countedUses: Set<Place> = []

    private struct Visit: Hashable {
        var place: DocumentPlace
        var isSent: Bool
    }

    private struct Place: Hashable {
        var path: String
        var line: Int
        var column: Int

        init(_ node: YAMLNode) {
            path = node.range.path
            line = node.range.start.line
            column = node.range.start.column
        }
    }

    /// The kind of a reference.
    private enum Role {
        case plain, composed, tagged, alternative
    }

    /// Records which components include one with a discriminator, regardless of references.
    mutating func noteSubtypes(
        _ components: [(place: DocumentPlace, node: YAMLNode)],
        _ context: inout ReadingContext
    ) {
        var bases: [DocumentPlace: [DocumentPlace]] = [:]
        var alternatives: [DocumentPlace: Set<DocumentPlace>] = [:]
        for (place, node) in components { bases[place] = Self.bases(of: node, &context) }
        for (place, node) in components {
            var open = bases[place] ?? []
            var seen: Set<DocumentPlace> = [place]
            // A schema that includes a subtype is a subtype, too.
            while let base = open.popLast() {
                guard seen.insert(base).inserted, let target = context.node(at: base) else {
                    continue
                }
                if target["discriminator"] != nil {
                    let listed = alternatives[base] ?? Self.alternatives(of: target, &context)
                    alternatives[base] = listed
                    // A base that lists its subtypes has no others.
                    let listsNone = target["oneOf"] == nil && target["anyOf"] == nil
                    if listsNone || listed.contains(place) {
                        subtypes[base, default: []].append(place)
                        subtypeRanges[base, default: []].insert(node.range)
                    }
                }
                open += bases[base] ?? Self.bases(of: target, &context)
            }
        }
    }

    /// The named alternatives of a schema.
    private static func alternatives(
        of node: YAMLNode,
        _ context: inout ReadingContext
    ) -> Set<DocumentPlace> {
        let nodes = (node["oneOf"] ?? node["anyOf"])?.elements ?? []
        return Set(nodes.compactMap { $0.reference.flatMap { context.place(of: $0) } })
    }

    /// The schemas that one includes.
    private static func bases(
        of node: YAMLNode,
        _ context: inout ReadingContext
    ) -> [DocumentPlace] {
        (node["allOf"]?.elements ?? []).compactMap { part in
            part.reference.flatMap { context.place(of: $0) }
        }
    }

    /// Whether a schema is also used in responses.
    func isAnswered(_ place: DocumentPlace) -> Bool {
        visited.contains(Visit(place: place, isSent: false))
    }

    /// Visits the references of an operation or a component.
    mutating func walk(_ node: YAMLNode, isSent: Bool = false, _ context: inout ReadingContext) {
        walk(node, isSent: isSent, role: .plain, depth: 0, &context)
    }

    /// Visits a component that may be unused.
    mutating func walk(component place: DocumentPlace, _ context: inout ReadingContext) {
        guard visited.insert(Visit(place: place, isSent: false)).inserted,
            let node = context.node(at: place)
        else { return }
        walk(node, isSent: false, role: .plain, depth: 0, &context)
    }

    private mutating func walk(
        _ node: YAMLNode,
        isSent: Bool,
        role: Role,
        depth: Int,
        _ context: inout ReadingContext
    ) {
        guard depth < 200 else { return }
        switch node.content {
        case .scalar: break
        case .sequence(let elements):
            for element in elements {
                walk(element, isSent: isSent, role: role, depth: depth + 1, &context)
            }
        case .mapping(let pairs):
            if let reference = node.reference, reference.text != nil {
                follow(reference, node, isSent, role, depth, &context)
            }
            let isBodyParameter = node["in"]?.text == "body" || node["in"]?.text == "formData"
            for pair in pairs {
                guard let key = pair.key.text else { continue }
                note(pair, of: node, role, &context)
                if Self.namesSchemas.contains(key) {
                    for property in pair.value.pairs {
                        if key == "properties" { count(property) }
                        walk(
                            property.value,
                            isSent: isSent,
                            role: .plain,
                            depth: depth + 1,
                            &context
                        )
                    }
                    continue
                }
                if Self.isData(key) { continue }
                let inner: Role =
                    switch key {
                    // A composition of a single schema is that schema.
                    case "allOf" where pair.value.elements.count == 1 && node["properties"] == nil:
                        .plain
                    case "allOf": .composed
                    case "oneOf", "anyOf": node["discriminator"] == nil ? .alternative : .tagged
                    default: .plain
                    }
                if key == "schema", let name = node["name"]?.text {
                    count(parameter: name, pair.value)
                }
                walk(
                    pair.value,
                    isSent: isSent || isBodyParameter || key == "requestBody",
                    role: inner,
                    depth: depth + 1,
                    &context
                )
            }
        }
    }

    private mutating func follow(
        _ reference: YAMLNode,
        _ node: YAMLNode,
        _ isSent: Bool,
        _ role: Role,
        _ depth: Int,
        _ context: inout ReadingContext
    ) {
        guard let place = context.place(of: reference) else { return }
        referred.insert(place)
        if isSent { sent.insert(place) }
        switch role {
        case .plain where countedUses.insert(Place(node)).inserted:
            plainUses[place, default: 0] += 1
        case .alternative where countedUses.insert(Place(node)).inserted:
            alternativeUses[place, default: 0] += 1
        case .composed where countedUses.insert(Place(node)).inserted:
            composed[place, default: 0] += 1
        case .tagged: tagged.insert(place)
        case .plain, .alternative, .composed: break
        }
        guard visited.insert(Visit(place: place, isSent: isSent)).inserted,
            let target = context.node(at: place)
        else { return }
        walk(target, isSent: isSent, role: .plain, depth: depth + 1, &context)
        guard role != .composed else { return }
        for subtype in subtypes[place] ?? [] {
            referred.insert(subtype)
            if isSent { sent.insert(subtype) }
            guard visited.insert(Visit(place: subtype, isSent: isSent)).inserted,
                let node = context.node(at: subtype)
            else { continue }
            walk(node, isSent: isSent, role: .plain, depth: depth + 1, &context)
        }
    }

    private mutating func count(_ property: YAMLPair) {
        guard let key = property.key.text, counted.insert(Place(property.value)).inserted else {
            return
        }
        keys[key, default: 0] += 1
        noteEnumeration(key, property.value)
    }

    /// Counts the enum of a parameter, whose name no key strategy converts.
    private mutating func count(parameter name: String, _ schema: YAMLNode) {
        if counted.insert(Place(schema)).inserted { noteEnumeration(name, schema) }
    }

    private mutating func noteEnumeration(_ key: String, _ schema: YAMLNode) {
        let schema = schema["items"] ?? schema
        if let signature = EnumSignature(key, schema) { enumerations[signature, default: 0] += 1 }
    }

    /// Records an unsupported keyword, and `required` without properties.
    private func note(
        _ pair: YAMLPair,
        of node: YAMLNode,
        _ role: Role,
        _ context: inout ReadingContext
    ) {
        guard let key = pair.key.text else { return }
        switch key {
        case "items" where pair.value.bool == false,
            "additionalItems" where pair.value.bool == false:
            context.findings.addUnchecked(key, at: pair.key.range)
        case "exclusiveMaximum" where pair.value.bool == false,
            "exclusiveMinimum" where pair.value.bool == false,
            "uniqueItems" where pair.value.bool == false:
            break
        case "if":
            context.findings.addRepeated(
                .simplified,
                "`if` is ignored, with the keywords that depend on it",
                at: pair.key.range
            )
        case "required" where !pair.value.elements.isEmpty:
            guard role != .composed, node["properties"] == nil, node.reference == nil,
                node["allOf"] == nil, node["oneOf"] == nil, node["anyOf"] == nil
            else { return }
            context.findings.addUnchecked(key, at: pair.key.range)
        case _ where Self.restrictions.contains(key):
            context.findings.addUnchecked(key, at: pair.key.range)
        default: break
        }
    }

    /// The keywords whose values are schemas, or objects with schemas, by name.
    static let namesSchemas: Set<String> = [
        "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "schemas",
        // Their keys are `default` and `x-…`, too, which are not data here.
        "responses", "headers",
    ]

    /// The keywords that restrict values, apart from types.
    private static let restrictions: Set<String> = [
        "contains", "contentSchema", "dependencies", "dependentRequired", "dependentSchemas",
        "exclusiveMaximum", "exclusiveMinimum", "maxContains", "maxItems", "maxLength",
        "maxProperties", "maximum", "minContains", "minItems", "minLength", "minProperties",
        "minimum", "multipleOf", "not", "pattern", "propertyNames", "unevaluatedItems",
        "uniqueItems",
    ]

    /// Whether a key contains data, in which `$ref` and `properties` have no meaning.
    static func isData(_ key: String) -> Bool {
        switch key {
        case "example", "examples", "default", "enum", "const", "mapping": true
        default: key.hasPrefix("x-")
        }
    }
}

/// The identity of an enum: the key of the property, and the values.
struct EnumSignature: Hashable {
    let key: String
    let values: [String]

    init?(_ key: String, _ schema: YAMLNode) {
        guard let values = schema["enum"]?.elements, values.count > 1 else { return nil }
        self.init(key, values: values)
    }

    init(_ key: String, values: [YAMLNode]) {
        self.key = key
        self.values = values.filter { !$0.isNull }.compactMap(\.text)
    }
}
