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
            return fields(body, content, isMultipart: form == .multipart, &parameters, &context)
        case .text: return text(content.media)
        case .file, .bytes: return bytes(content.media, isFile: form == .file)
        case .json, .jsonLines, .jsonSequence, .events:
            let place = TypePlace(owner: owner, property: "body", key: "", isSent: true)
            var use = type(of: content, at: place, &context)
            if context.isBinary(content.schema) { return bytes(content.media, isFile: true) }
            use = stripped(use, at: content.node.range, &context)
            if form == .jsonLines { return .typed("jsonLines", use.type) }
            if form == .jsonSequence { return .typed("jsonSequence", use.type) }
            return json(use.type, content.media)
        }
    }

    /// The fields of a form, or the parts of a multipart body.
    private func fields(
        _ body: OpenAPIOperation.Body,
        _ content: OpenAPIOperation.Content,
        isMultipart: Bool,
        _ parameters: inout ParameterTranslator,
        _ context: inout ImportContext
    ) -> ProposedBody? {
        let word = isMultipart ? "multipart" : "form"
        var fields = body.fields
        if let schema = content.schema {
            let merged = MergedObject(schema, &context)
            let component = schema.reference.flatMap { context.reading.target(of: $0)?.place }
            if let component { context.inPlace.insert(component) }
            fields = merged.members.map { member in
                OpenAPIOperation.Parameter(
                    name: member.key,
                    place: "formData",
                    isRequired: merged.required.contains(member.key),
                    schema: member.schema,
                    node: member.schema,
                    style: "form",
                    explodes: true
                )
            }
            if fields.isEmpty {
                return isMultipart ? bytes(content.media, isFile: false) : text(content.media)
            }
            if !isMultipart, let component, !isForm(merged, alone: component, &context) {
                let place = TypePlace(owner: owner, property: "body", key: "", isSent: true)
                let use = TypeTranslator.use(of: schema, at: place, &context).withoutNull
                if context.isValue(use.type) { return .typed(word, use.type) }
            }
        }
        var properties: [ProposedProperty] = []
        for field in fields {
            if isMultipart, let property = file(field, &parameters, &context) {
                properties.append(property)
            } else if isMultipart, let property = part(field, &parameters, &context) {
                properties.append(property)
            } else if !isMultipart, let property = parameters.property(field, &context) {
                properties.append(textual(property, field, &context))
            }
        }
        return properties.isEmpty ? nil : .fields(word, properties)
    }

    /// Whether an object consists only of the fields of one form, so that the endpoint can list
    /// them.
    private func isForm(
        _ object: MergedObject,
        alone component: DocumentPlace,
        _ context: inout ImportContext
    ) -> Bool {
        guard context.usage.plainUses[component] == 1, !context.usage.isAnswered(component) else {
            return false
        }
        return object.members.allSatisfy { member in
            let object = SchemaObject(member.schema)
            let items = object.kinds == [.array] ? object.items : nil
            let alternatives = object.oneOf.isEmpty ? [items ?? member.schema] : object.oneOf
            return alternatives.allSatisfy { node in
                ShapeSketch.kind(of: node, &context)?.isSingleValue
                    ?? SchemaObject(node).isOnlyNull
            }
        }
    }

    /// A form field is a string, or an array of strings.
    private func textual(
        _ property: ProposedProperty,
        _ field: OpenAPIOperation.Parameter,
        _ context: inout ImportContext
    ) -> ProposedProperty {
        guard !context.isPlain(property.type), !context.isPlainArray(property.type) else {
            return property
        }
        context.report(
            .simplified,
            "the form field \(field.name.quoted) is not a single value; used as a string",
            at: field.node.range
        )
        var property = property
        property.type = .string
        property.properties = nil
        return property
    }

    /// A part with one or several files.
    private func file(
        _ field: OpenAPIOperation.Parameter,
        _ parameters: inout ParameterTranslator,
        _ context: inout ImportContext
    ) -> ProposedProperty? {
        let isMany = SchemaObject(field.schema).kinds == [.array]
        let schema = isMany ? SchemaObject(field.schema).items : field.schema
        guard context.isBinary(schema) else { return nil }
        let name = parameters.take(PropertyNaming.parameters.named(field.name).name)
        let type: ProposedType = isMany ? .array(.name("file")) : .name("file")
        var property = ProposedProperty(name, isOptional: !field.isRequired, type)
        if name != field.name || parameters.hasKeyStrategy && name.hasCapital {
            property.key = field.name
        }
        property.doc = field.doc
        return property
    }

    /// A text or JSON part.
    private func part(
        _ field: OpenAPIOperation.Parameter,
        _ parameters: inout ParameterTranslator,
        _ context: inout ImportContext
    ) -> ProposedProperty? {
        let name = parameters.take(PropertyNaming.parameters.named(field.name).name)
        let place = TypePlace(owner: owner, property: name, key: field.name, isSent: true)
        // A string that contains JSON is a JSON part.
        let media = field.schema["contentMediaType"]?.text ?? ""
        let content = MediaChoice.form(of: media) == .json ? field.schema["contentSchema"] : nil
        let schema = content ?? field.schema
        let use = TypeTranslator.use(of: schema, at: place, &context).withoutNull
        var property = ProposedProperty(name, isOptional: !field.isRequired, use.type)
        if name != field.name || parameters.hasKeyStrategy && name.hasCapital {
            property.key = field.name
        }
        property.json = use.json
        property.formats = use.formats
        property.doc = field.doc
        if use.type.leafName == "Data" { property.type = use.type.replacingLeaf(with: .string) }
        return property
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
            return bytes(content.media, isFile: form != .bytes)
        }
        switch form {
        case .text: return text(content.media)
        case .file, .bytes, .multipart: return bytes(content.media, isFile: form == .file)
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
                at: content.node.range,
                &context
            )
            switch form {
            case .events: return use.type == .string ? events : .typed("events", use.type)
            case .jsonLines: return .typed("jsonLines", use.type)
            case .jsonSequence: return .typed("jsonSequence", use.type)
            case .form where context.isValue(use.type): return .typed("form", use.type)
            case .form: return text(content.media)
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
        return stripped(type(of: content, at: place, &context), at: content.node.range, &context)
            .type
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
        at range: SourceRange,
        _ context: inout ImportContext
    ) -> TypeUse {
        if use.type != use.type.withoutNull {
            context.report(
                .simplified,
                "a nullable body is read and sent as a non-nullable one",
                at: range
            )
        }
        var use = use.withoutNull
        if use.type.leafName == "Date" || use.json != nil {
            use = TypeUse(use.type.replacingLeaf(with: .string))
        }
        return use
    }

    private func json(_ type: ProposedType, _ media: String) -> ProposedBody {
        MediaChoice.isOwn(media)
            ? .explicitJSON(type, media: MediaChoice.bare(media)) : .json(type)
    }

    private func text(_ media: String) -> ProposedBody {
        let name = MediaChoice.bare(media)
        return name == "text/plain" || name == "text/*" ? .any("text") : .media("text", name)
    }

    private func bytes(_ media: String, isFile: Bool) -> ProposedBody {
        let word = isFile ? "file" : "bytes"
        let name = MediaChoice.bare(media)
        let isAny =
            name == "application/octet-stream" || name == "*/*"
            || name.wholeMatch(of: /[a-z0-9.+*-]+\/[a-z0-9.+*-]+/) == nil || name.hasPrefix("*")
            || MediaChoice.form(of: media) == .json
        return isAny ? .any(word) : .media(word, name)
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
        guard let node, let resolved = reading.resolved(node) else { return false }
        let object = SchemaObject(resolved)
        return object.format == "binary"
            || resolved["contentMediaType"] != nil && object.kinds.isEmpty
    }
}
