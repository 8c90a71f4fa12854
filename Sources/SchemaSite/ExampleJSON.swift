import SchemaDiagram
import SchemaLanguage

/// Examples of what is sent and received, as JSON that fits the types.
struct ExampleJSON {
    /// A JSON value.
    indirect enum Value {
        /// Text that is JSON.
        case raw(String)
        case array([Value])
        case object([(key: String, value: Value)])

        /// The value as text, indented by two spaces.
        func text(_ indentation: String = "") -> String {
            let inner = indentation + "  "
            switch self {
            case .raw(let text): return text
            case .array(let elements):
                guard !elements.isEmpty else { return "[]" }
                let lines = elements.map { inner + $0.text(inner) }
                return "[\n\(lines.joined(separator: ",\n"))\n\(indentation)]"
            case .object(let members):
                guard !members.isEmpty else { return "{}" }
                let lines = members.map {
                    "\(inner)\(ExampleJSON.literal($0.key)): \($0.value.text(inner))"
                }
                return "{\n\(lines.joined(separator: ",\n"))\n\(indentation)}"
            }
        }

        /// The same with another property in front, of an object.
        func adding(_ key: String, _ value: Value) -> Value {
            guard case .object(let members) = self else { return self }
            return .object([(key, value)] + members.filter { $0.key != key })
        }
    }

    /// What a body is for, which decides what properties it has.
    enum Purpose {
        case response, draft, patch
    }

    private let schema: CheckedSchema
    /// How deep the least value of each structure and union is: some union contains itself.
    private let leastDepths: [String: Int]
    /// How deep values may be in one another where they need not be there.
    private static let depth = 4

    init(_ schema: CheckedSchema) {
        self.schema = schema
        leastDepths = Self.leastDepths(of: schema)
    }

    /// The depths, found by looking at all types until nothing changes.
    private static func leastDepths(of schema: CheckedSchema) -> [String: Int] {
        var depths: [String: Int] = [:]
        func depth(of type: CheckedType) -> Int? {
            switch type {
            case .union(let name), .value(let name), .entity(let name): depths[name]
            default: 0
            }
        }
        func depth(of properties: [CheckedProperty]) -> Int? {
            var deepest = 0
            for property in properties where property.presence == .required {
                guard let depth = depth(of: property.type) else { return nil }
                deepest = max(deepest, depth)
            }
            return deepest + 1
        }
        var isSettled = false
        while !isSettled {
            isSettled = true
            func set(_ name: String, _ depth: Int?) {
                guard let depth, depth < depths[name] ?? .max else { return }
                depths[name] = depth
                isSettled = false
            }
            for value in schema.values { set(value.head.name, depth(of: value.properties)) }
            for entity in schema.entities { set(entity.head.name, depth(of: entity.properties)) }
            for union in schema.unions {
                let least = union.cases.compactMap { depth(of: $0.type) }.min()
                set(union.head.name, least.map { $0 + 1 })
            }
        }
        return depths
    }

    /// A text as JSON.
    static func literal(_ text: String) -> String {
        String(OrderedJSON.string(text).text.dropLast())
    }

    /// A value of a type.
    func value(of type: CheckedType, _ wire: WireForm = .own) -> Value {
        value(of: type, wire, within: [])
    }

    /// The text of an example of the identity of an entity.
    func identity(of name: String) -> String {
        guard let identity = schema.entities.first(where: { $0.head.name == name })?.identity else {
            return "1"
        }
        return value(of: identity.type, identity.wire).text()
    }

    /// An entity or a value.
    func value(ofStructure name: String, for purpose: Purpose = .response) -> Value {
        structure(name, purpose, within: [])
    }

    private func value(of type: CheckedType, _ wire: WireForm, within outer: [String]) -> Value {
        switch type {
        case .primitive(let primitive), .identity(_, let primitive):
            return .raw(text(of: primitive, wire))
        case .enumeration(let name):
            guard
                let first = schema.enumerations.first(where: { $0.head.name == name })?.cases.first
            else { return .raw("null") }
            switch first.raw {
            case .string(let text): return .raw(Self.literal(text))
            case .integer(let digits): return .raw(digits)
            }
        case .scalar(let name):
            guard let scalar = schema.scalars.first(where: { $0.head.name == name }) else {
                return .raw("null")
            }
            switch scalar.type {
            case .primitive(let primitive): return .raw(text(of: primitive, scalar.wire))
            case .custom(_, _, let primitive): return .raw(text(of: primitive, scalar.wire))
            }
        case .union(let name): return union(name, within: outer)
        case .value(let name), .entity(let name): return structure(name, .response, within: outer)
        case .draft(let name): return structure(name, .draft, within: outer)
        case .patch(let name): return structure(name, .patch, within: outer)
        case .array(let element):
            guard !isTooDeep(element, outer) else { return .array([]) }
            return .array([value(of: element, wire, within: outer)])
        case .dictionary(let element):
            guard !isTooDeep(element, outer) else { return .object([]) }
            return .object([("key", value(of: element, wire, within: outer))])
        case .nullable(let inner):
            return isTooDeep(inner, outer) ? .raw("null") : value(of: inner, wire, within: outer)
        }
    }

