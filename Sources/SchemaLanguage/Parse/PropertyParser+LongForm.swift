import Diagnostics
import RepositoryValues
import YAMLTree

extension PropertyParser {
    /// Parses the long form: a mapping with the type among its keys.
    func long(
        _ node: YAMLNode,
        name: Located<String>,
        mayBeAbsent: Bool,
        in context: inout ParseContext
    ) -> PropertyDeclaration {
        var property = PropertyDeclaration.Contents(
            name: name,
            mayBeAbsent: mayBeAbsent,
            type: .unreadable(at: name.range)
        )
        guard !reportBareObject(node, of: name, in: &context) else {
            return PropertyDeclaration(property)
        }
        var mapping = MappingReader(declaration: node, what: what, in: &context)
        property.doc = context.doc(value("doc", of: &mapping))
        (property.type, property.defaultValue) = type(
            of: name,
            doc: property.doc,
            &mapping,
            in: &context
        )
        let mistakes = context.diagnostics.count
        property.key = value("key", of: &mapping).flatMap {
            context.text($0, what: "the key of \(what)")
        }
        if let node = value("default", of: &mapping) {
            if let first = property.defaultValue {
                context.report(
                    .invalidDefault,
                    "'\(name.value)' has two defaults",
                    at: node.range,
                    notes: [Diagnostic.Note("the first is here", at: first.range)],
                    hint: "drop `default:`, or the `=` after the type"
                )
            }
            property.defaultValue = LiteralExpression(form: .init(node), range: node.range)
        }
        parseForm(of: &property, &mapping, in: &context)
        property.directions = directions(&mapping, in: &context)
        parseTraits(of: &property, &mapping, in: &context)
        mapping.finish(
            in: &context,
            foreign: foreign(name.value, property.type),
            misplaced: { PropertyColumn.hint(for: $0, inLongFormOf: name) }
        )
        property.isWhole = context.diagnostics.count == mistakes
        return PropertyDeclaration(property)
    }

    /// The keys of other languages for the options of a property.
    private func foreign(_ name: String, _ type: TypeExpression) -> [String: String] {
        var word = "Int"
        if case .name(let name, nil) = type.form { word = name.shortened(to: 60) }
        let mayBeAbsent = "mark an optional property with a '?' after its name: `\(name)?: …`"
        return [
            "description": "write `doc:`",
            "nullable": "mark a nullable property with a '?' after its type: `\(name): \(word)?`",
            "items": ForeignType.array(name),
            "enum": ForeignType.enumeration,
            "optional": mayBeAbsent, "required": mayBeAbsent, "typed": ForeignKey.typed,
            "unique": "write `unique: \(name)` next to the entity's `properties:`",
            "inverseOf": "write `inverse:`", "mappedBy": "write `inverse:`",
            "relatedName": "write `inverse:`", "related_name": "write `inverse:`",
            "search": "write `search: \(name)` next to the entity's `properties:`",
        ].merging(keys.contains("arrays") ? Self.foreignStyles : Self.stylesOfForms) { $1 }
            .merging(ConstraintParser.foreign(areKnown: keys.contains("minimum"))) { $1 }
    }

    /// The OpenAPI keys for arrays and objects in a parameter.
    private static let foreignStyles = {
        let hint = "write `arrays:` for arrays, `objects:` for objects"
        return ["style": hint, "explode": hint, "collectionFormat": hint]
    }()

    /// The style keys that a single form field cannot have.
    private static let stylesOfForms = {
        let hint =
            "it is for request parameters; for the fields of a form, write it next to `form:`"
        return ["arrays": hint, "objects": hint]
    }()

