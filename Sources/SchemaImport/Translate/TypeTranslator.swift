import Diagnostics
import YAMLTree

/// Converts schemas to types, and declares named ones.
enum TypeTranslator {
    /// The maximum nesting depth of schemas.
    static let depthLimit = 120

    /// The type for the use of a schema.
    static func use(
        of node: YAMLNode,
        at place: TypePlace,
        _ context: inout ImportContext
    ) -> TypeUse {
        guard context.depth < depthLimit else {
            context.report(
                .deepComposition,
                "schemas are nested more than \(depthLimit) levels deep; used as JSON",
                at: node.range
            )
            return .json
        }
        context.depth += 1
        defer { context.depth -= 1 }
        let object = SchemaObject(node)
        SchemaFaults.report(object, &context)
        let use = use(of: object, at: place, &context)
        return object.isNullable ? use.nullable : use
    }

    private static func use(
        of object: SchemaObject,
        at place: TypePlace,
        _ context: inout ImportContext
    ) -> TypeUse {
        if let reference = object.reference {
            return use(ofReference: reference, at: place, &context)
        }
        if object.isImpossible {
            context.report(.impossibleSchema, "no value is valid for this schema", at: object.range)
            return .json
        }
        if !object.oneOf.isEmpty, object.properties.isEmpty, object.allOf.isEmpty,
            let use = UnionTranslator.use(of: object, at: place, &context)
        {
            return use
        }
        if !object.allOf.isEmpty { return composed(object, at: place, &context) }
        if let values = object.values {
            return EnumerationTranslator.use(of: object, values, at: place, &context)
        }
        return plain(object, at: place, &context)
    }

    // MARK: - References

    private static func use(
        ofReference reference: YAMLNode,
        at place: TypePlace,
        _ context: inout ImportContext
    ) -> TypeUse {
        guard let (target, node) = context.reading.target(of: reference) else { return .json }
        var use: TypeUse
        switch context.components[target] {
        case .declared(let name): use = TypeUse(name)
        case .alias(let known): use = known
        case .open:
            context.report(
                .referenceCycle,
                "\((reference.text ?? "").quoted) refers back to itself; used as JSON",
                at: reference.range
            )
            return .json
        case nil: use = translate(target, node, &context)
        }
        // A declaration that is nullable is nullable at each use.
        if ShapeSketch.allowsNull(node, &context) { use = use.nullable }
        return use
    }

    /// Translates a referenced schema.
    static func translate(
        _ target: DocumentPlace,
        _ node: YAMLNode,
        _ context: inout ImportContext
    ) -> TypeUse {
        let object = SchemaObject(node)
        let name = context.name(ofComponent: target, node)
        let isSent = context.usage.sent.contains(target)
        if isSent, context.usage.isAnswered(target) { context.shared.insert(name) }
        if let use = SupertypeTranslator.use(of: object, target, name: name, &context) {
            return use
        }
        guard ShapeSketch.isDeclared(node, &context) else {
            context.components[target] = .open
            let place = TypePlace(owner: name, property: "", key: "", isSent: isSent)
            let use = use(of: node, at: place, &context)
            context.components[target] = .alias(use)
            return use
        }
        context.components[target] = .declared(name)
        declare(node, name: name, isSent: isSent, &context)
        return TypeUse(name)
    }

    /// Declares a schema with a reserved name.
    static func declare(
        _ node: YAMLNode,
        name: String,
        isSent: Bool,
        dropping key: String? = nil,
        _ context: inout ImportContext
    ) {
        var object = SchemaObject(node)
        context.origins[name] = node.range
        if object.reference == nil { SchemaFaults.report(object, &context) }
        if !object.oneOf.isEmpty, object.properties.isEmpty, object.allOf.isEmpty,
            let joined = UnionTranslator.joined(object, &context)
        {
            JoinedEnumeration.noteReferences(object.oneOf, &context)
            object = SchemaObject(joined)
        }
        let body: ProposedDeclaration.Body
        if let values = object.values, object.allOf.isEmpty {
            body = .enumeration(EnumerationTranslator.enumeration(object, values, &context))
        } else if let union = UnionTranslator.union(object, name: name, isSent: isSent, &context) {
            body = .union(union)
        } else {
            if object.allOf.isEmpty { reportImplied(object, &context) }
            let structure = StructureTranslator.structure(
                of: node,
                name: name,
                isSent: isSent,
                dropping: key,
                &context
            )
            body = .value(structure)
        }
        context.declarations.append(
            ProposedDeclaration(name, doc: object.doc(of: name), body)
        )
    }

    // MARK: - Composition

    private static func composed(
        _ object: SchemaObject,
        at place: TypePlace,
        _ context: inout ImportContext
    ) -> TypeUse {
        let parts = object.allOf.filter { !SchemaObject($0).isShapeless }
        if let only = object.onlyPart {
            if object.requiresMore(than: only, &context) {
                return structure(object, at: place, &context)
            }
            for node in [object.node] + object.allOf where node.reference == nil {
                guard let required = node["required"] else { continue }
                context.reading.findings.addUnchecked("required", at: required.range)
            }
            return use(of: only, at: place, &context).restricted(
                by: object,
                besides: only,
                &context
            )
        }
        if ShapeSketch.kind(of: object.node, &context) == .object {
            return structure(object, at: place, &context)
        }
        // The type of a restricted value that is not an object: that of the first part with a type.
        for part in parts where ShapeSketch.kind(of: part, &context) != nil {
            return use(of: part, at: place, &context).restricted(
                by: object,
                besides: part,
                &context
            )
        }
        return parts.first.map { use(of: $0, at: place, &context) } ?? .json
    }

