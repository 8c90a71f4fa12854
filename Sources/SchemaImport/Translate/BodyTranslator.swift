import Diagnostics
import YAMLTree

/// Converts request and response bodies to those of an endpoint.
struct BodyTranslator {
    /// The endpoint, after which unnamed types are named.
    let owner: String

    // MARK: - Requests

    /// The request body of an operation.
    func body(
        _ body: OpenAPIOperation.Body,
        _ parameters: inout ParameterTranslator,
        _ context: inout ImportContext
    ) -> ProposedBody? {
        guard let content = MediaChoice.best(body.contents) else { return nil }
        reportOthers(than: content, of: body.contents, &context)
        let form = MediaChoice.form(of: content.media)
        switch form {
        case .form, .multipart:
            let fields = FormTranslator(owner: owner, isMultipart: form == .multipart)
            let media = MediaChoice.bare(content.media)
            if form == .multipart, !["multipart/form-data", "multipart/*"].contains(media) {
                context.report(
                    .simplified,
                    "a body of \(media) is sent as multipart/form-data",
                    at: content.node.range
                )
            }
            if let found = fields.body(body, content, &parameters, &context) { return found }
            guard let schema = content.schema, !FormTranslator.isReadOnly(schema, &context) else {
                return nil
            }
            return form == .multipart ? sentBytes(content, form, &context) : .text(content.media)
        case .text: return text(content, &context)
        case .file, .bytes: return sentBytes(content, form, &context)
        case .json, .jsonLines, .jsonSequence, .events:
            let place = TypePlace(owner: owner, property: "body", key: "", isSent: true)
            var use = type(of: content, at: place, &context)
            if context.isBinary(content.schema) { return .bytes(content.media, isFile: true) }
            use = stripped(use, isSent: true, at: content.node.range, &context)
            if isRaw(use, content, as: "bytes", &context) { return .any("bytes") }
            if form == .jsonLines { return .typed("jsonLines", use.type) }
            if form == .jsonSequence { return .typed("jsonSequence", use.type) }
            return json(use.type, content.media)
        }
    }

    // MARK: - Responses

    /// The response body for a status; nil for an empty one.
    func response(
        _ response: OpenAPIOperation.Response,
        suffix: String,
        _ context: inout ImportContext
    ) -> ProposedBody? {
        guard let content = MediaChoice.best(response.contents) else { return nil }
        reportOthers(than: content, of: response.contents, &context)
        let form = MediaChoice.form(of: content.media)
        if form != .json, context.isBinary(content.schema) || form == .file || form == .bytes {
            return .bytes(content.media, isFile: form != .bytes)
        }
        switch form {
        case .text: return text(content, &context)
        case .file, .bytes, .multipart: return .bytes(content.media, isFile: form == .file)
        case .json, .jsonLines, .jsonSequence, .events, .form:
            if context.isBinary(content.schema) { return .any("bytes") }
            let component = response.component.flatMap(NameTable.typeName)
            let place = TypePlace(
                owner: component ?? owner,
                property: component == nil ? suffix : "response",
                key: ""
            )
            let use = stripped(
                type(of: content, at: place, &context),
                isSent: false,
                at: content.node.range,
                &context
            )
            if isRaw(use, content, as: "text", &context) { return .any("text") }
            switch form {
            case .events: return use.type == .string ? events : .typed("events", use.type)
            case .jsonLines: return .typed("jsonLines", use.type)
            case .jsonSequence: return .typed("jsonSequence", use.type)
            case .form where context.isValue(use.type): return .typed("form", use.type)
            case .form: return .text(content.media)
            default: return json(use.type, content.media)
            }
        }
    }

    /// The type of an error, as JSON or text; nil if the document does not declare it.
    func failure(
        _ response: OpenAPIOperation.Response,
        _ context: inout ImportContext
    ) -> ProposedType? {
        guard let content = MediaChoice.best(response.contents) else { return nil }
        switch MediaChoice.form(of: content.media) {
        case .json: break
        case .text: return .name("text")
        default:
            context.report(
                .leftOut,
                "the body of an error must be JSON or text; this one is \(content.media)",
                at: content.node.range
            )
            return nil
        }
        guard content.schema != nil else { return nil }
        let component = response.component.flatMap(NameTable.typeName)
        let place = TypePlace(
            owner: component ?? owner,
            property: component == nil ? "failure" : "body",
            key: ""
        )
        let use = stripped(
            type(of: content, at: place, &context),
            isSent: false,
            at: content.node.range,
            &context
        )
        return isRaw(use, content, as: "text", &context) ? .name("text") : use.type
    }

    private var events: ProposedBody { .media("events", "text") }

    // MARK: - Parts

    private func type(
        of content: OpenAPIOperation.Content,
        at place: TypePlace,
        _ context: inout ImportContext
    ) -> TypeUse {
        content.schema.map { TypeTranslator.use(of: $0, at: place, &context) } ?? .json
    }

