import Diagnostics
import YAMLTree

/// The media types of bodies, and the envelopes of entities in them.
extension ConventionsParser {
    /// One media type for all, or one for each.
    static func media(
        _ node: YAMLNode,
        _ own: inout CheckedConventions,
        in context: inout ParseContext
    ) {
        if case .scalar = node.content {
            own.sentMedia = mediaType(node, in: &context)
            (own.acceptedMedia, own.patchMedia) = (own.sentMedia, own.sentMedia)
            return
        }
        guard
            var mapping = MappingReader(
                node,
                what: "the media types",
                hint: "write `media: application/vnd.api+json`",
                in: &context
            )
        else { return }
        own.sentMedia = mapping.optional("sent").flatMap { mediaType($0, in: &context) }
        own.acceptedMedia = mapping.optional("accepted").flatMap { mediaType($0, in: &context) }
        own.patchMedia = mapping.optional("patch").flatMap { mediaType($0, in: &context) }
        mapping.finish(in: &context)
    }

    /// Parts of the names of media types that are neither JSON nor forms.
    private static let otherForms = ["xml", "multipart", "html", "csv", "octet-stream", "protobuf"]

    private static func mediaType(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> String? {
        guard let text = context.text(node, what: "a media type") else { return nil }
        if MediaTypeGrammar.matches(text.value) {
            guard let other = Self.otherForms.first(where: { text.value.lowercased().contains($0) })
            else { return text.value }
            context.report(
                .invalidValue,
                "repositories send and read JSON or a form, not \(other)",
                at: text.range,
                hint: "write `application/json`, or the media type that the service uses for JSON"
            )
            return nil
        }
        let known = [
            "json": "application/json", "form": "application/x-www-form-urlencoded",
            "jsonAPI": "application/vnd.api+json", "merge": "application/merge-patch+json",
        ]
        context.report(
            .invalidValue,
            "expected a media type such as application/json, found "
                + "'\(text.value.shortened(to: 60))'",
            at: text.range,
            hint: known[text.value].map { "write \($0)" }
        )
        return nil
    }

    /// One key path for all bodies, or one for each.
    static func envelope(
        _ node: YAMLNode,
        _ own: inout CheckedConventions,
        in context: inout ParseContext
    ) {
        if case .scalar = node.content {
            let path = place(node, what: "envelope", isOfKeys: true, in: &context)
            (own.one, own.list, own.sent) = (path, path, path)
            return
        }
        guard
            var mapping = MappingReader(
                node,
                what: "an envelope",
                hint: "write `envelope: data` or `envelope: { one: data, list: items }`",
                in: &context
            )
        else { return }
        own.one = mapping.optional("one").flatMap {
            place($0, what: "one", mayBeElement: true, in: &context)
        }
        own.list = mapping.optional("list").flatMap { place($0, what: "list", in: &context) }
        own.sent = mapping.optional("sent").flatMap {
            place($0, what: "sent", isOfKeys: true, in: &context)
        }
        mapping.finish(in: &context)
    }

    /// The key path of entities in a body; empty for `none`, if there is no envelope.
    private static func place(
        _ node: YAMLNode,
        what: String,
        isOfKeys: Bool = false,
        mayBeElement: Bool = false,
        in context: inout ParseContext
    ) -> String? {
        if node.scalarText == "none" { return "" }
        return context.keyPath(
            node,
            what: what,
            isOfKeys: isOfKeys,
            mayBeNone: true,
            mayBeElement: mayBeElement
        )
    }
}
