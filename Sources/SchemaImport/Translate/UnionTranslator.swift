import Diagnostics
import YAMLTree

/// Converts `oneOf` and `anyOf` to unions, or to equivalent types.
enum UnionTranslator {
    /// The alternatives with type information.
    static func alternatives(
        _ object: SchemaObject,
        _ context: inout ImportContext
    ) -> [YAMLNode] {
        object.oneOf.filter { node in
            !SchemaObject(node).isShapeless && !isOnlyNull(node, &context)
        }
    }

    /// Whether a schema allows only null.
    static func isOnlyNull(_ node: YAMLNode, _ context: inout ImportContext) -> Bool {
        let object = SchemaObject(node)
        guard object.reference != nil else { return object.isOnlyNull }
        return context.reading.resolved(node).map { SchemaObject($0).isOnlyNull } == true
    }

    /// Whether an alternative has no type information, and no keyword next to them has any.
    private static func allowsAnything(_ object: SchemaObject) -> Bool {
        object.kinds.isEmpty && object.values == nil
            && object.oneOf.map(SchemaObject.init).contains { $0.isShapeless && !$0.isNullable }
    }

    /// The enum that the alternatives form together; nil if they are not all lists of strings.
    static func joined(_ object: SchemaObject, _ context: inout ImportContext) -> YAMLNode? {
        guard !allowsAnything(object) else { return nil }
        let nodes = alternatives(object, &context)
        return JoinedEnumeration.schema(of: object, nodes, &context)
    }

    /// The way to distinguish the cases of a union.
    private enum Mark {
        case key(String, tags: [String])
        case kinds
    }

    /// Whether a union can express a schema.
    static func canSay(_ object: SchemaObject, _ context: inout ImportContext) -> Bool {
        let nodes = alternatives(object, &context)
        return nodes.count > 1 && !allowsAnything(object) && simple(nodes, object, &context) == nil
            && mark(of: nodes, object, &context) != nil
    }

    /// The type for a schema with alternatives; nil if there are none besides null.
    static func use(
        of object: SchemaObject,
        at place: TypePlace,
        _ context: inout ImportContext
    ) -> TypeUse? {
        if allowsAnything(object) {
            // With null as the only other alternative, it is exactly JSON.
            let others = object.oneOf.filter { !isOnlyNull($0, &context) }
            if others.count == 1 { return .json }
            context.report(
                .simplified,
                "one of the alternatives allows any value; used as JSON",
                at: object.range
            )
            return .json
        }
        let nodes = alternatives(object, &context)
        let nulls = object.oneOf.filter { isOnlyNull($0, &context) }
        JoinedEnumeration.noteReferences(nulls, &context)
        let isNullable = object.oneOf.contains { ShapeSketch.allowsNull($0, &context) }
        func finished(_ use: TypeUse) -> TypeUse { isNullable ? use.nullable : use }
        guard let first = nodes.first else {
            return object.kinds.isEmpty && isNullable ? .json : nil
        }
        if nodes.count == 1 {
            return finished(TypeTranslator.use(of: first, at: place, &context))
        }
        if let use = JoinedEnumeration.use(of: object, nodes, at: place, &context) {
            return finished(use)
        }
        if let node = simple(nodes, object, &context) {
            var place = place
            place.allowsInline = false
            var use = TypeTranslator.use(of: node, at: place, &context)
            // A value satisfies one of the alternatives, not each of them.
            let all = nodes.map { node in
                context.reading.resolved(node).map { resolved in
                    ConstraintTranslator.constraints(of: SchemaObject(resolved)).map(\.constraint)
                } ?? []
            }
            use.constraints.removeAll { one in !all.allSatisfy { $0.contains(one.constraint) } }
            return finished(use)
        }
        if let name = context.inlineNames[object.range] { return finished(TypeUse(name)) }
        guard mark(of: nodes, object, &context) != nil else {
            context.report(
                .simplified,
                "the alternatives cannot be distinguished, as a union requires; used as JSON",
                at: object.range,
                hint: "declare a discriminator in the document, or your own type in the schema"
            )
            // Each alternative has a type, for code that distinguishes them by other means.
            for node in nodes where node.reference != nil {
                _ = TypeTranslator.use(of: node, at: place, &context)
            }
            return .json
        }
        let title = object.typeTitle(besides: place.key)
        if title == nil, let use = KindUnion.use(ofScalars: nodes, at: place, &context) {
            return finished(use)
        }
        let name = context.names.take(title ?? place.wantedName, or: "Value")
        context.inlineNames[object.range] = name
        if let union = union(object, name: name, isSent: place.isSent, &context) {
            context.declarations.append(
                ProposedDeclaration(name, doc: object.doc(of: name), .union(union))
            )
        }
        return finished(TypeUse(name))
    }