    /// Whether a value of a type would contain itself, or be deep in others.
    private func isTooDeep(_ type: CheckedType, _ outer: [String]) -> Bool {
        guard let name = type.declared?.name, type.declared?.isIdentity == false else {
            return false
        }
        return outer.contains(name) || outer.count >= Self.depth
    }

    private func structure(_ name: String, _ purpose: Purpose, within outer: [String]) -> Value {
        let properties: [CheckedProperty]
        if let entity = schema.entities.first(where: { $0.head.name == name }) {
            let hasIdentity =
                switch purpose {
                case .response: true
                case .draft: entity.identityOrigin != .server
                case .patch: false
                }
            properties = (hasIdentity ? [entity.identity] : []) + entity.properties
        } else {
            properties = schema.values.first { $0.head.name == name }?.properties ?? []
        }
        var members: [(key: String, value: Value)] = []
        for property in properties {
            let isShown =
                switch (purpose, property.direction) {
                case (.response, .writeOnly), (.draft, .readOnly): false
                case (.patch, .readOnly), (.patch, .immutable): false
                default: true
                }
            guard isShown else { continue }
            if let example = property.example {
                members.append((property.key, .raw(example)))
                continue
            }
            if property.presence != .required, isTooDeep(property.type, outer + [name]) { continue }
            let value = value(of: property.type, property.wire, within: outer + [name])
            members.append((property.key, value))
            // A patch says only what changes.
            if purpose == .patch { break }
        }
        return .object(members)
    }

    private func union(_ name: String, within outer: [String]) -> Value {
        guard let union = schema.unions.first(where: { $0.head.name == name }) else {
            return .raw("null")
        }
        // The case that ends soonest: another one may contain the union.
        let one = union.cases.min { depth(of: $0.type) < depth(of: $1.type) }
        guard let one else { return .raw("null") }
        let value = value(of: one.type, .own, within: outer + [name])
        guard let key = union.discriminator, case .tag(let tag) = one.mark else { return value }
        return value.adding(key, .raw(Self.literal(tag)))
    }

    private func depth(of type: CheckedType) -> Int {
        switch type {
        case .union(let name), .value(let name), .entity(let name): leastDepths[name] ?? .max
        default: 0
        }
    }

    // MARK: - Single values

    private func text(of type: PrimitiveType, _ wire: WireForm) -> String {
        switch wire {
        case .own where type == .date: "\"2026-11-21T02:06:32Z\""
        case .own: Self.plain(type)
        case .text: type == .bool ? "\"true\"" : Self.literal(Self.plain(type))
        case .numericBool: "1"
        case .date(let formats): Self.date(format(of: formats))
        case .url(let template):
            Self.literal(template.replacing("{id}", with: Self.plain(type).filter { $0 != "\"" }))
        }
    }

    private func format(of formats: DateFormats) -> DateFormat {
        switch formats {
        case .own(let formats): formats.first ?? .iso8601
        case .api(let name):
            schema.apis.first { $0.head.name == name }?.dates.first ?? .iso8601
        }
    }

    private static func date(_ format: DateFormat) -> String {
        switch format {
        case .iso8601: "\"2026-11-21T02:06:32Z\""
        case .unixSeconds: "1795226792"
        case .unixMilliseconds: "1795226792000"
        case .rfc1123: "\"Sat, 21 Nov 2026 02:06:32 GMT\""
        case .iso8601WithoutZone: "\"2026-11-21T02:06:32\""
        case .dateOnly: "\"2026-11-21\""
        }
    }

    private static func plain(_ type: PrimitiveType) -> String {
        switch type {
        case .string: "\"text\""
        case .bool: "true"
        case .double, .float, .decimal: "1.5"
        case .date: date(.iso8601)
        case .day: "\"2026-11-21\""
        case .url: "\"https://example.com/page\""
        case .uuid: "\"123E4567-E89B-12D3-A456-426614174000\""
        case .data: "\"cmVwb2dlbg==\""
        case .json: "{}"
        default: "1"
        }
    }
}
