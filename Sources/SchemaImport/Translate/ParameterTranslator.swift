import Diagnostics
import YAMLTree

/// Converts the parameters of an operation to those of an endpoint.
struct ParameterTranslator {
    /// The endpoint, after which objects and enums in parameters are named.
    let owner: String
    /// The keys of the API, which do not affect parameters.
    let hasKeyStrategy: Bool
    /// The names of the parameters so far.
    private var taken: Set<String> = []

    /// Header fields that the transport or the media types set, in requests and in responses.
    static let ofMessages: Set<String> = [
        "content-type", "connection", "content-length", "expect", "host", "keep-alive", "te",
        "trailer", "transfer-encoding", "upgrade",
    ]
    /// Header fields of requests that are not parameters.
    private static let written = ofMessages.union(["accept", "authorization", "cookie"])

    init(owner: String, hasKeyStrategy: Bool) {
        self.owner = owner
        self.hasKeyStrategy = hasKeyStrategy
    }

    /// Adds the parameters of an operation to an endpoint.
    mutating func add(
        _ operation: OpenAPIOperation,
        to endpoint: inout ProposedEndpoint,
        authenticated places: Set<String>,
        _ context: inout ImportContext
    ) {
        addPath(operation, to: &endpoint, &context)
        for parameter in operation.parameters where parameter.place != "path" {
            let name = parameter.place == "header" ? parameter.name.lowercased() : parameter.name
            if places.contains("\(parameter.place) \(name)") { continue }
            reportKeywords(of: parameter, &context)
            switch parameter.place {
            case "query":
                property(parameter, &context).map { endpoint.query.append($0) }
            case "header":
                if Self.written.contains(name) {
                    context.report(
                        .leftOut,
                        "the header field \(parameter.name.quoted) is set for every request, and is not a "
                            + "parameter",
                        at: parameter.node.range
                    )
                    continue
                }
                guard isToken(parameter, &context) else { continue }
                property(parameter, &context).map { endpoint.headers.append($0) }
            case "cookie":
                guard isToken(parameter, &context) else { continue }
                property(parameter, &context).map { endpoint.cookies.append($0) }
            default:
                context.report(
                    .leftOut,
                    "the parameter \(parameter.name.quoted) is in \(parameter.place.quoted), which is not supported",
                    at: parameter.node.range
                )
            }
        }
    }

    /// Reports keywords that parameters of a schema lack.
    private func reportKeywords(
        of parameter: OpenAPIOperation.Parameter,
        _ context: inout ImportContext
    ) {
        for key in ["allowReserved", "deprecated"] {
            guard let node = parameter.node[key], node.bool == true else { continue }
            context.reading.findings.addRepeated(
                .simplified,
                "`\(key)` of a parameter is left out",
                at: node.range
            )
        }
    }

    private func isToken(
        _ parameter: OpenAPIOperation.Parameter,
        _ context: inout ImportContext
    ) -> Bool {
        if parameter.name.isHeaderToken { return true }
        context.report(
            .leftOut,
            "\(parameter.name.quoted) is not a valid name of a header field or a cookie",
            at: parameter.node.range
        )
        return false
    }

    // MARK: - The path

    /// Renames placeholders in the style of properties, which does not change requests.
    private mutating func addPath(
        _ operation: OpenAPIOperation,
        to endpoint: inout ProposedEndpoint,
        _ context: inout ImportContext
    ) {
        var path = ""
        var rest = operation.path[...]
        var used: Set<String> = []
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            path += rest[..<open]
            let placeholder = String(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
            used.insert(placeholder)
            let name = take(PropertyNaming.parameters.named(placeholder).name)
            let found = operation.parameters.first {
                $0.place == "path" && $0.name == placeholder
            }
            guard let parameter = found else {
                context.report(
                    .pathMismatch,
                    "the placeholder '{\(placeholder)}' has no parameter; used as a string",
                    at: operation.pathNode.range
                )
                path += "{\(name)}"
                continue
            }
            switch parameter.style {
            case "label": path += ".{\(name)}"
            case "matrix": path += ";\(placeholder)={\(name)}"
            default: path += "{\(name)}"
            }
            if let property = pathProperty(parameter, name, &context) {
                endpoint.pathParameters.append(property)
            }
        }
        endpoint.path = path + rest
        for parameter in operation.parameters
        where parameter.place == "path" && !used.contains(parameter.name) {
            context.report(
                .pathMismatch,
                "the path has no placeholder \("{\(parameter.name)}".quoted), so the parameter is left out",
                at: parameter.node.range
            )
        }
    }

    private func pathProperty(
        _ parameter: OpenAPIOperation.Parameter,
        _ name: String,
        _ context: inout ImportContext
    ) -> ProposedProperty? {
        let place = TypePlace(owner: owner, property: name, key: parameter.name)
        var use = use(of: parameter, at: place, &context)
        if !context.isPlain(use.type), !context.isPlainArray(use.type),
            !context.isFlatValue(use.type)
        {
            reportUnsayable(parameter, &context)
            use = TypeUse("String")
        }
        var property = ProposedProperty(name, use.type)
        property.json = use.json
        property.formats = use.formats
        property.doc = parameter.doc
        style(&property, parameter, isBracketed: false, &context)
        // A placeholder is a String by default.
        return property == ProposedProperty(name, .string) ? nil : property
    }

    // MARK: - Query, header fields, cookies, and fields of forms

