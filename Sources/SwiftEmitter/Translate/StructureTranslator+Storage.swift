import SchemaLanguage

// Local storage of entities.
extension StructureTranslator {
    /// The arguments of an entity's `EntitySchema`, on one line; no line if the runtime's defaults
    /// apply.
    ///
    /// ```swift
    /// name: "Message", identityKey: "_id", indexed: [IndexedProperty("likes", .integer)]
    /// ```
    func schema(of entity: CheckedEntity) -> Block {
        // Write-only properties are never stored.
        let stored = entity.properties.filter { $0.direction != .writeOnly }
        let columns = entity.indexes.columns
        let indexed = stored.filter {
            // Queries by reference find the entities that refer to another.
            $0.isIndexed || $0.onDelete != nil || $0.inverse != nil || columns.contains($0.key)
        }.compactMap { property in
            types.columnKind(of: property).map {
                "IndexedProperty(\(StringLiteral.literal(property.key)), \($0))"
            }
        }
        let members = stored.flatMap { property in
            types.memberKinds(of: property).map {
                "IndexedProperty(\(StringLiteral.literal(property.key)), \($0))"
            }
        }
        let references = stored.compactMap { property in
            property.referencedEntity.map {
                "\(StringLiteral.literal(property.key)): \"\(types.names.plain($0))\""
            }
        }
        var arguments = ["name: \"\(types.names[entity.head.name])\""]
        if entity.identity.key != "id" {
            arguments.append("identityKey: \(StringLiteral.literal(entity.identity.key))")
        }
        let columnsOfAll = indexed + members
        if !columnsOfAll.isEmpty {
            arguments.append("indexed: [\(columnsOfAll.joined(separator: ", "))]")
        }
        if !references.isEmpty {
            arguments.append("references: [\(references.joined(separator: ", "))]")
        }
        let contained = stored.filter { $0.referencedEntity == nil }
        let places = contained.compactMap { property in
            types.references.place(of: property.type, property.wire).map {
                "\(StringLiteral.literal(property.key)): \($0)"
            }
        }
        if !places.isEmpty {
            arguments.append("containedReferences: [\(places.joined(separator: ", "))]")
        }
        if !places.isEmpty, let values = types.references.values(in: entity.head.name) {
            arguments.append("containedValues: \(values)")
        }
        let immutable = stored.filter { $0.direction == .immutable }.map {
            StringLiteral.literal($0.key)
        }
        if !immutable.isEmpty {
            arguments.append("immutable: [\(immutable.joined(separator: ", "))]")
        }
        let unlisted = stored.filter { !$0.isListed }.map { StringLiteral.literal($0.key) }
        if !unlisted.isEmpty {
            arguments.append("unlisted: [\(unlisted.joined(separator: ", "))]")
        }
        let unreturned = stored.filter { !$0.isReturned }.map { StringLiteral.literal($0.key) }
        if !unreturned.isEmpty {
            arguments.append("unreturned: [\(unreturned.joined(separator: ", "))]")
        }
        let former = formerArguments(of: entity, stored)
        arguments += former
        // If properties were added, their values are unknown until the server sends them.
        let isRemembered = entity.remembersProperties || !former.isEmpty
        let properties = ListedProperties(stored, in: types.references.parts)
        let hasQueries = stored.contains { $0.queries != nil }
        let listed = isRemembered || hasQueries ? properties.withValues : properties.properties
        if isRemembered || listed.contains(where: \.member.isFilled) {
            let keys = listed.map { StringLiteral.literal($0.path) }
            arguments.append("properties: [\(keys.joined(separator: ", "))]")
        }
        for (label, lists) in [
            ("compoundIndexes", entity.indexes.compound), ("unique", entity.indexes.unique),
        ] where !lists.isEmpty {
            arguments.append("\(label): [\(lists.map(list).joined(separator: ", "))]")
        }
        if !entity.indexes.searched.isEmpty {
            arguments.append("searched: \(list(entity.indexes.searched))")
        }
        let files = stored.filter { $0.file != nil }.map { StringLiteral.literal($0.key) }
        if !files.isEmpty { arguments.append("files: [\(files.joined(separator: ", "))]") }
        if !entity.deletionRules.isEmpty {
            let rules = entity.deletionRules.map { rule in
                "DeletionRule(\(types.names[rule.source]).self, \(StringLiteral.literal(rule.key)), .\(rule.action))"
            }
            arguments.append("deletionRules: [\(rules.joined(separator: ", "))]")
        }
        if !entity.formerNames.isEmpty {
            arguments.append("formerNames: \(list(entity.formerNames))")
        }
        if let version = entity.version { arguments.append("version: \(version)") }
        return Block(arguments.count > 1 ? [arguments.joined(separator: ", ")] : [])
    }

