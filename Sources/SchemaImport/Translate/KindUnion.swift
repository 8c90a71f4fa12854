import YAMLTree

/// Unions of JSON types, which share a declaration if they have the same cases.
enum KindUnion {
    /// The union of the types in `type`; JSON if it lists nearly all.
    static func use(ofKinds object: SchemaObject, _ context: inout ImportContext) -> TypeUse {
        let kinds = object.kinds
        if Set(kinds) == [.integer, .number] { return TypeUse("Double") }
        let hasParts =
            kinds.contains(.array) && object.items != nil
            || kinds.contains(.object) && (!object.properties.isEmpty || object.additional != nil)
        if hasParts {
            context.report(
                .simplified,
                "in a union with other types, the contents of an array or an object are JSON",
                at: object.range,
                hint: "write each type as an alternative of `oneOf`"
            )
        }
        var seen: Set<ShapeSketch.Kind> = []
        var cases: [ProposedUnion.Case] = []
        for kind in kinds.map(ShapeSketch.kind(of:)) where seen.insert(kind).inserted {
            let type: ProposedType =
                switch kind {
                case .string: .string
                case .number: .name(kinds.contains(.number) ? "Double" : "Int")
                case .bool: .name("Bool")
                case .array: .array(.json)
                case .object: .dictionary(.json)
                }
            cases.append(ProposedUnion.Case(name: kind.caseName, type: type))
        }
        return cases.count > 3 ? .json : shared(cases, &context)
    }

    /// A union of inline alternatives, each of which is a string, a number or a Boolean; nil if one
    /// is not.
    static func use(
        ofScalars nodes: [YAMLNode],
        at place: TypePlace,
        _ context: inout ImportContext
    ) -> TypeUse? {
        var cases: [ProposedUnion.Case] = []
        for node in nodes {
            let object = SchemaObject(node)
            guard object.reference == nil, object.values == nil, object.kinds.count == 1,
                let kind = ShapeSketch.kind(of: node, &context),
                kind.isSingleValue
            else { return nil }
            let type = caseType(of: node, at: place, &context)
            cases.append(ProposedUnion.Case(name: kind.caseName, type: type))
        }
        return shared(cases, &context)
    }

    /// The type of a case, which is not nullable.
    static func caseType(
        of node: YAMLNode,
        at place: TypePlace,
        _ context: inout ImportContext
    ) -> ProposedType {
        let type = TypeTranslator.use(of: node, at: place, &context).type.withoutNull
        // A union cannot declare the format of a date.
        return type.leafName == "Date" ? type.replacingLeaf(with: .string) : type
    }

    /// The union with the given cases, declared once.
    private static func shared(
        _ cases: [ProposedUnion.Case],
        _ context: inout ImportContext
    ) -> TypeUse {
        let signature = cases.map { "\($0.name): \($0.type.text)" }.joined(separator: ", ")
        if let name = context.kindUnions[signature] { return TypeUse(name) }
        let words = cases.map { found in
            if case .name(let name) = found.type { name } else { found.name.uppercasedFirst }
        }
        let name = context.names.take(words.joined(separator: "Or"), or: "Value")
        context.kindUnions[signature] = name
        context.declarations.append(
            ProposedDeclaration(name, .union(ProposedUnion(cases: cases)))
        )
        return TypeUse(name)
    }
}

extension ShapeSketch.Kind {
    /// The name of the case for a type.
    var caseName: String {
        switch self {
        case .string: "text"
        case .number: "number"
        case .bool: "flag"
        case .array: "list"
        case .object: "object"
        }
    }
}
