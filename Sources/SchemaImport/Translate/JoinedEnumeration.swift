import Diagnostics
import YAMLTree

/// Converts alternatives that are lists of strings, for example an enum and a blank string, to one
/// enum.
enum JoinedEnumeration {
    /// A schema with the values of all alternatives; nil if one of these is not a list of strings.
    static func schema(
        of object: SchemaObject,
        _ alternatives: [YAMLNode],
        _ context: inout ImportContext
    ) -> YAMLNode? {
        guard alternatives.count > 1 else { return nil }
        var values: [YAMLNode] = []
        var docs: [YAMLNode] = []
        var seen: Set<String> = []
        for alternative in alternatives {
            guard let resolved = context.reading.resolved(alternative) else { return nil }
            let part = SchemaObject(resolved)
            guard let list = part.values, !list.isEmpty, part.allOf.isEmpty, part.oneOf.isEmpty,
                list.allSatisfy({ $0.meaning == .string })
            else { return nil }
            for value in list where seen.insert(value.text ?? "").inserted {
                values.append(value)
                let doc = list.count == 1 ? part.doc(of: value.text ?? "") ?? "" : ""
                docs.append(scalar(doc, at: value.range))
            }
        }
        guard values.count > 1 else { return nil }
        var pairs: [(String, YAMLNode)] = [
            ("type", scalar("string", at: object.range)),
            ("enum", YAMLNode(.sequence(values), range: object.range)),
        ]
        if docs.contains(where: { $0.sentence != nil }) {
            let list = YAMLNode(.sequence(docs), range: object.range)
            pairs.append(("x-enum-descriptions", list))
        }
        for key in ["title", "description"] {
            if let text = object.node[key] { pairs.append((key, text)) }
        }
        let written = pairs.map { YAMLPair(key: scalar($0, at: object.range), value: $1) }
        return YAMLNode(.mapping(written), range: object.range)
    }

    /// The enum for alternatives; nil if they are not all lists of strings.
    ///
    /// It has the name of the only alternative with several values, unless that is used elsewhere.
    static func use(
        of object: SchemaObject,
        _ alternatives: [YAMLNode],
        at place: TypePlace,
        _ context: inout ImportContext
    ) -> TypeUse? {
        guard let schema = schema(of: object, alternatives, &context) else { return nil }
        let joined = SchemaObject(schema)
        let values = joined.values ?? []
        let places = noteReferences(alternatives, &context)
        var named: [DocumentPlace] = []
        for place in places {
            let values = context.reading.node(at: place).flatMap { SchemaObject($0).values }
            if values?.count ?? 0 > 1 { named.append(place) }
        }
        guard named.count == 1, let only = named.first,
            let node = context.reading.node(at: only), context.usage.plainUses[only] == nil
        else {
            return EnumerationTranslator.use(of: joined, values, at: place, &context)
        }
        let signature = EnumSignature("", values: values)
        if let name = context.joinedEnums[only]?[signature] { return TypeUse(name) }
        guard context.components[only] == nil else {
            return EnumerationTranslator.use(of: joined, values, at: place, &context)
        }
        let name = context.name(ofComponent: only, node)
        context.components[only] = .declared(name)
        context.joinedEnums[only, default: [:]][signature] = name
        context.origins[name] = node.range
        context.declarations.append(
            ProposedDeclaration(
                name,
                doc: SchemaObject(node).doc(of: name),
                .enumeration(EnumerationTranslator.enumeration(joined, values, &context))
            )
        )
        return TypeUse(name)
    }

    /// Records that the schemas of alternatives are included in another one.
    ///
    /// - Returns: Their places.
    @discardableResult
    static func noteReferences(
        _ alternatives: [YAMLNode],
        _ context: inout ImportContext
    ) -> [DocumentPlace] {
        alternatives.compactMap { alternative in
            guard let reference = alternative.reference,
                let (place, _) = context.reading.target(of: reference)
            else { return nil }
            context.inPlace.insert(place)
            return place
        }
    }

    private static func scalar(_ text: String, at range: SourceRange) -> YAMLNode {
        YAMLNode(.scalar(YAMLScalar(text, style: .plain, meaning: .string)), range: range)
    }
}
