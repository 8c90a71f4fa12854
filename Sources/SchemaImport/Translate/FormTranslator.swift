import YAMLTree

/// Converts the fields of a form, or the parts of a multipart body.
struct FormTranslator {
    /// The endpoint, after which unnamed types are named.
    let owner: String
    /// Whether fields are parts of a multipart body.
    let isMultipart: Bool

    private var word: String { isMultipart ? "multipart" : "form" }

    /// Whether only the server sets all fields of a form, so that a request has none.
    static func isReadOnly(_ schema: YAMLNode, _ context: inout ImportContext) -> Bool {
        let members = MergedObject(schema, &context).members
        return !members.isEmpty && members.allSatisfy { SchemaObject($0.schema).isReadOnly }
    }

    /// The body of a request; nil if it has no fields.
    func body(
        _ body: OpenAPIOperation.Body,
        _ content: OpenAPIOperation.Content,
        _ parameters: inout ParameterTranslator,
        _ context: inout ImportContext
    ) -> ProposedBody? {
        guard let schema = content.schema else {
            return listed(body.fields, content, &parameters, &context)
        }
        let merged = MergedObject(schema, &context)
        let component = schema.reference.flatMap { context.reading.target(of: $0)?.place }
        if let component { context.inPlace.insert(component) }
        // Only the server sets a read-only property, so a request does not send it.
        let members = merged.members.filter { !SchemaObject($0.schema).isReadOnly }
        let fields = members.map { member in
            let encoding = content.node["encoding"]?[member.key]
            let style = encoding?["style"]?.text ?? "form"
            return OpenAPIOperation.Parameter(
                name: member.key,
                place: "formData",
                isRequired: merged.required.contains(member.key),
                schema: member.schema,
                node: member.schema,
                style: style,
                explodes: encoding?["explode"]?.bool ?? (style == "form")
            )
        }
        guard !fields.isEmpty else { return nil }
        if !isMultipart, !isListed(merged, component, &context) {
            let place = TypePlace(owner: owner, property: "body", key: "", isSent: true)
            let use = TypeTranslator.use(of: schema, at: place, &context).withoutNull
            if context.isValue(use.type) {
                return .typed(word, use.type, arrays: arrays(of: fields, &context))
            }
        }
        return listed(fields, content, &parameters, &context)
    }

    /// The body with its fields in the endpoint.
    private func listed(
        _ fields: [OpenAPIOperation.Parameter],
        _ content: OpenAPIOperation.Content,
        _ parameters: inout ParameterTranslator,
        _ context: inout ImportContext
    ) -> ProposedBody? {
        let properties = fields.compactMap { field -> ProposedProperty? in
            guard isMultipart else {
                return parameters.property(field, &context).map { textual($0, field, &context) }
            }
            let object = context.essence(of: field.schema)?.object
            let isMany = object?.kinds == [.array]
            let encoding = content.node["encoding"]?[field.name]
            if let headers = encoding?["headers"] {
                context.report(
                    .leftOut,
                    "the header fields of the part \(field.name.quoted) are not sent",
                    at: headers.range
                )
            }
            if context.isBinary(isMany ? object?.items : field.schema) {
                return file(field, isMany: isMany, &parameters)
            }
            let part = part(field, &parameters, &context)
            reportMedia(of: part, field, encoding, &context)
            return part
        }
        guard !properties.isEmpty else { return nil }
        return .fields(word, properties, arrays: arrays(of: fields, &context))
    }

    /// The format of all arrays in a form, or nil for the default.
    private func arrays(
        of fields: [OpenAPIOperation.Parameter],
        _ context: inout ImportContext
    ) -> String? {
        let arrays = fields.filter { ShapeSketch.kind(of: $0.schema, &context) == .array }
        let supported = isMultipart ? "repeated" : arrays.lazy.compactMap(\.arrays).first
        for field in arrays where field.arrays != supported {
            context.report(
                .simplified,
                "the array \(field.name.quoted) has \(field.writtenStyle), but "
                    + (isMultipart
                        ? "each element is a part" : "all arrays of a form have the same style"),
                at: field.node.range
            )
        }
        return supported == "repeated" ? nil : supported
    }

    /// Whether an object consists only of the fields of one form, so that the endpoint can list
    /// them.
    private func isListed(
        _ object: MergedObject,
        _ component: DocumentPlace?,
        _ context: inout ImportContext
    ) -> Bool {
        if let component {
            let isOfOneForm = context.usage.plainUses[component] == 1
            guard isOfOneForm, !context.usage.isAnswered(component) else { return false }
        }
        return object.members.allSatisfy { member in
            let object = SchemaObject(member.schema)
            let items = object.kinds == [.array] ? object.items : nil
            let alternatives = object.oneOf.isEmpty ? [items ?? member.schema] : object.oneOf
            return alternatives.allSatisfy { node in
                // A field of an unknown type is a string.
                ShapeSketch.kind(of: node, &context)?.isSingleValue
                    ?? (component == nil || SchemaObject(node).isOnlyNull)
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

    // MARK: - Parts

    /// A part with one or several files.
    private func file(
        _ field: OpenAPIOperation.Parameter,
        isMany: Bool,
        _ parameters: inout ParameterTranslator
    ) -> ProposedProperty {
        let type: ProposedType = isMany ? .array(.name("file")) : .name("file")
        return property(field, TypeUse(type), &parameters)
    }

    /// A text or JSON part.
    private func part(
        _ field: OpenAPIOperation.Parameter,
        _ parameters: inout ParameterTranslator,
        _ context: inout ImportContext
    ) -> ProposedProperty {
        let name = PropertyNaming.parameters.named(field.name).name
        let place = TypePlace(owner: owner, property: name, key: field.name, isSent: true)
        // A string that contains JSON is a JSON part.
        let media = field.schema["contentMediaType"]?.text ?? ""
        let content = MediaChoice.form(of: media) == .json ? field.schema["contentSchema"] : nil
        let schema = content ?? field.schema
        var use = TypeTranslator.use(of: schema, at: place, &context).withoutNull
        if use.type.leafName == "Data" { use.type = use.type.replacingLeaf(with: .string) }
        var part = property(field, use, &parameters)
        part.takeConstant(use, of: SchemaObject(schema), &context)
        return part
    }

    private func property(
        _ field: OpenAPIOperation.Parameter,
        _ use: TypeUse,
        _ parameters: inout ParameterTranslator
    ) -> ProposedProperty {
        let name = parameters.take(PropertyNaming.parameters.named(field.name).name)
        var property = ProposedProperty(name, isOptional: !field.isRequired, use.type)
        if name != field.name || parameters.hasKeyStrategy && name.hasCapital {
            property.key = field.name
        }
        property.json = use.json
        property.formats = use.formats
        property.doc = field.doc
        return property
    }

    /// Reports a media type that differs from that of the part: plain text or JSON.
    private func reportMedia(
        of part: ProposedProperty,
        _ field: OpenAPIOperation.Parameter,
        _ encoding: YAMLNode?,
        _ context: inout ImportContext
    ) {
        guard let written = encoding?["contentType"], let media = written.text else { return }
        let isText = context.isPlain(part.type) || context.isPlainArray(part.type)
        let accepted = media.split(separator: ",").map { MediaChoice.bare(String($0)) }
        let isSent = accepted.contains { name in
            isText
                ? ["text/plain", "text/*", "*/*"].contains(name)
                : MediaChoice.form(of: name) == .json
        }
        if !isSent {
            context.report(
                .simplified,
                "the part \(field.name.quoted) is sent as \(isText ? "plain text" : "JSON"), not as \(media)",
                at: written.range
            )
        }
    }
}
