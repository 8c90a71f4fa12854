import YAMLTree

/// Quick facts about a schema, without translating its parts.
enum ShapeSketch {
    /// The JSON types that a union distinguishes.
    enum Kind: Hashable {
        case string, number, bool, array, object

        /// Whether its values are single.
        var isSingleValue: Bool { self != .array && self != .object }

        /// The name in messages.
        var word: String {
            switch self {
            case .string: "string"
            case .number: "number"
            case .bool: "Boolean"
            case .array: "array"
            case .object: "object"
            }
        }
    }

    /// The only JSON type of all values of a schema; nil if there are several.
    static func kind(of node: YAMLNode, _ context: inout ImportContext) -> Kind? {
        kind(of: node, depth: 0, &context)
    }

    private static func kind(
        of node: YAMLNode,
        depth: Int,
        _ context: inout ImportContext
    ) -> Kind? {
        guard depth < 40 else { return nil }
        let object = SchemaObject(node)
        if let reference = object.reference {
            guard let (place, target) = context.reading.target(of: reference) else { return nil }
            if let known = context.kinds[place] { return known }
            // A recursive reference adds nothing.
            context.kinds[place] = .some(nil)
            let kind = kind(of: target, depth: depth + 1, &context)
            context.kinds[place] = .some(kind)
            return kind
        }
        if let first = object.kinds.first {
            let kinds = Set(object.kinds.map(kind(of:)))
            return kinds.count == 1 ? kind(of: first) : nil
        }
        if let values = object.values {
            let kinds = Set(values.map(Self.kind(ofValue:)))
            return kinds.count == 1 ? kinds.first ?? nil : nil
        }
        if !object.allOf.isEmpty {
            for part in object.allOf {
                if let kind = kind(of: part, depth: depth + 1, &context) { return kind }
            }
            return nil
        }
        if !object.oneOf.isEmpty {
            var kinds: Set<Kind?> = []
            for part in object.oneOf {
                let whole = SchemaObject(context.reading.resolved(part) ?? part)
                if whole.isOnlyNull || whole.isShapeless && whole.isNullable { continue }
                kinds.insert(kind(of: part, depth: depth + 1, &context))
            }
            return kinds.count == 1 ? kinds.first ?? nil : nil
        }
        return object.format == nil ? nil : .string
    }

    /// Whether a schema, or one of its alternatives, allows null.
    static func allowsNull(_ node: YAMLNode, _ context: inout ImportContext) -> Bool {
        allowsNull(node, depth: 0, &context)
    }

    private static func allowsNull(
        _ node: YAMLNode,
        depth: Int,
        _ context: inout ImportContext
    ) -> Bool {
        guard depth < 40 else { return false }
        let object = SchemaObject(node)
        if object.isNullable { return true }
        if let reference = object.reference {
            guard let (place, target) = context.reading.target(of: reference) else { return false }
            if let known = context.nulls[place] { return known }
            // A recursive reference adds nothing.
            context.nulls[place] = false
            let allowsNull = allowsNull(target, depth: depth + 1, &context)
            context.nulls[place] = allowsNull
            return allowsNull
        }
        return object.properties.isEmpty && object.allOf.isEmpty
            && object.oneOf.contains { allowsNull($0, depth: depth + 1, &context) }
    }

    /// The JSON type for a name in `type`.
    static func kind(of kind: SchemaObject.Kind) -> Kind {
        switch kind {
        case .string: .string
        case .number, .integer: .number
        case .boolean: .bool
        case .array: .array
        case .object: .object
        }
    }

    /// The JSON type of a value; nil for null.
    static func kind(ofValue value: YAMLNode) -> Kind? {
        switch value.content {
        case .sequence: .array
        case .mapping: .object
        case .scalar(let scalar):
            switch scalar.meaning {
            case .string: .string
            case .integer, .float: .number
            case .bool: .bool
            case .null: nil
            }
        }
    }

    /// Whether a referenced schema gets a declaration: an object with properties, an enum, or a
    /// union.
    static func isDeclared(_ node: YAMLNode, _ context: inout ImportContext) -> Bool {
        let object = SchemaObject(node)
        if object.reference != nil || object.isImpossible { return false }
        if !object.oneOf.isEmpty, object.properties.isEmpty, object.allOf.isEmpty {
            return UnionTranslator.canSay(object, &context)
                || UnionTranslator.joined(object, &context) != nil
        }
        if !object.allOf.isEmpty {
            if let only = object.onlyPart, !object.requiresMore(than: only, &context) {
                return false
            }
            return kind(of: node, &context) == .object
                && !MergedObject(node, &context).members.isEmpty
        }
        if let values = object.values {
            return values.count > 1 && EnumerationTranslator.canSay(values)
        }
        return object.kinds == [.object] && !object.properties.isEmpty
    }
}
