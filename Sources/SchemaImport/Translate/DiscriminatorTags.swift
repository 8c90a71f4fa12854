import Diagnostics
import YAMLTree

/// The tags of a discriminator, by alternative.
enum DiscriminatorTags {
    /// The extensions of Azure and others that name the tag of a schema.
    private static let keys = ["x-ms-discriminator-value", "x-discriminator-value"]

    /// The tag of an alternative: from the mapping, or else an extension, or else the only value of
    /// its property, or else its name.
    ///
    /// - Parameters:
    ///   - node: The alternative, or a reference to it.
    ///   - place: The place of the alternative; nil if it is inline.
    ///   - discriminator: The discriminator.
    ///   - context: The state of the import.
    /// - Returns: The tag; nil if there is none.
    static func tag(
        of node: YAMLNode,
        at place: DocumentPlace?,
        _ discriminator: SchemaObject.Discriminator,
        _ context: inout ImportContext
    ) -> String? {
        let mapped = discriminator.mapping.first { tag in
            place.map { leads(tag.reference, to: $0, &context) } == true
        }
        if let mapped { return mapped.tag }
        let resolved = context.reading.resolved(node)
        if let text = keys.lazy.compactMap({ resolved?[$0]?.text }).first { return text }
        let member = MergedObject(node, &context).members.first { $0.key == discriminator.key }
        if let values = member.flatMap({ SchemaObject($0.schema).values }), values.count == 1,
            let text = values[0].text
        {
            return text
        }
        return place?.keys.last
    }

    /// Reports the tags of a mapping that do not lead to an alternative, or to one that has another
    /// tag.
    static func check(
        _ discriminator: SchemaObject.Discriminator,
        alternatives: [DocumentPlace],
        _ context: inout ImportContext
    ) {
        var seen: [DocumentPlace: String] = [:]
        for (tag, reference) in discriminator.mapping {
            if let place = alternatives.first(where: { leads(reference, to: $0, &context) }) {
                guard let first = seen.updateValue(tag, forKey: place) else { continue }
                context.report(
                    .leftOut,
                    "the tag \(tag.quoted) refers to the same schema as \(first.quoted), and is left out",
                    at: reference.range
                )
                seen[place] = first
                continue
            }
            let text = reference.text ?? ""
            let place = context.reading.place(of: reference)
            let isThere =
                (text.contains("/") || text.contains("#"))
                && place.flatMap { context.reading.node(at: $0) } != nil
            context.report(
                isThere ? .leftOut : .brokenReference,
                isThere
                    ? "the tag \(tag.quoted) refers to \(text.quoted), which is not an alternative"
                    : "the tag \(tag.quoted) refers to \(text.quoted), which does not exist",
                at: reference.range
            )
        }
    }

    /// Whether the value of a mapping, a name or a reference, refers to a place.
    private static func leads(
        _ reference: YAMLNode,
        to place: DocumentPlace,
        _ context: inout ImportContext
    ) -> Bool {
        guard let text = reference.text else { return false }
        return text == place.keys.last || context.reading.place(of: reference) == place
    }
}