    /// The former properties of an entity, and the places of values with former forms.
    private func formerArguments(of entity: CheckedEntity, _ stored: [CheckedProperty]) -> [String]
    {
        var arguments: [String] = []
        let former = stored.filter { !$0.conversions.isEmpty }
        if !former.isEmpty { arguments.append("former: \(literal(ofAll: former))") }
        if let values = types.former.values(in: entity.head.name) {
            if let places = types.former.places(in: entity) {
                arguments.append("formerPlaces: \(places)")
            }
            arguments.append("formerValues: \(values)")
        }
        return arguments
    }

    /// An extension with the former form of a value, or of a contained entity; empty if there is
    /// none.
    ///
    /// ```swift
    /// nonisolated extension Line {
    ///     /// How to convert it from earlier versions of the app.
    ///     public static let formerValue = FormerValue(
    ///         former: ["count": [FormerProperty("quantity")]],
    ///         properties: ["count"]
    ///     )
    /// }
    /// ```
    func former(of name: String) -> Block {
        let former = types.former.former(of: name)
        guard !former.isEmpty else { return Block() }
        let arguments = types.former.arguments(of: name, former: literal(ofAll: former))
        var block = Block(capacity: 4)
        block.line("nonisolated extension \(types.names[name]) {")
        block.line("    /// How to convert it from earlier versions of the app.")
        block.line("    ", access, "static let formerValue = FormerValue(\(arguments))")
        block.line("}")
        return block
    }

    private func list(_ keys: [String]) -> String {
        "[\(keys.map { StringLiteral.literal($0) }.joined(separator: ", "))]"
    }

    /// Former properties, by their keys: `["count": [FormerProperty("quantity")]]`.
    private func literal(ofAll properties: [CheckedProperty]) -> String {
        let elements = properties.map { property in
            "\(StringLiteral.literal(property.key)): \(literal(of: property.conversions, property))"
        }
        return "[\(elements.joined(separator: ", "))]"
    }

    /// The former forms of a property, as an array of the runtime: `[FormerProperty("likes",
    /// .text)]`.
    private func literal(
        of former: [CheckedFormerProperty],
        _ property: CheckedProperty
    ) -> String {
        let elements = former.map { former in
            let steps = former.steps.flatMap { step in
                switch step {
                case .withoutNull: [".withoutNull"]
                case .text: [".text"]
                case .array: [".array"]
                case .renamed(let all):
                    [".renamed([\(all.map(\.literal).joined(separator: ", "))])"]
                case .function(let name, let type):
                    (types.former.place(of: type, inUnion: true).map { ["in: \($0)"] } ?? []) + [
                        "from: \(types.codec(of: type, .own))",
                        "to: \(types.codec(of: property.type, property.wire))",
                        "by: Self.\(name)",
                    ]
                }
            }
            let arguments = [StringLiteral.literal(former.key)] + steps
            return "FormerProperty(\(arguments.joined(separator: ", ")))"
        }
        return "[\(elements.joined(separator: ", "))]"
    }
}

extension CheckedFormerProperty.Renaming {
    /// An element of a literal: `"finished": "D"`.
    var literal: String { "\(Self.literal(old)): \(Self.literal(new))" }

    private static func literal(_ raw: CheckedEnumeration.RawValue) -> String {
        switch raw {
        case .string(let text): StringLiteral.literal(text)
        case .integer(let text): NumberLiteral.integer(text)
        }
    }
}

extension CheckedProperty {
    /// Its former forms, without those that change nothing.
    var conversions: [CheckedFormerProperty] {
        former.filter { $0.key != key || !$0.steps.isEmpty }
    }

    /// The types that the app converts to this one.
    var convertedTypes: [CheckedType] {
        former.flatMap(\.steps).compactMap { step in
            if case .function(_, let type) = step { type } else { nil }
        }
    }
}

extension TypeTranslator {
    /// The codec of a type, even if its values have the form of the type.
    fileprivate func codec(of type: CheckedType, _ wire: WireForm) -> String {
        codec(wire, for: type) ?? "ValueCodec<\(self.type(type))>()"
    }
}