    /// The single schema that covers all alternatives, if they are all strings or numbers, or
    /// equal.
    private static func simple(
        _ nodes: [YAMLNode],
        _ object: SchemaObject,
        _ context: inout ImportContext
    ) -> YAMLNode? {
        let references = Set(nodes.compactMap { $0.reference?.text })
        if references.count == 1, nodes.allSatisfy({ $0.reference != nil }) { return nodes[0] }
        let kinds = Set(nodes.map { ShapeSketch.kind(of: $0, &context) })
        guard kinds.count == 1, let kind = kinds.first else { return nil }
        switch kind {
        case .string, .number, .bool:
            // The widest of them: a string without values or a format, `number` rather than
            // `integer`.
            return nodes.first { node in
                guard let node = context.reading.resolved(node) else { return false }
                let object = SchemaObject(node)
                return object.values == nil && object.format == nil && object.kinds != [.integer]
            } ?? nodes.first { node in SchemaObject(node).kinds == [.number] }
                ?? (kind == .string ? plainText(nodes[0]) : nodes[0])
        case .array, .object, nil: return nil
        }
    }

    private static func plainText(_ node: YAMLNode) -> YAMLNode {
        func text(_ text: String) -> YAMLNode {
            YAMLNode(.scalar(YAMLScalar(text, style: .plain, meaning: .string)), range: node.range)
        }
        let pair = YAMLPair(key: text("type"), value: text("string"))
        return YAMLNode(.mapping([pair]), range: node.range)
    }

    /// The way to distinguish alternatives; nil if there is none.
    private static func mark(
        of nodes: [YAMLNode],
        _ object: SchemaObject,
        _ context: inout ImportContext
    ) -> Mark? {
        let kinds = nodes.map { ShapeSketch.kind(of: $0, &context) }
        guard kinds.allSatisfy({ $0 != nil }) else { return nil }
        if Set(kinds).count == kinds.count { return .kinds }
        guard kinds.allSatisfy({ $0 == .object }) else { return nil }
        if let discriminator = object.discriminator {
            let tags = nodes.map { node in
                let place = node.reference.flatMap { context.reading.target(of: $0)?.place }
                return DiscriminatorTags.tag(of: node, at: place, discriminator, &context)
            }
            if tags.allSatisfy({ $0 != nil }), Set(tags).count == tags.count {
                return .key(discriminator.key, tags: tags.compactMap(\.self))
            }
        }
        return commonConstant(nodes, &context)
    }

    /// A property with a different single value in each alternative.
    private static func commonConstant(
        _ nodes: [YAMLNode],
        _ context: inout ImportContext
    ) -> Mark? {
        var tags: [String: [String]] = [:]
        for node in nodes {
            let merged = MergedObject(node, &context)
            for member in merged.members where merged.required.contains(member.key) {
                let values = SchemaObject(member.schema).values ?? []
                guard values.count == 1, values[0].meaning == .string, let tag = values[0].text
                else {
                    continue
                }
                tags[member.key, default: []].append(tag)
            }
        }
        let found = tags.filter {
            $0.value.count == nodes.count && Set($0.value).count == nodes.count
        }
        return found.min { $0.key < $1.key }.map { .key($0.key, tags: $0.value) }
    }