    /// A body is always present, and cannot declare the format of a date or a number.
    private func stripped(
        _ use: TypeUse,
        isSent: Bool,
        at range: SourceRange,
        _ context: inout ImportContext
    ) -> TypeUse {
        if use.type != use.type.withoutNull {
            context.report(
                .simplified,
                isSent
                    ? "the body of a request is never null, so `null` cannot be sent here"
                    : "a response is never null, so reading `null` is an error here",
                at: range,
                hint: "write JSON in the schema to \(isSent ? "send" : "read") null, too"
            )
        }
        var use = use.withoutNull
        if use.type.leafName == "Date" || use.json != nil {
            let plain = use.formats.first?.hasPrefix("unix") == true ? "Int" : "String"
            context.report(
                .simplified,
                "a body has no `format:` or `json:`, so its values have the type \(plain)",
                at: range
            )
            use = TypeUse(use.type.replacingLeaf(with: .name(plain)))
        }
        return use
    }

    /// Whether a body of any media type is a string, which is then hardly JSON, and is reported.
    private func isRaw(
        _ use: TypeUse,
        _ content: OpenAPIOperation.Content,
        as word: String,
        _ context: inout ImportContext
    ) -> Bool {
        guard MediaChoice.isRange(content.media), use.type == .string else { return false }
        context.report(
            .guessed,
            "a string with the media type \(content.media) is used as \(word), not as JSON",
            at: content.node.range
        )
        return true
    }

    private func json(_ type: ProposedType, _ media: String) -> ProposedBody {
        MediaChoice.isOwn(media) && !media.contains("*")
            ? .explicitJSON(type, media: MediaChoice.bare(media)) : .json(type)
    }

    private func text(
        _ content: OpenAPIOperation.Content,
        _ context: inout ImportContext
    ) -> ProposedBody {
        if let schema = content.schema,
            [.object, .array].contains(ShapeSketch.kind(of: schema, &context))
        {
            context.report(
                .simplified,
                "only JSON has structure; a body of \(content.media) is used as text",
                at: content.node.range
            )
        }
        return .text(content.media)
    }

    /// The bytes of a request, which has a media type, not a range of them.
    private func sentBytes(
        _ content: OpenAPIOperation.Content,
        _ form: MediaChoice.Form,
        _ context: inout ImportContext
    ) -> ProposedBody {
        guard MediaChoice.isRange(content.media) else {
            return .bytes(content.media, isFile: form == .file)
        }
        // The upload of a file states its media type.
        if form == .file { return .any("file") }
        context.report(
            .simplified,
            "\(content.media) is a range of media types; a request needs one of them",
            at: content.node.range,
            hint: "name it in the schema; without it, the body is application/octet-stream"
        )
        return .any("bytes")
    }

    private func reportOthers(
        than content: OpenAPIOperation.Content,
        of contents: [OpenAPIOperation.Content],
        _ context: inout ImportContext
    ) {
        let others = contents.map(\.media).filter { $0 != content.media }
        guard !others.isEmpty else { return }
        for other in contents where other.media != content.media {
            // Types that only they need are declared anyway.
            let schema = other.schema.flatMap { $0["items"] ?? $0 }
            guard let schema, schema.reference != nil else { continue }
            let place = TypePlace(owner: owner, property: "", key: "")
            _ = TypeTranslator.use(of: schema, at: place, &context)
        }
        context.report(
            .leftOut,
            "of several media types, \(content.media) is used; left out: "
                + others.joined(separator: ", "),
            at: contents.first { $0.media != content.media }?.node.range ?? content.node.range
        )
    }
}

extension ImportContext {
    /// Whether a schema is binary data.
    mutating func isBinary(_ node: YAMLNode?) -> Bool {
        guard let node, let (object, components) = essence(of: node),
            object.format == "binary"
                || object.node["contentMediaType"] != nil && object.kinds.isEmpty
        else { return false }
        // A file needs no declaration.
        inPlace.formUnion(components)
        return true
    }

    /// The schema behind references, compositions of one part, and alternatives to null, with the
    /// components that lead to it.
    mutating func essence(
        of node: YAMLNode
    ) -> (object: SchemaObject, components: [DocumentPlace])? {
        var node = node
        var components: [DocumentPlace] = []
        for _ in 0..<Self.maximumWrappers {
            guard let resolved = reading.resolved(node) else { return nil }
            if let place = node.reference.flatMap({ reading.target(of: $0)?.place }) {
                components.append(place)
            }
            let object = SchemaObject(resolved)
            let others = object.oneOf.filter { !SchemaObject($0).isOnlyNull }
            if let part = object.onlyPart {
                node = part
            } else if object.allOf.isEmpty, others.count == 1 {
                node = others[0]
            } else {
                return (object, components)
            }
        }
        return nil
    }

    private static let maximumWrappers = 8
}
