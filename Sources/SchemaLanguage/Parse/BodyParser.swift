import Diagnostics
import YAMLTree

/// Parses a request or response body: a type, which is JSON, or a type with its media.
///
/// ```
/// body = type | "text" | "bytes" | "file" | "chunks"
///      | { json: type, media: … } | { form: type or fields } | { multipart: type or parts }
///      | { text: media type } | { bytes: media type } | { file: media type } | { chunks: media type }
///      | { events: type or "text", until: … } | { jsonLines: type } | { jsonSequence: type }
/// ```
///
/// A request has no events, and a response no parts.
struct BodyParser {
    /// The parts of a body that could be read.
    struct Body {
        /// The encoding; nil if the schema declares only a type.
        var media: MediaDeclaration?
        /// The type; nil if there are fields or parts instead.
        var type: TypeExpression?
        /// The fields or parts, each passed by the caller.
        var parts: [PartDeclaration] = []
    }

    /// The key of the endpoint, `body` or `response`.
    let key: String
    /// The rule of its diagnostics.
    let rule: SchemaRule
    /// The forms that are allowed here.
    let forms: [CheckedMedia.Form]
    /// The key of the body in a hint, if it is not ``key``: a status.
    private var status: String?

    /// The name of the body, for a message.
    var whole: String { key == "failure" ? "the body of a failure" : "the \(key)" }

    /// The key of the body in a hint.
    var place: String { status ?? key }

    /// The parser of a request body.
    static let body = BodyParser(
        key: "body",
        rule: .invalidBody,
        forms: [
            .json, .form, .multipart, .text, .bytes, .file, .chunks, .jsonLines, .jsonSequence,
        ]
    )
    /// The parser of a response.
    static let response = BodyParser(
        key: "response",
        rule: .invalidResponse,
        forms: [
            .json, .form, .text, .bytes, .file, .chunks, .events, .jsonLines, .jsonSequence,
        ]
    )

    /// The parser of a response with a status.
    static func response(status: YAMLNode) -> BodyParser {
        var parser = response
        parser.status = status.scalarText
        return parser
    }

    /// The parser of the body of a failure, which is a type or text.
    static func failure(status: YAMLNode) -> BodyParser {
        BodyParser(
            key: "failure",
            rule: .invalidFailure,
            forms: [.text],
            status: status.scalarText
        )
    }

    func parse(_ node: YAMLNode, in context: inout ParseContext) -> Body {
        if let foreign = ForeignBody(node, for: self) {
            context.report(rule, foreign.message, at: foreign.range, hint: foreign.hint)
            return Body(type: .unreadable(at: node.range))
        }
        switch node.content {
        case .scalar(let scalar):
            return parse(word: scalar.text, node, in: &context)
        case .mapping(let pairs):
            guard Self.hasMedia(pairs) else {
                return Body(type: TypeParser.type(node, in: &context))
            }
            return parse(mapping: node, in: &context)
        case .sequence:
            return Body(type: TypeParser.type(node, in: &context))
        }
    }

    // MARK: - Words