    /// The type, which may be that of an inline object.
    private func type(
        of name: Located<String>,
        doc: String?,
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> (type: TypeExpression, defaultValue: LiteralExpression?) {
        guard let object = value("properties", of: &mapping) else {
            let node = mapping.required(
                "type",
                at: name.range,
                hint: "write `\(name.value): Type` or give it a `type:`"
            )
            if let node, let meant = Self.foreignFormat(mapping) {
                context.report(
                    .unknownType,
                    "unknown type '\(node.scalarText ?? "")'",
                    at: node.range,
                    hint: takesURLs && TextFormat(rawValue: meant.format) != nil
                        && meant.type == PrimitiveType.string.rawValue
                        ? "write `type: String`, with `format: \(meant.format)`"
                        : "write `type: \(meant.type)`, without `format: \(meant.format)`"
                )
                return (.unreadable(at: node.range), nil)
            }
            return node.map { TypeParser.short($0, in: &context) }
                ?? (.unreadable(at: name.range), nil)
        }
        let written = mapping.optional("type").map { TypeParser.short($0, in: &context) }
        guard let value = inlineValue(object, of: name, doc: doc, in: &context) else {
            return (.unreadable(at: name.range), nil)
        }
        guard let written else {
            return (TypeExpression(form: .name(value, member: nil), range: name.range), nil)
        }
        if case .unreadable = written.type.form { return written }
        guard written.type.hasPlaceholder else {
            context.report(
                .inlineProperties,
                "'\(name.value)' has properties, but its type does not contain them",
                at: written.type.range,
                hint: "write `_` in place of the object, as in `type: \"[_]\"`, or drop the type"
            )
            return (.unreadable(at: written.type.range), nil)
        }
        return (written.type.replacingPlaceholder(with: value), written.defaultValue)
    }

    /// The type for a type with an OpenAPI format, and that format; nil if there is none.
    private static func foreignFormat(
        _ mapping: MappingReader
    ) -> (type: String, format: String)? {
        func text(_ key: String) -> String? {
            mapping.pairs.first { $0.key.scalarText == key }?.value.scalarText
        }
        guard let type = text("type"), let format = text("format"),
            let meant = ForeignType.formats[type]?[format]
        else { return nil }
        return (meant, format)
    }

    /// The value of a key, if the key is valid here.
    private func value(_ key: String, of mapping: inout MappingReader) -> YAMLNode? {
        keys.contains(key) ? mapping.optional(key) : nil
    }

    /// Parses its form in JSON.
    private func parseForm(
        of property: inout PropertyDeclaration.Contents,
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) {
        if let node = value("format", of: &mapping), Self.foreignFormat(mapping) == nil {
            let isReference = property.type.isReference
            // No other format contains a brace or a slash.
            let text = node.isNull ? nil : node.scalarText
            let url = text.flatMap { text in
                text.contains { "{/".contains($0) }
                    || isReference && DateFormat(rawValue: text) == nil ? text : nil
            }
            if let url, takesURLs {
                property.url = Located(url, at: node.range)
            } else if takesURLs, ConstraintParser.isTextFormat(node, of: property.type) {
                property.constraints += ConstraintParser.format(node, in: &context)
            } else if url != nil, isReference {
                context.report(
                    .misplacedFormat,
                    "a reference in \(what) is only the identity, not the URL of an entity",
                    at: node.range,
                    hint: "drop `format:`"
                )
            } else {
                property.formats = Self.formats(node, in: &context)
            }
        }
        if keys.isSuperset(of: ConstraintParser.keys) {
            property.constraints += ConstraintParser.parse(&mapping, in: &context)
        }
        if let node = value("json", of: &mapping) {
            property.json = Self.wireType(node, in: &context)
        }
        if let node = value("transform", of: &mapping) {
            property.transform = context.word(node, what: "transform")
        }
        if let node = value("arrays", of: &mapping) {
            property.arrays = context.arrays(node, of: what).map { Located($0, at: node.range) }
        }
        if let node = value("objects", of: &mapping) {
            property.objects = context.objects(node, of: what).map { Located($0, at: node.range) }
        }
    }

    /// The directions that are set to true.
    private func directions(
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> [Located<PropertyDirection>] {
        var found: [Located<PropertyDirection>] = []
        for direction in [PropertyDirection.readOnly, .writeOnly, .immutable] {
            guard let node = value(direction.rawValue, of: &mapping),
                context.bool(node, what: direction.rawValue) == true
            else { continue }
            found.append(Located(direction, at: node.range))
        }
        return found
    }

    private func parseTraits(
        of property: inout PropertyDeclaration.Contents,
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) {
        if let node = value("onInvalid", of: &mapping) {
            property.onInvalid = context.word(node, what: "onInvalid")
                .map { Located($0, at: node.range) }
        }
        if let node = value("onDelete", of: &mapping) {
            property.onDelete = context.word(
                node,
                what: "onDelete",
                foreign: Self.foreignDeletionRules
            )
            .map { Located($0, at: node.range) }
        }
        if let node = value("inverse", of: &mapping) {
            property.inverse = Self.inverse(node, in: &context)
        }
        if let node = value("file", of: &mapping) {
            property.file = FileParser.parse(node, in: &context)
            // The server writes the result of the upload.
            if property.directions.isEmpty {
                property.directions = [Located(.readOnly, at: node.range)]
            }
        }
        if let node = value("redacted", of: &mapping) {
            property.isRedacted = context.bool(node, what: "redacted") ?? false
        }
        if let node = value("deprecated", of: &mapping) {
            property.deprecation = context.deprecation(node)
        }
        if let node = value("indexed", of: &mapping) {
            if case .sequence(let elements) = node.content {
                let names = elements.compactMap {
                    context.text($0, what: "an element of indexed")
                }
                property.indexedMembers = Located(names, at: node.range)
            } else {
                property.isIndexed = context.bool(node, what: "indexed")
                    .map { Located($0, at: node.range) }
            }
        }
        if let node = value("listed", of: &mapping) {
            property.isListed = context.bool(node, what: "listed")
                .map { Located($0, at: node.range) }
        }
        if let node = value("returned", of: &mapping) {
            property.isReturned = context.bool(node, what: "returned")
                .map { Located($0, at: node.range) }
        }
        if let node = value("was", of: &mapping) {
            property.former = FormerPropertyParser.parse(node, in: &context)
        }
        property.example = value("example", of: &mapping)
    }

    /// The names of the rules in other languages.
    private static let foreignDeletionRules = [
        "delete": "write `cascade`", "deny": "write `restrict`", "noAction": "drop `onDelete:`",
        "NO ACTION": "drop `onDelete:`", "none": "drop `onDelete:`", "setNull": "write `nullify`",
        "SetNull": "write `nullify`", "set null": "write `nullify`", "SET NULL": "write `nullify`",
        "CASCADE": "write `cascade`", "RESTRICT": "write `restrict`",
    ]

    /// Parses the name of a Swift function that finds the entities that refer to one.
    private static func inverse(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> Located<String>? {
        guard let name = context.text(node, what: "inverse") else { return nil }
        let reserved = ["init", "self"]
        func isName(_ text: String) -> Bool {
            text.wholeMatch(of: /[a-z][A-Za-z0-9]*/) != nil && !reserved.contains(text)
        }
        if isName(name.value) { return name }
        if reserved.contains(name.value) {
            context.report(
                .invalidName,
                "'\(name.value)' is reserved in Swift, so `inverse:` needs another name",
                at: name.range,
                hint: "write a name such as `inverse: messages`"
            )
            return nil
        }
        let words = name.value.split { !$0.isLetter && !$0.isNumber }
        let capitals = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let camelCase = capitals.prefix(1).lowercased() + capitals.dropFirst()
        context.report(
            .invalidName,
            "expected a name in camel case for inverse, found '\(name.value.shortened(to: 40))'",
            at: name.range,
            hint: isName(camelCase)
                ? "write `inverse: \(camelCase.shortened(to: 40))`"
                : "write a name such as `inverse: messages`"
        )
        return nil
    }

    /// Parses the JSON type of a value: a string, a Boolean or one of the numbers.
    static func wireType(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> Located<PrimitiveType>? {
        context.word(node, what: "json", among: PrimitiveType.allCases.filter(\.isWireType))
            .map { Located($0, at: node.range) }
    }
}

extension PrimitiveType {
    /// Whether `json:` allows it: a string, a Boolean or a number, which JSON has.
    var isWireType: Bool {
        switch self {
        case .date, .day, .url, .uuid, .data, .json: false
        default: true
        }
    }
}
