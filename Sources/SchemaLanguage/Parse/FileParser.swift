import Diagnostics
import YAMLTree

/// Parses the file of a property: a media type, or a mapping.
enum FileParser {
    static func parse(_ node: YAMLNode, in context: inout ParseContext) -> FileDeclaration {
        var file = FileDeclaration(range: node.range)
        guard case .mapping = node.content else {
            file.mediaType = mediaType(node, in: &context)
            return file
        }
        guard
            var mapping = MappingReader(
                node,
                what: "a file",
                hint: "write `file: image/jpeg` or `file: { media: image/jpeg, path: photo }`",
                in: &context
            )
        else { return file }
        file.mediaType = mapping.required(
            "media",
            hint: "write the media type of the bytes: `media: image/jpeg`"
        )
        .flatMap { mediaType($0, in: &context) }
        file.path = mapping.optional("path").flatMap { path($0, in: &context) }
        mapping.finish(in: &context)
        return file
    }

    private static func mediaType(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> Located<String>? {
        if let text = node.scalarText, MediaTypeGrammar.matches(text) {
            return Located(text, at: node.range)
        }
        context.report(
            .invalidValue,
            "expected the media type of a file, found \(node.kindDescription)",
            at: node.range,
            hint: "write `image/jpeg`, for example, or `application/octet-stream` for any bytes"
        )
        return nil
    }

    /// Names of folders and a file, without placeholders, queries and surrounding slashes.
    private static func path(_ node: YAMLNode, in context: inout ParseContext) -> Located<String>? {
        guard let path = context.text(node, what: "the path of a file") else { return nil }
        let hasOnlyNames = path.value.wholeMatch(of: /[A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)*/) != nil
        let segments = path.value.split(separator: "/")
        if hasOnlyNames, !segments.contains("."), !segments.contains("..") { return path }
        context.report(
            .invalidValue,
            "expected a path below that of the entity, found '\(path.value.shortened(to: 60))'",
            at: path.range,
            hint:
                "write `path: photo` for PUT messages/:id/photo: letters, digits, `-`, `.`, `_`, `~` and slashes"
        )
        return nil
    }
}
