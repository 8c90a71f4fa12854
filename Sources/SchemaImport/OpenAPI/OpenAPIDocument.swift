import Diagnostics
import YAMLTree

/// An OpenAPI 3 or Swagger 2.0 document.
struct OpenAPIDocument {
    let path: String
    let root: YAMLNode
    /// Whether it is Swagger 2.0.
    let isVersion2: Bool

    /// Recognizes a document by its version; nil if it is none.
    init?(path: String, root: YAMLNode) {
        self.path = path
        self.root = root
        if let version = root["swagger"]?.text, version.hasPrefix("2") {
            isVersion2 = true
        } else if let version = root["openapi"]?.text, version.hasPrefix("3") {
            isVersion2 = false
        } else {
            return nil
        }
    }

    /// The position of what it says about the service.
    var origin: SourceRange { (root["info"] ?? root).range }

    /// The named schemas, in order.
    var components: [(place: DocumentPlace, node: YAMLNode)] {
        let keys = isVersion2 ? ["definitions"] : ["components", "schemas"]
        var node: YAMLNode? = root
        for key in keys { node = node?[key] }
        return (node?.pairs ?? []).compactMap { pair in
            pair.key.text.map { (DocumentPlace(path: path, keys: keys + [$0]), pair.value) }
        }
    }

    /// The operations in order, including those that a schema cannot express.
    func operations(_ reading: inout ReadingContext) -> [OpenAPIOperation] {
        if let paths = root["paths"], !paths.isMapping, !paths.isNull {
            reading.findings.add(
                .leftOut,
                "expected an object with the operations by path; this is left out",
                at: paths.range
            )
        }
        return (root["paths"]?.pairs ?? []).flatMap { pair -> [OpenAPIOperation] in
            guard let path = pair.key.text, !path.hasPrefix("x-"),
                let item = PathItem.node(pair.value, &reading), !item.isNull
            else { return [] }
            guard item.isMapping else {
                reading.findings.add(
                    .leftOut,
                    "expected an object with the operations of \(path.quoted); this is left out",
                    at: pair.value.range
                )
                return []
            }
            if !path.hasPrefix("/") {
                reading.findings.add(
                    .guessed,
                    "a path must begin with a slash; read as \("/\(path)".quoted)",
                    at: pair.key.range
                )
            }
            let shared = item["parameters"]?.elements ?? []
            ServerTranslator.reportServers(of: item, in: self, &reading.findings)
            return item.pairs.flatMap(Self.methods).compactMap { method in
                guard let name = method.key.text, !PathItem.keys.contains(name),
                    !name.hasPrefix("x-")
                else { return nil }
                var operation = OpenAPIOperation(
                    method: name.lowercased(),
                    path: OpenAPIOperation.path(writtenAs: path),
                    pathNode: pair.key,
                    node: method.value,
                    methodNode: method.key
                )
                ServerTranslator.reportServers(of: method.value, in: self, &reading.findings)
                read(&operation, shared: shared, &reading)
                return operation
            }
        }
    }

    /// The methods under a key of a path item: one or, from version 3.2 on, additional ones.
    private static func methods(_ pair: YAMLPair) -> [YAMLPair] {
        pair.key.text == "additionalOperations" ? pair.value.pairs : [pair]
    }

    private func read(
        _ operation: inout OpenAPIOperation,
        shared: [YAMLNode],
        _ reading: inout ReadingContext
    ) {
        operation.security = operation.node["security"] ?? root["security"]
        let own = operation.node["parameters"]?.elements ?? []
        var parameters: [OpenAPIOperation.Parameter] = []
        var bodies: [YAMLNode] = []
        var fields: [OpenAPIOperation.Parameter] = []
        var sharedCount = 0
        for (position, node) in (shared + own).enumerated() {
            if position == shared.count { sharedCount = parameters.count }
            guard let resolved = reading.resolved(node) else { continue }
            let component = node["$ref"]?.text?.split(separator: "/").last.map(String.init)
            if resolved["in"]?.text == "body" {
                bodies.append(resolved)
            } else if var parameter = parameter(resolved, &reading) {
                parameter.component = component
                if parameter.place == "formData" {
                    fields.append(parameter)
                } else if let index = parameters.firstIndex(where: {
                    $0.name == parameter.name && $0.place == parameter.place
                }) {
                    // A parameter of the operation replaces that of the path.
                    if index >= sharedCount {
                        reading.findings.add(
                            .wrongSchema,
                            "the parameter \(parameter.name.quoted) is declared twice in \(parameter.place.quoted); this one is used",
                            at: node.range
                        )
                    }
                    parameters[index] = parameter
                } else {
                    parameters.append(parameter)
                }
            }
        }
        operation.parameters = parameters
        operation.body = body(of: operation, bodies, fields, &reading)
        operation.responses = responses(of: operation, &reading)
    }