    /// The union for a schema with alternatives; nil if a union cannot express them.
    static func union(
        _ object: SchemaObject,
        name: String,
        isSent: Bool,
        _ context: inout ImportContext
    ) -> ProposedUnion? {
        guard object.properties.isEmpty, object.allOf.isEmpty else { return nil }
        let nodes = alternatives(object, &context)
        guard nodes.count > 1, let mark = mark(of: nodes, object, &context) else { return nil }
        switch mark {
        case .key(let key, let tags):
            if let discriminator = object.discriminator {
                let places = nodes.compactMap { node in
                    node.reference.flatMap { context.reading.target(of: $0)?.place }
                }
                DiscriminatorTags.check(discriminator, alternatives: places, &context)
            }
            if object.discriminator == nil {
                context.report(
                    .guessed,
                    "\(key.quoted) distinguishes the alternatives: each has a different value",
                    at: object.range
                )
            }
            return tagged(zip(tags, nodes).map { ($0, $1) }, by: key, name, isSent, &context)
        case .kinds:
            return byKind(nodes, name, isSent, &context)
        }
    }

    /// A union of objects with a discriminator.
    private static func tagged(
        _ alternatives: [(tag: String, node: YAMLNode)],
        by key: String,
        _ name: String,
        _ isSent: Bool,
        _ context: inout ImportContext
    ) -> ProposedUnion {
        let names = NameTable.caseNames(for: alternatives.map(\.tag))
        let cases = zip(names, alternatives).map { caseName, alternative in
            let type = variant(alternative.node, alternative.tag, key, name, isSent, &context)
            return ProposedUnion.Case(name: caseName, type: .name(type), tag: alternative.tag)
        }
        return ProposedUnion(discriminator: key, cases: cases)
    }

    /// The value of an alternative, which lacks the discriminator.
    private static func variant(
        _ node: YAMLNode,
        _ tag: String,
        _ key: String,
        _ union: String,
        _ isSent: Bool,
        _ context: inout ImportContext
    ) -> String {
        var wanted = union + (NameTable.typeName(tag) ?? "Case")
        var target = node
        if let reference = node.reference, let found = context.reading.target(of: reference) {
            target = found.node
            let name = context.name(ofComponent: found.place, found.node)
            if context.variantKeys[name] == key { return name }
            let isAlone =
                context.usage.plainUses[found.place, default: 0] == 0
                && context.usage.alternativeUses[found.place, default: 0] <= 1
            if isAlone, context.components[found.place] == nil {
                context.components[found.place] = .declared(name)
                context.variantKeys[name] = key
                declareVariant(target, name, key, isSent, &context)
                return name
            }
            wanted = union + name
            // Its copy needs no declaration of the schema.
            context.inPlace.insert(found.place)
        }
        let name = context.names.take(wanted, or: "Case")
        declareVariant(target, name, key, isSent, &context)
        return name
    }

    /// Declares the value of an alternative, without the discriminator that the union writes.
    static func declareVariant(
        _ node: YAMLNode,
        _ name: String,
        _ key: String,
        _ isSent: Bool,
        _ context: inout ImportContext
    ) {
        let structure = StructureTranslator.structure(
            of: node,
            name: name,
            isSent: isSent,
            dropping: key,
            &context
        )
        let doc = SchemaObject(node).doc(of: name)
        context.declarations.append(ProposedDeclaration(name, doc: doc, .value(structure)))
    }

    /// A union of different JSON types.
    private static func byKind(
        _ nodes: [YAMLNode],
        _ name: String,
        _ isSent: Bool,
        _ context: inout ImportContext
    ) -> ProposedUnion {
        let cases = nodes.map { node in
            let kind = ShapeSketch.kind(of: node, &context) ?? .object
            let place = TypePlace(owner: name, property: kind.caseName, key: "", isSent: isSent)
            let type = KindUnion.caseType(of: node, at: place, &context)
            return (kind: kind, type: type, isNamed: node.reference != nil)
        }
        let wanted = cases.map { found in
            if case .name(let name) = found.type, found.kind == .object, found.isNamed {
                return name
            }
            return found.kind.caseName
        }
        return ProposedUnion(
            cases: zip(NameTable.caseNames(for: wanted), cases).map { name, found in
                ProposedUnion.Case(name: name, type: found.type)
            }
        )
    }
}
