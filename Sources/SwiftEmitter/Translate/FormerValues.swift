import SchemaLanguage

/// The forms that values in entities had in earlier versions of an app, and their places in an
/// entity.
struct FormerValues: Sendable {
    private let names: DeclarationNames
    private let parts: [String: ValueParts]
    /// The former properties, by the names of the values and the contained entities.
    private let former: [String: [CheckedProperty]]
    /// The enums with cases that had other raw values.
    private let renamings: [String: [CheckedFormerProperty.Renaming]]
    /// The values, and the contained entities, that declare their former form.
    private let declaringNames: Set<String>
    private let importedEntities: Set<String>
    private let contained: ContainedValues

    /// Finds the former forms.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - stored: The entities that list them.
    ///   - names: The names of the declarations.
    init(_ schema: CheckedSchema, of stored: [String], names: DeclarationNames) {
        var parts: [String: ValueParts] = [:]
        var former: [String: [CheckedProperty]] = [:]
        var contents: [String: [String]] = [:]
        let renamings = schema.enumerations.map { ($0.head.name, $0.renamings) }
            .filter { !$0.1.isEmpty }
        let renamed = Dictionary(renamings) { first, _ in first }
        /// The name of an enum with cases that had other raw values.
        func renamedName(_ type: CheckedType) -> String? {
            type.enumerationName.flatMap { renamed[$0] == nil ? nil : $0 }
        }
        let structures =
            schema.values.map { ($0.head.name, $0.properties) }
            + schema.entities.map { ($0.head.name, $0.properties) }
        for (name, properties) in structures {
            parts[name] = .members(properties.map { ValueParts.Member($0) })
            let converted = properties.filter { !$0.conversions.isEmpty }
            if !converted.isEmpty { former[name] = converted }
            let taken = properties.flatMap(\.convertedTypes)
            contents[name] =
                (properties.map(\.type) + taken).compactMap(\.containedName)
                + taken.compactMap(renamedName)
        }
        for union in schema.unions {
            let cases = ValueParts(union)
            parts[union.head.name] = cases
            contents[union.head.name] = cases.types.compactMap { type in
                type.containedName ?? renamedName(type)
            }
        }
        for name in renamed.keys { contents[name] = [] }
        self.names = names
        self.parts = parts
        self.former = former
        self.renamings = renamed
        let entities = Set(schema.entities.map(\.head.name))
        declaringNames = Set(former.keys).subtracting(entities)
            .union(entities.intersection(contents.values.joined()))
        importedEntities = Set(schema.entities.filter { $0.head.module != nil }.map(\.head.name))
        contained = ContainedValues(
            of: stored,
            in: contents,
            known: Set(former.keys).union(renamed.keys)
        )
    }

    /// The name of a declaration whose former form is listed in entities.
    private func value(_ name: String) -> String? {
        if importedEntities.contains(name) {
            // Its own module does not know which entities contain it.
            let schema = "\(names[name]).schema"
            return "FormerValue(.members(\(schema).formerPlaces), former: \(schema).former, "
                + "properties: \(schema).properties)"
        }
        if former[name] != nil { return "\(names[name]).formerValue" }
        if let renamings = renamings[name] {
            return
                "FormerValue(renamed: [\(renamings.map(\.literal).joined(separator: ", "))])"
        }
        return parts[name].map { parts in
            let arguments = [contained(in: parts), properties(of: parts)].compactMap(\.self)
            return "FormerValue(\(arguments.joined(separator: ", ")))"
        }
    }

    private func properties(of parts: ValueParts) -> String? {
        guard case .members(let members) = parts else { return nil }
        let keys = members.map { StringLiteral.literal($0.key) }
        return "properties: [\(keys.joined(separator: ", "))]"
    }