extension TypeTranslator {
    /// The kind of column for a property, from the form of its values in JSON: `.integer`; nil if
    /// no column can hold it.
    fileprivate func columnKind(of property: CheckedProperty) -> String? {
        columnKind(of: property.type, property.wire)
    }

    /// The kinds of the columns for the value of a property: `.member("city", .text)`.
    fileprivate func memberKinds(of property: CheckedProperty) -> [String] {
        (property.queries?.columns ?? []).compactMap {
            memberKind(of: property.type, $0.steps[...])
        }
    }

    private func memberKind(
        of type: CheckedType,
        _ steps: ArraySlice<CheckedValueQueries.Step>
    ) -> String? {
        guard let step = steps.first else { return nil }
        let rest = steps.dropFirst()
        let found =
            rest.isEmpty ? columnKind(of: step.type, step.wire) : memberKind(of: step.type, rest)
        return found.map { kind in
            let member = ".member(\(StringLiteral.literal(step.key)), \(kind))"
            return if case .array = type { ".elements(\(member))" } else { member }
        }
    }

    private func columnKind(of type: CheckedType, _ wire: WireForm) -> String? {
        switch type {
        case .primitive(let primitive), .identity(_, let primitive):
            columnKind(of: primitive, wire)
        case .enumeration(let name):
            rawType(ofEnumeration: name).flatMap { columnKind(of: $0, .own) }
        case .scalar(let name):
            scalar(name).flatMap { scalar in
                switch scalar.type {
                case .primitive(let primitive): columnKind(of: primitive, scalar.wire)
                case .custom(_, _, let representation): columnKind(of: representation, scalar.wire)
                }
            }
        case .array(let element) where wire == .own:
            columnKind(of: element, wire).map { ".elements(\($0))" }
        case .union, .value, .entity, .draft, .patch, .array, .dictionary, .nullable: nil
        }
    }

    private func columnKind(of primitive: PrimitiveType, _ wire: WireForm) -> String? {
        switch wire {
        case .text: return columnKind(of: primitive, .own).map { ".quoted(\($0))" }
        case .numericBool: return ".integer"
        case .date(let formats) where primitive == .date: return ".date(\(codec(formats)))"
        case .url: return nil
        case .date, .own: break
        }
        switch primitive {
        case .string: return ".text"
        case .url: return ".url"
        case .bool: return ".boolean"
        case .float: return ".float"
        case .double, .decimal: return ".real"
        case .date: return ".date(DateCodec(.iso8601))"
        case .day: return ".day"
        case .uuid: return ".uuid"
        case .json, .data: return nil
        case .int, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64:
            return ".integer"
        }
    }
}

extension CheckedProperty {
    /// The entity whose identities the values, or their elements, are in JSON; nil if they are
    /// none.
    fileprivate var referencedEntity: String? {
        guard case .identity(let entity, _) = type.leaf, wire == .own || wire == .text else {
            return nil
        }
        return entity
    }
}

// The files of entities.
extension StructureTranslator {
    /// An extension for attaching files; empty if no property has a file.
    ///
    /// ```swift
    /// extension FileProperty where Entity == Message {
    ///     public static var photo: Self { Self("photo", mediaType: "image/jpeg") }
    /// }
    /// ```
    func files(of entity: CheckedEntity, _ translated: [TranslatedProperty]) -> Block {
        let name = types.names[entity.head.name]
        let files = zip(entity.properties, translated).compactMap { property, translated in
            property.file.map { (property, translated, $0) }
        }
        guard !files.isEmpty else { return Block() }
        var block = Block(capacity: files.count * 3 + 2)
        block.line("nonisolated extension FileProperty where Entity == \(name) {")
        for (index, (property, translated, file)) in files.enumerated() {
            var arguments = [
                StringLiteral.literal(property.key),
                "mediaType: \(StringLiteral.literal(file.mediaType))",
            ]
            if let path = file.path { arguments.append("path: \(StringLiteral.literal(path))") }
            if index > 0 { block.line("") }
            block.line(
                "    /// The file behind \(Documentation.code(translated.name.text))."
            )
            block.line(
                "    ",
                access,
                "static var \(translated.name.name): Self { Self(\(arguments.joined(separator: ", "))) }"
            )
        }
        block.line("}")
        return block
    }
}