    // MARK: - Kinds

    private static func plain(
        _ object: SchemaObject,
        at place: TypePlace,
        _ context: inout ImportContext
    ) -> TypeUse {
        reportImplied(object, &context)
        guard let kind = object.kinds.first else { return formatted(object) ?? .json }
        if object.kinds.count > 1 {
            return KindUnion.use(ofKinds: object, &context)
        }
        switch kind {
        case .string: return string(object).restricted(by: object)
        case .boolean: return TypeUse("Bool")
        case .integer: return integer(object).restricted(by: object)
        case .number: return number(object).restricted(by: object)
        case .array:
            guard let items = object.items, !object.isTuple, items.bool == nil else {
                return TypeUse(.array(.json)).restricted(by: object)
            }
            var inner = place
            inner.property = NounForm.singular(place.property)
            return use(of: items, at: place.property.isEmpty ? place : inner, &context)
                .wrapped { .array($0) }.restricted(by: object)
        case .object:
            if !object.properties.isEmpty { return structure(object, at: place, &context) }
            guard let additional = object.additional else { return TypeUse(.dictionary(.json)) }
            return use(of: additional, at: place, &context).wrapped { .dictionary($0) }
        }
    }

    /// Reports that a schema has no type, and the type that another keyword implies.
    private static func reportImplied(_ object: SchemaObject, _ context: inout ImportContext) {
        let isText = object.kinds.isEmpty && formatted(object) != nil
        let key = object.node["format"] == nil ? "contentEncoding" : "format"
        guard let keyword = isText ? key : object.implying else { return }
        let noun =
            switch object.kinds.first {
            case .object: "an object"
            case .array: "an array"
            case .integer, .number: "a number"
            case .string, .boolean, nil: "a string"
            }
        context.reading.findings.addRepeated(
            .guessed,
            "a schema with `\(keyword)` but no `type` is assumed to be \(noun)",
            at: object.range
        )
    }

    /// An inline object, or a named value.
    private static func structure(
        _ object: SchemaObject,
        at place: TypePlace,
        _ context: inout ImportContext
    ) -> TypeUse {
        if let name = context.inlineNames[object.range] { return TypeUse(name) }
        // Undeclared keys of an inline object are lost, and a recursive object needs a name.
        if place.allowsInline, !object.allowsAdditional,
            context.openObjects.insert(object.range).inserted
        {
            defer { context.openObjects.remove(object.range) }
            // The name of an inline object in the language.
            let name = place.owner + place.property.uppercasedFirst
            if name.count <= 90, context.names.takeExactly(name) {
                let structure = StructureTranslator.structure(
                    of: object.node,
                    name: name,
                    isSent: place.isSent,
                    dropping: nil,
                    &context
                )
                if structure.properties.isEmpty { return TypeUse(.dictionary(.json)) }
                var use = TypeUse(.inline)
                use.properties = structure.properties
                return use
            }
        }
        let name = context.names.take(place.wantedName, or: "Value")
        context.inlineNames[object.range] = name
        declare(object.node, name: name, isSent: place.isSent, &context)
        return TypeUse(name)
    }

    private static func string(_ object: SchemaObject) -> TypeUse {
        formatted(object) ?? TypeUse("String")
    }

    /// The type of a string, by its format.
    private static func formatted(_ object: SchemaObject) -> TypeUse? {
        guard let format = object.format else { return nil }
        switch format {
        case "date-time": return TypeUse("Date")
        case "date": return TypeUse("Day")
        case "uuid", "guid": return TypeUse("UUID")
        case "uri", "url": return TypeUse("URL")
        case "byte", "base64": return TypeUse("Data")
        case "decimal", "money", "currency": return TypeUse("Decimal", json: "String")
        case "int64", "long": return TypeUse("Int64", json: "String")
        case "int32": return TypeUse("Int32", json: "String")
        default: return nil
        }
    }

    private static func integer(_ object: SchemaObject) -> TypeUse {
        switch object.format {
        case "int8", "int16", "int32", "int64": TypeUse("Int" + (object.format?.dropFirst(3) ?? ""))
        case "uint8", "uint16", "uint32", "uint64":
            TypeUse("UInt" + (object.format?.dropFirst(4) ?? ""))
        case "unixtime", "unix-time", "timestamp": TypeUse("Date", formats: ["unixSeconds"])
        default: TypeUse("Int")
        }
    }

    private static func number(_ object: SchemaObject) -> TypeUse {
        switch object.format {
        case "float": TypeUse("Float")
        case "decimal", "money", "currency": TypeUse("Decimal")
        case "int32", "int64": integer(object)
        default: TypeUse("Double")
        }
    }
}
