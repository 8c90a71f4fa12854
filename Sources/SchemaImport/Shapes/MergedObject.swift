import Diagnostics
import YAMLTree

/// An object with all parts of `allOf`, in the order of the document.
struct MergedObject {
    /// A property.
    struct Member {
        var key: String
        var schema: YAMLNode
    }

    /// The properties, without duplicate keys: the later one counts.
    private(set) var members: [Member] = []
    /// The required keys.
    private(set) var required: Set<String> = []
    /// Whether additional keys are explicitly allowed.
    private(set) var allowsAdditional = false
    /// Whether keys without a property are forbidden.
    private(set) var forbidsAdditional = false
    /// The keys that are not allowed.
    private var impossible: Set<String> = []

    private var indices: [String: Int] = [:]
    private var visited: Set<DocumentPlace> = []
    private let excluded: Set<DocumentPlace>
    /// The position of the whole object.
    private let range: SourceRange
    /// The number of first properties that alternatives do not replace.
    private var ownCount = 0

    /// The maximum number of schemas in a composition.
    private static let limit = 2_000
    private var count = 0

    /// Merges an object.
    ///
    /// The schemas at some places are left out of the composition.
    init(
        _ node: YAMLNode,
        excluding excluded: Set<DocumentPlace> = [],
        _ context: inout ImportContext
    ) {
        self.excluded = excluded
        range = node.range
        merge(node, isRequired: true, &context)
    }

    private mutating func merge(
        _ node: YAMLNode,
        isRequired: Bool,
        withAlternatives: Bool = true,
        _ context: inout ImportContext
    ) {
        count += 1
        guard count <= Self.limit else { return }
        let object = SchemaObject(node)
        SchemaFaults.report(object, &context)
        if let reference = object.reference {
            guard let (place, target) = context.reading.target(of: reference),
                !excluded.contains(place)
            else { return }
            guard visited.insert(place).inserted else {
                context.report(
                    .referenceCycle,
                    "\((reference.text ?? "").quoted) is composed of itself",
                    at: reference.range
                )
                return
            }
            merge(
                target,
                isRequired: isRequired,
                withAlternatives: !isAlternative(of: place, context.usage),
                &context
            )
            // A schema that occurs twice in different branches is not a cycle.
            visited.remove(place)
        }
        for part in object.allOf { merge(part, isRequired: isRequired, &context) }
        for (key, schema) in object.properties { add(key, schema, &context) }
        if isRequired { required.formUnion(object.required) }
        if object.allowsAdditional { allowsAdditional = true }
        if isRequired, object.forbidsAdditional { forbidsAdditional = true }
        if withAlternatives { mergeAlternatives(of: object, isRequired: isRequired, &context) }
    }

    /// Whether the whole object is one of the alternatives of a schema that it includes.
    private func isAlternative(of place: DocumentPlace, _ usage: SchemaUsage) -> Bool {
        usage.subtypeRanges[place]?.contains(range) == true
            || usage.subtypes[place]?.contains(where: visited.contains) == true
    }

    /// Properties that not all alternatives have are optional.
    private mutating func mergeAlternatives(
        of object: SchemaObject,
        isRequired: Bool,
        _ context: inout ImportContext
    ) {
        let alternatives = UnionTranslator.alternatives(object, &context)
        guard !alternatives.isEmpty else { return }
        let isOnly = object.oneOf.count(where: { !UnionTranslator.isOnlyNull($0, &context) }) == 1
        let (before, outer) = (members.count, ownCount)
        if !isOnly { ownCount = before }
        for alternative in alternatives {
            merge(alternative, isRequired: isOnly && isRequired, &context)
        }
        ownCount = outer
        if members.count > before, alternatives.count > 1 {
            context.report(
                .simplified,
                "an object with alternatives has the properties of all of them, as optional ones",
                at: object.range
            )
        }
    }

    /// Whether it describes a key that it does not require.
    func allows(lackOf key: String) -> Bool { indices[key] != nil && !required.contains(key) }

    /// Reports required keys without a property.
    func reportUndescribed(_ node: YAMLNode, _ context: inout ImportContext) {
        let missing = required.subtracting(indices.keys).subtracting(impossible)
        for key in missing.sorted() where !members.isEmpty {
            let written = node["required"]?.elements.first { $0.text == key }
            context.report(
                .wrongSchema,
                "\(key.quoted) is required, but there is no such property",
                at: written?.range ?? node.range,
                hint: NearestSpelling.nearest(to: key, in: members.map(\.key)).map {
                    "did you mean \($0.quoted)?"
                }
            )
        }
    }

    private mutating func add(_ key: String, _ schema: YAMLNode, _ context: inout ImportContext) {
        if schema.bool == false {
            impossible.insert(key)
            context.report(
                .impossibleSchema,
                "no value is valid for the property \(key.quoted), which is left out",
                at: schema.range
            )
            return
        }
        guard let index = indices[key] else {
            indices[key] = members.count
            members.append(Member(key: key, schema: schema))
            return
        }
        let (earlier, isOwn) = (members[index].schema, index < ownCount)
        // A part without type information only documents the property of another part.
        if SchemaObject(schema).isShapeless {
            if !isOwn { members[index].schema = earlier.annotated(by: schema) }
            return
        }
        if let one = ShapeSketch.kind(of: earlier, &context),
            let other = ShapeSketch.kind(of: schema, &context), one != other
        {
            context.report(
                .impossibleSchema,
                "the property \(key.quoted) has two types; the \(isOwn ? "first" : "later") one is "
                    + "used",
                at: schema.range
            )
        }
        if !isOwn { members[index].schema = schema }
    }
}

extension YAMLNode {
    /// The keywords that describe a property, regardless of its type.
    private static let annotations: Set<String> = [
        "default", "deprecated", "description", "example", "examples", "nullable", "readOnly",
        "writeOnly", "x-deprecated", "x-example", "x-nullable",
    ]

    /// The schema with the annotations of another one, which come first.
    fileprivate func annotated(by other: YAMLNode) -> YAMLNode {
        let new = other.pairs.filter {
            Self.annotations.contains($0.key.text ?? "") && !$0.value.isNull
        }
        guard !new.isEmpty, isMapping else { return self }
        let keys = Set(new.map(\.key.text))
        return YAMLNode(.mapping(pairs.filter { !keys.contains($0.key.text) } + new), range: range)
    }
}

extension SchemaObject {
    /// Whether a composition requires properties of its only part that are optional there.
    func requiresMore(than part: YAMLNode, _ context: inout ImportContext) -> Bool {
        let required = required + allOf.flatMap { SchemaObject($0).required }
        guard !required.isEmpty, ShapeSketch.kind(of: part, &context) == .object,
            SchemaObject(context.reading.resolved(part) ?? part).oneOf.isEmpty
        else { return false }
        let merged = MergedObject(part, &context)
        return required.contains(where: merged.allows)
    }
}