    /// The property of a parameter; nil, with a finding, if there is none.
    mutating func property(
        _ parameter: OpenAPIOperation.Parameter,
        _ context: inout ImportContext
    ) -> ProposedProperty? {
        let isBracketed = parameter.name.hasSuffix("[]") && parameter.place == "query"
        let key = isBracketed ? String(parameter.name.dropLast(2)) : parameter.name
        let named = PropertyNaming.parameters
        let name = take(
            parameter.place == "header"
                ? named.named(headers: [key])[0].name : named.named(key).name
        )
        let isForm = parameter.place == "query" || parameter.place == "formData"
        let place = TypePlace(
            owner: parameter.component.flatMap(NameTable.typeName) ?? owner,
            property: name,
            key: key,
            allowsInline: parameter.place == "query" && parameter.component == nil
        )
        var use = TypeUse("String")
        if let media = parameter.media {
            if parameter.schema.reference != nil {
                _ = TypeTranslator.use(of: parameter.schema, at: place, &context)
            }
            context.report(
                .simplified,
                "the parameter \(parameter.name.quoted) is encoded as \(media); used as a string",
                at: parameter.node.range
            )
        } else {
            use = self.use(of: parameter, at: place, &context)
        }
        let isObject = context.isValue(use.type)
        let isSayable =
            context.isPlain(use.type) || context.isPlainArray(use.type)
            || isObject && (isForm || context.isFlatValue(use.type))
        if !isSayable {
            reportUnsayable(parameter, &context)
            use = TypeUse("String")
        }
        var property = ProposedProperty(name, isOptional: !parameter.isRequired, use.type)
        if name != key || hasKeyStrategy && parameter.place != "header" && name.hasCapital {
            property.key = key
        }
        property.apply(use)
        property.isRequired = parameter.isRequired
        property.doc = parameter.doc
        let object = SchemaObject(parameter.schema)
        SchemaFaults.report(object, &context)
        if let value = DefaultTranslator.value(of: object, use, &context) {
            property.defaultValue = value
            property.isOptional = false
        } else {
            property.takeConstant(use, of: object, &context)
        }
        if [.name("Int"), .name("Double")].contains(property.type) {
            property.minimum = object.node["minimum"]?.text
            property.maximum = object.node["maximum"]?.text
        }
        style(&property, parameter, isBracketed: isBracketed, &context)
        return property
    }

    /// The type of a parameter; a string if it has several types, or any.
    private func use(
        of parameter: OpenAPIOperation.Parameter,
        at place: TypePlace,
        _ context: inout ImportContext
    ) -> TypeUse {
        guard ShapeSketch.kind(of: parameter.schema, &context) == nil else {
            var use = TypeTranslator.use(of: parameter.schema, at: place, &context).withoutNull
            // A parameter cannot send null.
            if case .array(let element) = use.type { use.type = .array(element.withoutNull) }
            return use
        }
        if !SchemaObject(parameter.schema).isShapeless {
            context.report(
                .simplified,
                "the parameter \(parameter.name.quoted) has several types; used as a string",
                at: parameter.node.range
            )
        }
        return TypeUse("String")
    }

    private func reportUnsayable(
        _ parameter: OpenAPIOperation.Parameter,
        _ context: inout ImportContext
    ) {
        context.report(
            .simplified,
            "the parameter \(parameter.name.quoted) is not a single value, an array of these, or an object with "
                + "properties; used as a string",
            at: parameter.node.range
        )
    }

    /// Sets how an array or an object is written, other than in a form, which has one style.
    private func style(
        _ property: inout ProposedProperty,
        _ parameter: OpenAPIOperation.Parameter,
        isBracketed: Bool,
        _ context: inout ImportContext
    ) {
        let isQuery = parameter.place == "query"
        if case .array = property.type.withoutNull, parameter.place != "formData" {
            var arrays = isBracketed ? "brackets" : parameter.arrays
            if arrays == nil || !isQuery && arrays != "commas" {
                reportStyle(of: "an array", "elements", parameter, &context)
                arrays = "commas"
            }
            property.arrays = arrays == (isQuery ? "repeated" : "commas") ? nil : arrays
        } else if context.isValue(property.type) {
            switch parameter.style {
            case "deepObject": break
            case "form" where isQuery: property.objects = parameter.explodes ? "exploded" : "commas"
            case "simple" where parameter.explodes: property.objects = "exploded"
            case "label" where parameter.explodes, "matrix" where parameter.explodes:
                reportStyle(of: "an object", "keys and values", parameter, &context)
            default: break
            }
            if property.objects == "exploded", isQuery { property.key = nil }
        }
    }

    private func reportStyle(
        of what: String,
        _ parts: String,
        _ parameter: OpenAPIOperation.Parameter,
        _ context: inout ImportContext
    ) {
        context.report(
            .simplified,
            "\(what) in a \(parameter.placeNoun) cannot be written with \(parameter.writtenStyle); "
                + "commas separate its \(parts)",
            at: parameter.node.range
        )
    }

    /// A unique name in the endpoint.
    mutating func take(_ wanted: String) -> String {
        taken.insertNumbered(wanted)
    }
}

extension ProposedProperty {
    /// Takes the only value of a required parameter as its default.
    mutating func takeConstant(
        _ use: TypeUse,
        of object: SchemaObject,
        _ context: inout ImportContext
    ) {
        guard let constant = use.constant else { return }
        if isOptional {
            EnumerationTranslator.reportUnchecked(object, &context)
        } else {
            defaultValue = .text(constant)
        }
    }
}

extension String {
    /// Whether it is a valid name of a header field or a cookie (a token of RFC 9110, section
    /// 5.6.2).
    var isHeaderToken: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                byte.isASCIIAlphanumeric || "!#$%&'*+.^_`|~-".utf8.contains(byte)
            }
    }

    /// Whether a key strategy would change it.
    var hasCapital: Bool { contains(where: \.isUppercase) }
}