    private func parameter(
        _ node: YAMLNode,
        _ reading: inout ReadingContext
    ) -> OpenAPIOperation.Parameter? {
        guard let name = node["name"]?.text, !name.isEmpty, let place = node["in"]?.text else {
            reading.findings.add(
                .leftOut,
                "a parameter needs `name` and `in`; this one is left out",
                at: node.range
            )
            return nil
        }
        let content = contents(node, &reading).first
        let isForm = place == "query" || place == "cookie"
        var style = node["style"]?.text ?? (isForm ? "form" : "simple")
        var explodes = node["explode"]?.bool ?? (style == "form")
        let format = isVersion2 ? node["collectionFormat"]?.text ?? "csv" : nil
        if let format {
            switch format {
            case "multi": (style, explodes) = ("form", true)
            case "ssv": (style, explodes) = ("spaceDelimited", false)
            case "tsv": (style, explodes) = ("tabDelimited", false)
            case "pipes": (style, explodes) = ("pipeDelimited", false)
            default: explodes = false
            }
        }
        return OpenAPIOperation.Parameter(
            name: name,
            place: place,
            isRequired: node["required"]?.bool ?? (place == "path"),
            schema: content?.schema ?? node["schema"] ?? node,
            node: node,
            style: style,
            explodes: explodes,
            collectionFormat: format,
            media: content?.media
        )
    }

    private func body(
        of operation: OpenAPIOperation,
        _ bodies: [YAMLNode],
        _ fields: [OpenAPIOperation.Parameter],
        _ reading: inout ReadingContext
    ) -> OpenAPIOperation.Body? {
        let parameter = bodies.first ?? fields.first?.node
        if !isVersion2, let written = operation.node["requestBody"] {
            if let parameter {
                reading.findings.add(
                    .leftOut,
                    "the operation has a `requestBody`; this parameter of version 2 is left out",
                    at: parameter.range
                )
            }
            return reading.resolved(written).map { node in
                OpenAPIOperation.Body(contents: contents(node, &reading), node: node)
            }
        }
        if !isVersion2, let parameter {
            reading.findings.add(
                .guessed,
                "the parameter belongs to version 2 of OpenAPI; used as the request body",
                at: parameter.range,
                hint: "declare a `requestBody`"
            )
        }
        let media = media("consumes", of: operation)
        if let node = bodies.first {
            let contents = (media.isEmpty ? ["application/json"] : media).map {
                OpenAPIOperation.Content(media: $0, schema: node["schema"], node: node)
            }
            return OpenAPIOperation.Body(contents: contents, node: node)
        }
        guard let first = fields.first else { return nil }
        let hasFile = fields.contains { $0.node["type"]?.text == "file" }
        let isMultipart = hasFile || media.contains("multipart/form-data")
        let form = isMultipart ? "multipart/form-data" : "application/x-www-form-urlencoded"
        return OpenAPIOperation.Body(
            contents: [.init(media: form, schema: nil, node: first.node)],
            node: first.node,
            fields: fields
        )
    }

    private func responses(
        of operation: OpenAPIOperation,
        _ reading: inout ReadingContext
    ) -> [OpenAPIOperation.Response] {
        (operation.node["responses"]?.pairs ?? []).compactMap { pair in
            guard let status = pair.key.text, !status.hasPrefix("x-"),
                let node = reading.resolved(pair.value)
            else { return nil }
            var contents = contents(node, &reading)
            if isVersion2, let schema = node["schema"] {
                let media = media("produces", of: operation)
                contents = (media.isEmpty ? ["application/json"] : media).map {
                    OpenAPIOperation.Content(media: $0, schema: schema, node: node)
                }
            }
            return OpenAPIOperation.Response(
                status: status,
                statusNode: pair.key,
                contents: contents,
                headers: (node["headers"]?.pairs ?? []).compactMap { pair in
                    guard let name = pair.key.text, let node = reading.resolved(pair.value) else {
                        return nil
                    }
                    return (name, node)
                },
                node: node,
                component: pair.value["$ref"]?.text?.split(separator: "/").last.map(String.init)
            )
        }
    }

    private func contents(
        _ node: YAMLNode,
        _ reading: inout ReadingContext
    ) -> [OpenAPIOperation.Content] {
        (node["content"]?.pairs ?? []).compactMap { pair in
            // From version 3.2 on, it may be a component.
            guard let media = pair.key.text, let node = reading.resolved(pair.value) else {
                return nil
            }
            return OpenAPIOperation.Content(
                media: media,
                // From version 3.2 on, a stream has the schema of its items.
                schema: StreamedItem.schema(of: node, media, &reading),
                node: node
            )
        }
    }

    private func media(_ key: String, of operation: OpenAPIOperation) -> [String] {
        (operation.node[key] ?? root[key])?.elements.compactMap(\.text) ?? []
    }
}
