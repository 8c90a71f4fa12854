/// The media type to use, of several.
enum MediaChoice {
    /// The formats of media types.
    enum Form: Int, Comparable {
        case json, jsonLines, jsonSequence, events, form, multipart, text, file, bytes

        static func < (lhs: Form, rhs: Form) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// The media types that JSON bodies have without saying so.
    private static let common: Set = ["application/json", "*/*", "application/*", "text/json"]

    /// The format of a media type.
    static func form(of media: String) -> Form {
        let name = bare(media)
        if common.contains(name) { return .json }
        switch name {
        case "application/x-ndjson", "application/jsonl", "application/x-jsonlines",
            "application/json-lines", "application/ndjson":
            return .jsonLines
        case "application/json-seq": return .jsonSequence
        case "text/event-stream": return .events
        case "application/x-www-form-urlencoded": return .form
        case "application/xml", "application/yaml", "application/x-yaml", "application/jwt",
            "application/javascript", "application/graphql", "application/sql", "application/toml":
            return .text
        case "application/octet-stream", "application/pdf", "application/zip", "application/gzip":
            return .file
        default:
            if name.hasSuffix("+json") { return .json }
            if name.hasPrefix("multipart/") { return .multipart }
            if name.hasPrefix("text/") || name.hasSuffix("+xml") { return .text }
            if name.hasPrefix("video/") || name.hasPrefix("audio/") { return .file }
            return .bytes
        }
    }

    /// A media type without parameters, in lower case.
    static func bare(_ media: String) -> String {
        String(media.split(separator: ";").first ?? "").trimmed.lowercased()
    }

    /// Whether it is a range of media types.
    static func isRange(_ media: String) -> Bool { bare(media).hasSuffix("/*") }

    /// Whether a JSON body needs an explicit media type.
    static func isOwn(_ media: String) -> Bool {
        !common.contains(bare(media))
    }

    /// The content to use, of several: JSON before others, and `application/json` before other
    /// JSON.
    static func best(_ contents: [OpenAPIOperation.Content]) -> OpenAPIOperation.Content? {
        contents.enumerated().min { one, other in
            let ranks = [one, other].map { index, content in
                (form(of: content.media), isOwn(content.media) ? 1 : 0, index)
            }
            return ranks[0] < ranks[1]
        }?.element
    }
}

extension ProposedBody {
    /// A text of a media type.
    static func text(_ media: String) -> ProposedBody {
        let name = MediaChoice.bare(media)
        return name == "text/plain" || name == "text/*" ? .any("text") : .media("text", name)
    }

    /// The bytes or the file of a media type.
    static func bytes(_ media: String, isFile: Bool) -> ProposedBody {
        let word = isFile ? "file" : "bytes"
        let name = MediaChoice.bare(media)
        let isAny =
            name == "application/octet-stream" || name == "*/*"
            || name.wholeMatch(of: /[a-z0-9.+*-]+\/[a-z0-9.+*-]+/) == nil || name.hasPrefix("*")
            || MediaChoice.form(of: media) == .json
        return isAny ? .any(word) : .media(word, name)
    }

    /// A body whose structure is unknown: text or bytes of a media type.
    package static func unstructured(_ media: String) -> ProposedBody {
        let name = MediaChoice.bare(media)
        let isText = MediaChoice.form(of: name) == .text
        guard name.wholeMatch(of: /[a-z0-9.+-]+\/[a-z0-9.+-]+/) != nil else {
            return .any(isText ? "text" : "bytes")
        }
        return isText ? .text(name) : .bytes(name, isFile: false)
    }
}