    private func parse(
        word: String,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> Body {
        switch CheckedMedia.Form(rawValue: word) {
        case let form? where !forms.contains(form):
            refuse(form, at: node.range, in: &context)
            return Body(type: .unreadable(at: node.range))
        case .text: return body(.text, node.range)
        case .bytes: return body(.bytes, node.range)
        case .file: return body(.file, node.range)
        case .chunks: return body(.chunks, node.range)
        case .json, .form, .multipart, .events, .jsonLines, .jsonSequence:
            context.report(
                rule,
                "'\(word)' does not specify the content of the \(key)",
                at: node.range,
                hint: word == "multipart"
                    ? "write `\(place): { multipart: { picture: file } }`"
                    : "write `\(place): { \(word): Message }`"
            )
            return Body(type: .unreadable(at: node.range))
        case nil where ["text?", "bytes?", "file?", "chunks?"].contains(word):
            context.report(
                rule,
                "a body of \(word.dropLast()) is never null",
                at: node.range,
                hint: "write `\(word.dropLast())`: without content it is empty"
            )
            return Body(type: .unreadable(at: node.range))
        case nil:
            return Body(type: TypeParser.type(node, in: &context))
        }
    }

    /// Text, or bytes in one of their forms.
    private func body(
        _ form: CheckedMedia.Form,
        _ range: SourceRange,
        _ mediaType: Located<String>? = nil
    ) -> Body {
        let type: PrimitiveType = form == .text ? .string : .data
        return Body(
            media: MediaDeclaration(form: form, range: range, mediaType: mediaType),
            type: TypeExpression(form: .name(type.rawValue, member: nil), range: range)
        )
    }

    // MARK: - Mappings

    /// Whether a mapping declares the encoding of a body, rather than the properties of an object,
    /// one of which may be named `text`.
    private static func hasMedia(_ pairs: [YAMLPair]) -> Bool {
        pairs.contains { pair in
            switch CheckedMedia.Form(rawValue: pair.key.scalarText ?? "") {
            case .text, .bytes, .file, .chunks:
                pairs.count == 1 || pair.value.scalarText?.contains("/") == true
            case .events: pairs.count == 1 || pairs.contains { $0.key.scalarText == "until" }
            case .json, .form, .multipart, .jsonLines, .jsonSequence: true
            case nil: false
            }
        } || pairs.allSatisfy(\.isMedia)
    }

    private func parse(mapping node: YAMLNode, in context: inout ParseContext) -> Body {
        let unreadable = Body(type: .unreadable(at: node.range))
        guard var mapping = MappingReader(node, what: "a \(key)", in: &context) else {
            return unreadable
        }
        let found = CheckedMedia.Form.allCases.compactMap { form in
            mapping.pairs.first { $0.key.scalarText == form.rawValue }.map { (form, $0) }
        }
        guard let (form, pair) = found.first, found.count == 1 else {
            context.report(
                rule,
                "a \(key) has one form, found \(found.map(\.0.rawValue).listed(by: "and"))",
                at: node.range,
                hint: "keep one of them"
            )
            return unreadable
        }
        guard forms.contains(form), key != "failure" else {
            refuse(form, pair.value.scalarText, at: pair.key.range, in: &context)
            return unreadable
        }
        _ = mapping.optional(form.rawValue)
        var body: Body
        switch form {
        case .text, .bytes, .file, .chunks:
            body = self.body(form, node.range, mediaType(pair.value, form, in: &context))
        case .events where pair.value.scalarText == "text":
            body = self.body(.text, node.range)
            body.media = MediaDeclaration(form: form, range: node.range)
        case .events where pair.value.scalarText == PrimitiveType.string.rawValue:
            context.report(
                rule,
                "the data of String events can be plain text or JSON strings",
                at: pair.value.range,
                hint: "write `events: text`, or JSON for data of any kind"
            )
            return unreadable
        case .json, .form, .multipart, .events, .jsonLines, .jsonSequence:
            body = contents(of: form, pair.value, in: &context)
            body.media = MediaDeclaration(form: form, range: node.range)
        }
        let sendsJSON = key == "body" && [.jsonLines, .jsonSequence].contains(form)
        if form == .json || sendsJSON {
            body.media?.mediaType = mapping.optional("media").flatMap {
                mediaType($0, form, in: &context)
            }
        }
        if form == .events {
            body.media?.lastEvent = mapping.optional("until").flatMap {
                context.text($0, what: "the last event")
            }
        }
        if form == .form, key == "body" {
            body.media?.arrays = mapping.optional("arrays").flatMap {
                context.arrays($0, of: "a form")
            }
            body.media?.objects = mapping.optional("objects").flatMap {
                context.objects($0, of: "a form")
            }
        }
        mapping.finish(in: &context)
        return body
    }

    /// Reports a form that is not allowed here.
    private func refuse(
        _ form: CheckedMedia.Form,
        _ value: String? = nil,
        at range: SourceRange,
        in context: inout ParseContext
    ) {
        let message: String
        let hint: String
        switch key {
        case "body":
            message = "a body is not sent as \(form.rawValue)"
            hint = "write `body: { jsonLines: Message }` to send the elements one by one"
        case "response":
            message = "a response cannot be read from \(form.rawValue)"
            hint = "write `\(place): bytes` for the raw body"
        default:
            message = "the body of a failure is a type or text, found \(form.rawValue)"
            let type = form == .text ? "text" : value ?? "Problem"
            hint =
                [.text, .json].contains(form)
                ? "write `\(place): \(type.shortened(to: 60))`"
                : "drop it: `error.response?.body` contains the bytes of every failure"
        }
        context.report(rule, message, at: range, hint: hint)
    }

    private func mediaType(
        _ node: YAMLNode,
        _ form: CheckedMedia.Form,
        in context: inout ParseContext
    ) -> Located<String>? {
        guard let text = context.text(node, what: "the media type of the \(key)") else {
            return nil
        }
        if MediaTypeGrammar.matches(text.value, allowsRange: key == "response") { return text }
        let sample =
            switch form {
            case .json, .form, .multipart, .events, .jsonLines, .jsonSequence:
                "application/vnd.github+json"
            case .text: "text/csv"
            case .bytes: "image/png"
            case .file, .chunks: "video/mp4"
            }
        context.report(
            rule,
            "expected a media type such as \(sample), found '\(text.value.shortened(to: 60))'",
            at: text.range,
            hint: TypeParser.isMeantAsType(text.value)
                ? "for an object, declare a value under `values:`, and write its name" : nil
        )
        return nil
    }

    /// A type, or, if names precede types, fields or parts.
    private func contents(
        of form: CheckedMedia.Form,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> Body {
        guard [.form, .multipart].contains(form), key == "body",
            case .mapping(let pairs) = node.content, !TypeParser.isDictionary(pairs)
        else { return Body(type: TypeParser.type(node, in: &context)) }
        let properties = PropertyParser.field.parse(
            node,
            whole: form == .form ? "the fields of a form" : "the parts of a body",
            in: &context
        )
        if pairs.isEmpty {
            context.report(
                rule,
                "a \(form.rawValue) body needs at least one \(form == .form ? "field" : "part")",
                at: node.range,
                hint: "write each as `name: Type`, or drop `body:`"
            )
        }
        return Body(parts: properties.map { part($0, of: form, in: &context) })
    }

    private func part(
        _ property: PropertyDeclaration,
        of form: CheckedMedia.Form,
        in context: inout ParseContext
    ) -> PartDeclaration {
        guard let type = property.type.replacingFile else {
            return PartDeclaration(property: property, isFile: false)
        }
        if form == .form {
            context.report(
                rule,
                "a form cannot contain files",
                at: property.type.range,
                hint: "write `multipart:` in place of `form:`"
            )
        }
        var property = property
        property.type = type
        return PartDeclaration(property: property, isFile: true)
    }
}

extension TypeExpression {
    /// The type with that of bytes in place of `file`; nil if it does not contain `file`.
    fileprivate var replacingFile: TypeExpression? {
        var type = self
        switch form {
        case .name("file", nil):
            type.form = .name(PrimitiveType.data.rawValue, member: nil)
        case .array(let inner):
            guard let inner = inner.replacingFile else { return nil }
            type.form = .array(inner)
        case .optional(let inner):
            guard let inner = inner.replacingFile else { return nil }
            type.form = .optional(inner)
        case .dictionary(let inner):
            guard let inner = inner.replacingFile else { return nil }
            type.form = .dictionary(inner)
        case .name, .unreadable: return nil
        }
        return type
    }
}
