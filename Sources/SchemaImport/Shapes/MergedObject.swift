import Diagnostics
import YAMLTree

/// An object with everything that `allOf` brings, in the order in which it is written.
struct MergedObject {
    /// A property.
    struct Member {
        var key: String
        var schema: YAMLNode
    }

    /// The properties, each key once: of two, the later one counts.
    private(set) var members: [Member] = []
    /// The keys that have to be there.
    private(set) var required: Set<String> = []
    /// Whether keys that are not named are explicitly allowed.
    private(set) var allowsAdditional = false
    /// The keys that no value may have.
    private var impossible: Set<String> = []

    private var indices: [String: Int] = [:]
    private var visited: Set<DocumentPlace> = []
    private let excluded: Set<DocumentPlace>

    /// How many schemas one object may be composed of.
    private static let limit = 2_000
    private var count = 0

    /// Merges an object.
    ///
    /// Of the schemas that it is composed of, those at some places are left out.
    init(
        _ node: YAMLNode,
        excluding excluded: Set<DocumentPlace> = [],
        _ context: inout ImportContext
    ) {
        self.excluded = excluded
        merge(node, isRequired: true, &context)
    }

    private mutating func merge(
        _ node: YAMLNode,
        isRequired: Bool,
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
            merge(target, isRequired: isRequired, &context)
            // What is composed twice in two places is no cycle.
            visited.remove(place)
        }
        for part in object.allOf { merge(part, isRequired: isRequired, &context) }
        for (key, schema) in object.properties { add(key, schema, &context) }
        if isRequired { required.formUnion(object.required) }
        if object.allowsAdditional { allowsAdditional = true }
        mergeAlternatives(of: object, &context)
    }

    /// Of several shapes, everything may be missing that not all of them have.
    private mutating func mergeAlternatives(
        of object: SchemaObject,
        _ context: inout ImportContext
    ) {
        let alternatives = UnionTranslator.alternatives(object, &context)
        guard !alternatives.isEmpty else { return }
        let before = members.count
        for alternative in alternatives { merge(alternative, isRequired: false, &context) }
        if members.count > before, alternatives.count > 1 {
            context.report(
                .simplified,
                "an object of one of several shapes has the properties of all, which may be missing",
                at: object.range
            )
        }
    }

    /// Reports the keys that have to be there, and that nothing describes.
    func reportUndescribed(_ node: YAMLNode, _ context: inout ImportContext) {
        let missing = required.subtracting(indices.keys).subtracting(impossible)
        for key in missing.sorted() where !members.isEmpty {
            let written = node["required"]?.elements.first { $0.text == key }
            context.report(
                .wrongSchema,
                "\(key.quoted) is required, and is no property",
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
                "no value fits the property \(key.quoted), which is left out",
                at: schema.range
            )
            return
        }
        guard let index = indices[key] else {
            indices[key] = members.count
            members.append(Member(key: key, schema: schema))
            return
        }
        let earlier = members[index].schema
        // A part that says nothing of the shape only documents what another declares.
        if SchemaObject(schema).isShapeless { return }
        if let one = ShapeSketch.kind(of: earlier, &context),
            let other = ShapeSketch.kind(of: schema, &context), one != other
        {
            context.report(
                .impossibleSchema,
                "the property \(key.quoted) is of two kinds at once; the later one counts",
                at: schema.range
            )
        }
        members[index].schema = schema
    }
}