    private func contained(in parts: ValueParts) -> String? {
        func all(_ cases: [(String, CheckedType)]) -> String? {
            let places = cases.compactMap { key, type in
                place(of: type, inUnion: true).map { "\(key): \($0)" }
            }
            return places.isEmpty ? nil : "[\(places.joined(separator: ", "))]"
        }
        switch parts {
        case .members(let members): return places(of: members).map { ".members(\($0))" }
        case .tagged(let key, let cases):
            return all(cases.map { (StringLiteral.literal($0.key), $0.type) })
                .map { ".tagged(by: \(StringLiteral.literal(key)), \($0))" }
        case .kinds(let cases):
            return all(cases.map { ($0.key.jsonKind, $0.type) }).map { ".kinds(\($0))" }
        }
    }

    private func places(of members: [ValueParts.Member]) -> String? {
        let places = members.compactMap { member in
            place(of: member.type).map { "\(StringLiteral.literal(member.key)): \($0)" }
        }
        return places.isEmpty ? nil : "[\(places.joined(separator: ", "))]"
    }

    // MARK: - In Swift

    /// The place of the values in a type: `.array(of: .value("Line"))`; nil if there are none.
    ///
    /// The cases of an enum are converted with the property that contains them, those in a union
    /// separately.
    func place(of type: CheckedType, inUnion: Bool = false) -> String? {
        switch type {
        case .value(let name), .entity(let name), .union(let name):
            contained.holds(name) ? ".value(\(StringLiteral.literal(name)))" : nil
        case .enumeration(let name):
            inUnion && renamings[name] != nil ? ".value(\(StringLiteral.literal(name)))" : nil
        case .nullable(let inner): place(of: inner, inUnion: inUnion)
        case .array(let inner): place(of: inner, inUnion: inUnion).map { ".array(of: \($0))" }
        case .dictionary(let inner):
            place(of: inner, inUnion: inUnion).map { ".dictionary(of: \($0))" }
        case .primitive, .scalar, .identity, .draft, .patch: nil
        }
    }

    /// The places in the properties of an entity: `["lines": .array(of: .value("Line"))]`; nil if
    /// there are none.
    func places(in entity: CheckedEntity) -> String? {
        places(of: entity.properties.map { ValueParts.Member($0) })
    }

    /// The former forms of the values in an entity: `["Line": Line.formerValue]`, or those of
    /// another entity; nil if there are none.
    func values(in entity: String) -> String? {
        switch contained.list(of: entity) {
        case .own(let listed):
            guard !listed.isEmpty else { return nil }
            let values = listed.compactMap { name in
                value(name).map { "\(StringLiteral.literal(name)): \($0)" }
            }
            return "[\(values.joined(separator: ", "))]"
        case .shared(with: let holder):
            return "\(names[holder]).schema.formerValues"
        }
    }

    /// The types that an entity names for the former forms of its values.
    func namedTypes(in entity: String) -> [CheckedType] {
        guard case .own(let listed) = contained.list(of: entity) else { return [] }
        return listed.filter { former[$0] != nil || importedEntities.contains($0) }
            .map { .value($0) }
    }

    /// The properties of a value, or of a contained entity, that had another form.
    func former(of name: String) -> [CheckedProperty] {
        declaringNames.contains(name) ? former[name] ?? [] : []
    }

    /// The arguments of the `FormerValue` of a structure with former properties.
    ///
    /// - Parameters:
    ///   - name: The name of the structure.
    ///   - former: The former properties.
    /// - Returns: The arguments.
    func arguments(of name: String, former: String) -> String {
        guard let parts = parts[name] else { return former }
        return [contained(in: parts), "former: \(former)", properties(of: parts)]
            .compactMap(\.self).joined(separator: ", ")
    }
}

extension CheckedEnumeration {
    /// The raw values that changed.
    fileprivate var renamings: [CheckedFormerProperty.Renaming] {
        cases.flatMap { value in
            value.former.map { CheckedFormerProperty.Renaming(old: $0, new: value.raw) }
        }
    }
}

extension CheckedType {
    /// The enum of its single values; nil for other types.
    fileprivate var enumerationName: String? {
        if case .enumeration(let name) = leaf { name } else { nil }
    }
}
