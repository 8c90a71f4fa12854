import Diagnostics
import YAMLTree

/// Notations of other languages in place of a body, with hints.
struct ForeignBody {
    let message: String
    let range: SourceRange
    let hint: String

    /// The names of the forms in other languages, in lower case without separators.
    private static let forms: [String: [CheckedMedia.Form]] = [
        "ndjson": [.jsonLines], "jsonl": [.jsonLines], "ldjson": [.jsonLines],
        "lines": [.jsonLines], "jsonseq": [.jsonSequence],
        "stream": [.jsonLines, .chunks], "streaming": [.jsonLines, .chunks],
        "sse": [.events], "eventstream": [.events], "serversentevents": [.events],
        "urlencoded": [.form], "formurlencoded": [.form], "xwwwformurlencoded": [.form],
        "formdata": [.multipart, .form], "multipartformdata": [.multipart],
        "binary": [.bytes], "octetstream": [.bytes], "blob": [.bytes], "raw": [.bytes],
        "plain": [.text], "plaintext": [.text], "html": [.text], "xml": [.text],
        "download": [.file], "upload": [.file],
    ]

    /// The keys for the type of a body in other languages.
    private static let wrappers: Set = ["body", "content", "schema", "type"]

    /// Recognizes the notation of another language in a node; nil if it is unknown.
    init?(_ node: YAMLNode, for parser: BodyParser) {
        switch node.content {
        case .sequence: return nil
        case .scalar(let scalar) where scalar.text == "none" && parser.key == "failure":
            self.init(empty: node, for: parser)
        case .scalar(let scalar):
            self.init(form: scalar.text, node, value: nil, for: parser)
        case .mapping(let pairs):
            if pairs.isEmpty {
                self.init(empty: node, for: parser)
            } else if node.hasStatuses {
                self.init(statuses: pairs[0], node, for: parser)
            } else if let body = pairs.first(where: { $0.key.scalarText == "body" })
                ?? pairs.first(where: { Self.wrappers.contains($0.key.scalarText ?? "") }),
                pairs.count == 1 || body.key.scalarText == "body",
                let type = body.value.scalarText,
                TypeParser.isMeantAsType(type) || CheckedMedia.Form(rawValue: type) != nil
            {
                self.init(
                    "expected a type for \(parser.whole), found a mapping",
                    node,
                    "write `\(parser.place): \(type.shortened(to: 60))`"
                )
            } else if pairs.count == 1, let key = pairs[0].key.scalarText {
                self.init(form: key, pairs[0].key, value: pairs[0].value, for: parser)
            } else {
                return nil
            }
        }
    }

    private init(_ message: String, _ node: YAMLNode, _ hint: String) {
        (self.message, range, self.hint) = (message, node.range, hint)
    }

    private init?(form name: String, _ node: YAMLNode, value: YAMLNode?, for parser: BodyParser) {
        guard name.first?.isLowercase == true else { return nil }
        message =
            "'\(name)' is not a form of a \(parser.key == "failure" ? "failure's body" : parser.key)"
        range = node.range
        guard let meant = Self.forms[name.folded] else {
            guard let value, let form = Self.form(misspelledAs: name, value, for: parser) else {
                return nil
            }
            hint =
                "write `\(parser.place): \(Self.text(of: form, value))`; for an object, declare a "
                + "value under `values:`, and write its name"
            return
        }
        let hints = meant.filter(parser.forms.contains).map {
            "`\(parser.place): \(Self.text(of: $0, value))`"
        }
        let others = parser.forms.map(\.rawValue).listed(by: "or")
        hint =
            hints.isEmpty
            ? "a \(parser.key) is a type, or \(others)" : "write " + hints.listed(by: "or")
    }

    /// The form that was probably meant by a similar word; nil if it may be the property of an
    /// object.
    private static func form(
        misspelledAs name: String,
        _ value: YAMLNode,
        for parser: BodyParser
    ) -> CheckedMedia.Form? {
        guard CheckedMedia.Form(rawValue: name) == nil,
            let form = NearestSpelling.nearest(to: name, in: parser.forms.map(\.rawValue))
                .flatMap(CheckedMedia.Form.init)
        else { return nil }
        switch form {
        case .text, .bytes, .file, .chunks:
            return value.scalarText?.contains("/") == true ? form : nil
        case .json, .form, .multipart, .events, .jsonLines, .jsonSequence: return form
        }
    }

    private init(empty node: YAMLNode, for parser: BodyParser) {
        message = "expected a type for \(parser.whole), found \(node.kindDescription)"
        range = node.range
        hint =
            parser.place == parser.key
            ? "write `\(parser.key): Message`, or drop the key if there is no \(parser.key)"
            : parser.key == "failure"
                ? "drop it: a failure without a body needs no declaration"
                : "write `\(parser.place): none` for a response without a body"
    }

    private init(statuses pair: YAMLPair, _ node: YAMLNode, for parser: BodyParser) {
        message = "expected one type for \(parser.whole), found types by status code"
        range = node.range
        let type = pair.value.scalarText.map { $0.shortened(to: 60) } ?? "Message"
        hint =
            parser.key == "response" && parser.place == "response"
            ? "write `responses: { \(pair.key.scalarText ?? "200"): \(type) }`; failures are "
                + "declared under `errors:`"
            : "write `\(parser.place): \(type)`"
    }

    /// A form with its contents, in schema notation.
    private static func text(of form: CheckedMedia.Form, _ value: YAMLNode?) -> String {
        let text = value?.scalarText
        switch form {
        case .text, .bytes, .file, .chunks:
            guard let text, text.contains("/") else { return form.rawValue }
            return "{ \(form.rawValue): \(text.shortened(to: 60)) }"
        case .json, .form, .multipart, .events, .jsonLines, .jsonSequence:
            guard case .mapping = value?.content else {
                let isType = text.map(TypeParser.isMeantAsType) ?? false
                let type = isType || form == .events && text == "text" ? text : nil
                return "{ \(form.rawValue): \(type?.shortened(to: 60) ?? "Message") }"
            }
            return "{ \(form.rawValue): { … } }"
        }
    }
}

extension YAMLPair {
    /// Whether it can only be a form with its media type, although that may be invalid.
    var isMedia: Bool {
        guard CheckedMedia.Form(rawValue: key.scalarText ?? "") != nil,
            let text = value.scalarText
        else { return false }
        return !TypeParser.isMeantAsType(text) && ForeignType.names[text.lowercased()] == nil
    }
}

extension YAMLNode {
    /// Whether it is a mapping with a status among its keys.
    var hasStatuses: Bool {
        guard case .mapping(let pairs) = content else { return false }
        return pairs.contains { $0.key.isStatus }
    }

    /// Whether it is a status, such as `404` or `4xx`.
    var isStatus: Bool {
        guard let text = scalarText, text.utf8.count == 3, let first = text.first else {
            return false
        }
        return "12345".contains(first)
            && (Int(text) != nil || text.dropFirst().lowercased() == "xx")
    }
}

extension String {
    /// The word in lower case without separators, which differ between languages.
    var folded: String {
        lowercased().filter { !"_- ".contains($0) }
    }
}
