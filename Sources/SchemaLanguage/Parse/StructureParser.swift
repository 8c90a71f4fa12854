import Diagnostics
import YAMLTree

/// Parses structures under `values:` and `entities:`.
enum StructureParser {
    private static let traitKeys: Set = ["conforms", "hashable", "unknownKeys"]

    static func value(
        _ name: Located<String>,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> StructureDeclaration {
        var mapping = MappingReader(
            declaration: node,
            what: "a value",
            hint: "write its `properties:`",
            in: &context
        )
        var heading = DeclarationHeading(name, &mapping, in: &context)
        let includes = includes(&mapping, in: &context)
        let traits = TraitsParser.parse(traitKeys, &mapping, in: &context)
        let properties = properties(of: heading, &mapping, in: &context)
        finish(&heading, mapping, in: &context)
        return StructureDeclaration(
            heading: heading,
            properties: properties,
            includes: includes,
            traits: traits
        )
    }

    static func mixin(
        _ name: Located<String>,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> MixinDeclaration {
        var mapping = MappingReader(
            declaration: node,
            what: "a mixin",
            hint: "write its `properties:`",
            in: &context
        )
        var heading = DeclarationHeading(
            name: name,
            doc: context.doc(mapping.optional("doc"))
        )
        let includes = includes(&mapping, in: &context)
        let properties = properties(
            of: heading,
            mixin: name.value,
            &mapping,
            in: &context
        )
        finish(&heading, mapping, in: &context)
        return MixinDeclaration(heading: heading, properties: properties, includes: includes)
    }

    static func entity(
        _ name: Located<String>,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> EntityDeclaration {
        var mapping = MappingReader(
            declaration: node,
            what: "an entity",
            hint: "write its `id:` and `properties:`",
            in: &context
        )
        var heading = DeclarationHeading(name, &mapping, in: &context)
        let includes = includes(&mapping, in: &context)
        let traits = TraitsParser.parse(traitKeys, &mapping, in: &context)
        let identity = identity(of: name, &mapping, in: &context)
        let resource = mapping.optional("resource").flatMap { resourceType($0, in: &context) }
        let indexes = EntityIndexParser.parse(&mapping, in: &context)
        let formerNames = mapping.optional("was").map {
            context.names($0, what: "was", hint: "write its former name: `was: OldName`")
        }
        let properties = properties(of: heading, &mapping, in: &context)
        finish(&heading, mapping, foreign: keysOfRepositories(of: name.value), in: &context)
        return EntityDeclaration(
            heading: heading,
            identity: identity?.property,
            identityOrigin: identity?.origin ?? .server,
            hasTypedIdentity: identity?.isTyped,
            resourceType: resource,
            properties: properties,
            includes: includes,
            traits: traits,
            indexes: indexes,
            formerNames: formerNames ?? []
        )
    }

    /// Reports the unknown keys, with the place for those that are properties.
    private static func finish(
        _ heading: inout DeclarationHeading,
        _ mapping: MappingReader,
        foreign: [String: String] = [:],
        in context: inout ParseContext
    ) {
        let identity = "declare the identity as `id:` with its type, next to `properties:`"
        let optional = "an optional property has a '?' after its name: `name?: String`"
        let nullable = "a nullable property has a '?' after its type: `name: String?`"
        let mixin = "write `include:` with a mixin, which has the properties that types share"
        let others = [
            "extends": mixin, "inherits": mixin, "primaryKey": identity, "primary_key": identity,
            "key": identity,
            "required": optional, "optional": optional, "nullable": nullable,
            "typed": ForeignKey.typed,
        ]
        heading.finish(
            mapping,
            in: &context,
            foreign: others.merging(foreign) { $1 },
            misplaced: {
                PropertyColumn.hint(for: $0, in: mapping.pairs)
                    ?? PropertyColumn.hint(forProperty: $0)
            }
        )
    }

    /// The hints for keys that belong to the repository of an entity, and not to the entity.
    private static func keysOfRepositories(of entity: String) -> [String: String] {
        let name = entity.shortened(to: 60)
        let hint =
            "how an entity is requested and stored is set in its repository: write `repositories: "
            + "{ \(name)Repository: { entity: \(name), path: … } }`, next to `entities:`"
        let keys = ["repository", "path", "remote", "local", "strategy", "conventions"]
        return Dictionary(uniqueKeysWithValues: keys.map { ($0, hint) })
    }

    /// The mixins that a structure includes, each once.
    private static func includes(
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> [Located<String>] {
        guard let node = mapping.optional("include") else { return [] }
        let names = context.names(node, what: "include", hint: "write `include: [Timestamps]`")
        var seen: Set<String> = []
        return names.filter { name in
            if seen.insert(name.value).inserted { return true }
            context.report(
                .invalidValue,
                "'\(name.value.shortened(to: 60))' is included twice",
                at: name.range
            )
            return false
        }
    }

    /// The type of a resource: a member name of JSON:API (jsonapi.org, 1.1).
    private static func resourceType(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> Located<String>? {
        let expected = "the type of a resource such as people"
        guard let text = context.name(node, expected: expected) else {
            return nil
        }
        if text.value.wholeMatch(of: /[\p{L}\p{N}](?:[\p{L}\p{N}_ -]*[\p{L}\p{N}])?/) != nil {
            return text
        }
        context.report(
            .invalidValue,
            "expected \(expected), found "
                + "'\(text.value.shortened(to: 60))'",
            at: text.range,
            hint: "a type consists of letters and digits, with '-', '_' or spaces between them"
        )
        return nil
    }

    private static func properties(
        of heading: DeclarationHeading,
        mixin: String? = nil,
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> [PropertyDeclaration] {
        let owner = InlineOwner(name: heading.name.value, api: heading.api, mixin: mixin)
        return PropertyParser.property(of: owner).parse(
            mapping.optional("properties"),
            whole: "the properties of \(heading.name.value)",
            in: &context
        )
    }

    /// The identity of an entity that is nested too deeply, with the hint.
    private static func identityAmongProperties(
        _ mapping: MappingReader
    ) -> (place: SourceRange, hint: String)? {
        guard let properties = mapping.pairs.first(where: { $0.key.scalarText == "properties" }),
            case .mapping(let pairs) = properties.value.content,
            let identity = pairs.first(where: { $0.key.scalarText == "id" })
        else { return nil }
        let type = identity.value.scalarText.map { "`id: \($0.shortened(to: 40))`" } ?? "it"
        let isBlock = identity.key.range.start.line > properties.key.range.start.line
        return (
            identity.key.range,
            "move \(type) out of the properties, before `properties:`"
                + (isBlock ? " and in its column, \(properties.key.range.start.column)" : "")
        )
    }

    /// The names of the parts of a compound identity, such as `[row, number]`, `{ row: Int, number:
    /// Int }` or "(Int, String)"; nil for any other.
    private static func parts(of node: YAMLNode, isType: Bool = false) -> [String]? {
        let names: [String?]
        switch node.content {
        case .sequence(let elements): names = elements.map(\.scalarText)
        case .mapping(let pairs):
            // A misspelled key is reported separately.
            let keys = ["type", "key", "assignedBy", "typed", "doc"]
            names = pairs.map(\.key.scalarText)
            let isMeant = names.contains { name in
                keys.contains(name ?? "") || NearestSpelling.hint(for: name ?? "", in: keys) != nil
            }
            if isMeant, !isType { return nil }
        case .scalar(let scalar):
            let text = scalar.text.filter { !"()[]".contains($0) }
            names = text.split(whereSeparator: { ",+&;".contains($0) }).map { part in
                let word = part.split(separator: " ").joined(separator: " ")
                return SwiftPath.isName(word[...]) ? word : nil
            }
        }
        let parts = names.compactMap(\.self)
        return parts.count > 1 && parts.count == names.count ? parts : nil
    }

    /// The parts of the identity after `id:`, and their place: there, or after its `type:`.
    private static func parts(ofIdentity node: YAMLNode) -> (parts: [String], node: YAMLNode)? {
        if let parts = parts(of: node) { return (parts, node) }
        return type(ofIdentity: node).flatMap { type in
            parts(of: type, isType: true).map { ($0, type) }
        }
    }

    /// The value of `type:` in the long form of an identity.
    private static func type(ofIdentity node: YAMLNode) -> YAMLNode? {
        guard case .mapping(let pairs) = node.content else { return nil }
        return pairs.first { $0.key.scalarText == "type" }?.value
    }

    private static func report(
        _ parts: [String],
        of node: YAMLNode,
        in context: inout ParseContext
    ) {
        // For types alone, the names of the parts are unknown.
        let isNamed = !parts.contains { PrimitiveType(rawValue: $0) != nil }
        let names = isNamed ? parts.prefix(3).map { $0.shortened(to: 20) } : ["row", "number"]
        let path = names.map { "{\($0)}" }.joined(separator: ",")
        context.report(
            .invalidIdentity,
            "an id is a single value, found \(parts.count) parts",
            at: node.range,
            hint:
                "if the service also sends a single string for them, write `id: { type: String, "
                + "key: … }`; if not, declare a value with "
                + (isNamed ? names.listed(by: "and") : "a property for each") + ", and endpoints "
                + "such as `get: \"/seats/\(path)\"`"
        )
    }

    /// `id: String`, or `id: { type: String, key: _id, assignedBy: server }`.
    private static func identity(
        of name: Located<String>,
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> (property: PropertyDeclaration, origin: CheckedEntity.IdentityOrigin, isTyped: Bool?)? {
        guard let pair = mapping.pair("id") else {
            let among = identityAmongProperties(mapping)
            mapping.miss(
                ["id"],
                .missingKey,
                among == nil
                    ? "an entity needs the key 'id'"
                    : "an entity needs the key 'id', found it among its properties",
                at: among?.place ?? name.range,
                hint: among?.hint
                    ?? "write `id: String`; a structure without identity goes under `values:`"
            )
            return nil
        }
        let idName = Located("id", at: pair.key.range)
        let unreadable = PropertyDeclaration(
            PropertyDeclaration.Contents(
                name: idName,
                type: .unreadable(at: idName.range),
                isWhole: false
            )
        )
        let written = type(ofIdentity: pair.value) ?? pair.value
        if case .sequence(let elements) = written.content, elements.isEmpty {
            context.report(
                .invalidIdentity,
                "expected the type of an id, found an empty list",
                at: written.range,
                hint: "write `id: String` or `id: Int`"
            )
            return (unreadable, .server, nil)
        }
        if let (parts, node) = parts(ofIdentity: pair.value) {
            report(parts, of: node, in: &context)
            return (unreadable, .server, nil)
        }
        guard case .mapping(let pairs) = pair.value.content,
            pairs.first?.key.scalarText != "String"
        else {
            let (type, literal) = TypeParser.short(pair.value, in: &context)
            let property = PropertyDeclaration.Contents(
                name: idName,
                type: type,
                defaultValue: literal
            )
            return (PropertyDeclaration(property), .server, nil)
        }
        var mapping = MappingReader(declaration: pair.value, what: "an id", in: &context)
        let type = mapping.required("type", hint: "write `id: String`, or `{ type: String, … }`")
        var property = PropertyDeclaration.Contents(
            name: idName,
            type: type.map { TypeParser.type($0, in: &context) } ?? .unreadable(at: idName.range)
        )
        let mistakes = context.diagnostics.count
        property.doc = context.doc(mapping.optional("doc"))
        property.key = mapping.optional("key").flatMap { IdentityKeyParser.parse($0, in: &context) }
        let origin: CheckedEntity.IdentityOrigin? = mapping.optional("assignedBy").flatMap {
            context.word($0, what: "assignedBy")
        }
        let isTyped = mapping.optional("typed").flatMap { context.bool($0, what: "typed") }
        let parts =
            "an id is a single value: write its type, as in `id: String`, and its key if that "
            + "differs, as in `id: { type: String, key: _id }`"
        mapping.finish(in: &context, whole: parts)
        property.isWhole = context.diagnostics.count == mistakes
        return (PropertyDeclaration(property), origin ?? .server, isTyped)
    }
}
