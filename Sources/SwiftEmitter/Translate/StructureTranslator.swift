import SchemaLanguage

/// Translates values and entities.
struct StructureTranslator: Sendable {
    let access: String
    let headers: HeaderTranslator
    let properties: PropertyTranslator
    /// Whether drafts and patches can also be decoded, for a server.
    let readsSent: Bool

    var types: TypeTranslator { properties.types }

    /// A value, for the template `Value`.
    func translate(_ value: CheckedStructure) -> StructureModel {
        var scope = NameScope(
            .property,
            reserved: members(SwiftNames.valueMembers, value.traits, value.properties)
        )
        let translated = properties.translate(value.properties, in: &scope)
        var fields = Block()
        if types.queries.areIn(value: value.head.name) {
            for (property, translated) in zip(value.properties, translated)
            where types.queries.isFieldOfValue(property) {
                translated.declareField(in: &fields, access)
            }
        }
        return model(
            Declaration(
                head: value.head,
                traits: value.traits,
                protocolName: "ValueObject",
                sentence: "The value \(Documentation.code(value.head.name)).",
                imports: imports(of: value.properties)
            ),
            translated,
            fields: fields,
            skippedKeys: []
        )
    }

    /// An entity, for the template `Entity`.
    func translate(_ entity: CheckedEntity) -> EntityModel {
        let identity = identity(of: entity)
        let others = properties(of: entity)
        let all = [identity] + others.filter { $0.direction != .writeOnly }
        let skipped = others.filter { $0.direction == .writeOnly }.map(\.key)
        guard !types.received.contains(entity.head.name) else {
            let structure = model(
                declaration(of: entity, as: "ValueObject, \(types.names.foreign("Identifiable"))"),
                all,
                fields: Block(),
                skippedKeys: skipped
            )
            return EntityModel(structure: structure, schema: Block(), draft: nil, patch: nil)
        }
        let name = types.names[entity.head.name]
        var fields = Block(capacity: all.count * 2)
        for property in all where property.isField { property.declareField(in: &fields, access) }
        let drafted = drafted(entity, others)
        let known = ([identity] + others).map(\.key)
        let keepsUnknownKeys = entity.traits.keepsUnknownKeys
        var declaration = declaration(of: entity, as: "Entity")
        declaration.imports = declaration.imports.union(
            types.imports(of: types.former.namedTypes(in: entity.head.name))
        )
        declaration.files = files(of: entity, others)
        declaration.problemsOfSent = Block(paragraphs: [
            problems(of: "\(name).Draft", drafted),
            problems(of: "\(name).Patch", changeable(others)),
        ])
        return EntityModel(
            structure: model(declaration, all, fields: fields, skippedKeys: skipped),
            schema: schema(of: entity),
            draft: draft(
                "\(name).Draft",
                drafted,
                known: known,
                keepsUnknownKeys: keepsUnknownKeys
            ),
            patch: patch(
                "\(name).Patch",
                others,
                known: known,
                keepsUnknownKeys: keepsUnknownKeys
            )
        )
    }

    private func declaration(
        of entity: CheckedEntity,
        as protocolName: String
    ) -> Declaration {
        Declaration(
            head: entity.head,
            traits: entity.traits,
            protocolName: protocolName,
            sentence: "The entity \(Documentation.code(entity.head.name)).",
            imports: imports(of: [entity.identity] + entity.properties),
            identityType: identityType(of: entity)
        )
    }

    /// The properties of an entity without its identity, with their names in it.
    func properties(of entity: CheckedEntity) -> [TranslatedProperty] {
        var scope = NameScope(
            .property,
            reserved: members(SwiftNames.entityMembers, entity.traits, entity.properties)
        )
        return properties.translate(entity.properties, in: &scope)
    }

    /// The identity, which is always named `id`; other properties cannot be.
    func identity(of entity: CheckedEntity, presence: Presence? = nil) -> TranslatedProperty {
        var scope = NameScope(.property)
        var identity = properties.translate(
            entity.identity,
            as: scope.identifier(for: "id"),
            presence: presence,
            type: entity.hasTypedIdentity ? types.names[entity.head.name] + ".ID" : nil
        )
        identity.doc = identity.doc ?? entity.identityOrigin.sentence
        return identity
    }

    /// The type of an identity that differs from all other entities; empty for a plain type.
    ///
    /// ```swift
    /// /// The type of the identity, different from that of any other entity.
    /// public typealias ID = TypedIdentity<Message, String>
    /// ```
    private func identityType(of entity: CheckedEntity) -> Block {
        guard entity.hasTypedIdentity else { return Block() }
        let identity = types.names.foreign("TypedIdentity")
        let name = types.names[entity.head.name]
        let plain = types.type(entity.identity.type)
        var block = Block(capacity: 2)
        block.line("/// The type of the identity, different from that of any other entity.")
        block.line(access, "typealias ID = \(identity)<\(name), \(plain)>")
        return block
    }

    private func imports(of properties: [CheckedProperty]) -> Imports {
        let named = properties.map(\.type) + properties.flatMap(\.convertedTypes)
        return properties.reduce(types.imports(of: named)) {
            $0.union(types.imports(ofDefault: $1.defaultValue, $1.type))
        }
    }

    /// Names that no property can have: those of every structure of the kind, and those of some.
    private func members(
        _ common: Set<String>,
        _ traits: DeclarationTraits,
        _ properties: [CheckedProperty]
    ) -> Set<String> {
        var reserved = common
        if traits.keepsUnknownKeys { reserved.formUnion(SwiftNames.unknownKeysMembers) }
        if properties.contains(where: \.isRedacted) {
            reserved.formUnion(SwiftNames.redactedMembers)
        }
        return reserved
    }

    // MARK: - Common parts of values and entities

    /// The properties of a structure's declaration that are not properties of its values.
    private struct Declaration {
        let head: DeclarationHead
        let traits: DeclarationTraits
        let protocolName: String
        /// The sentence in place of documentation.
        let sentence: String
        var imports: Imports
        /// The type of the identity, if it is a separate one.
        var identityType = Block()
        /// The extension for attaching files.
        var files = Block()
        /// The extensions that report the problems of its drafts and patches.
        var problemsOfSent = Block()
    }

    private func model(
        _ declaration: Declaration,
        _ properties: [TranslatedProperty],
        fields: Block,
        skippedKeys: [String]
    ) -> StructureModel {
        let name = types.names[declaration.head.name]
        let unknownKeys = UnknownKeysMember(isThere: declaration.traits.keepsUnknownKeys)
        var declarations = Block(capacity: properties.count * 2)
        var storages = Block()
        var assignments = Block(capacity: properties.count)
        var parameters = ""
        for property in properties {
            property.declare(in: &declarations, access)
            property.declareStorage(in: &storages)
            property.assign(in: &assignments)
            property.addParameter(to: &parameters)
        }
        unknownKeys.declare(in: &declarations, access)
        unknownKeys.assign(in: &assignments)
        unknownKeys.addParameter(to: &parameters)
        return StructureModel(
            header: headers.header(
                of: declaration.head,
                .values,
                declaration.imports.union(Imports(modules: declaration.traits.modules))
            ),
            docs: Documentation.block(declaration.head.doc, or: declaration.sentence),
            name: name,
            conformances: declaration.protocolName
                + (declaration.traits.isHashable ? ", Hashable" : "")
                + (unknownKeys.isThere ? ", UnknownKeysKeeping" : ""),
            properties: Block(paragraphs: [declaration.identityType, declarations, storages]),
            parameters: parameters,
            assignments: assignments,
            fields: fields,
            reading: reading(properties, unknownKeys, skippedKeys: skippedKeys),
            writing: writing(name, properties, unknownKeys) { $0.write(in: &$1) },
            description: description(properties, properties.map(\.child) + unknownKeys.children),
            extensions: Block(paragraphs: [
                declaration.traits.extensions(
                    of: name,
                    given: properties.contains(where: \.isRedacted)
                        ? ["CustomReflectable", "Swift.CustomReflectable"] : []
                ), declaration.files, former(of: declaration.head.name),
                problems(of: name, properties), declaration.problemsOfSent,
            ])
        )
    }

    /// The description if a property is redacted; empty if none is.
    func description(
        _ properties: [TranslatedProperty],
        _ children: @autoclosure () -> [String]
    ) -> DescriptionModel {
        let children = properties.contains(where: \.isRedacted) ? children() : []
        return DescriptionModel(
            reflectable: types.names.foreign("CustomReflectable"),
            mirror: types.names.foreign("Mirror"),
            children: Block(children.isEmpty ? [] : [children.joined(separator: ", ")])
        )
    }

    func reading(
        _ properties: [TranslatedProperty],
        _ unknownKeys: UnknownKeysMember,
        skippedKeys: [String],
        asChanges: Bool = false
    ) -> ReadingModel {
        var reads = Block(capacity: properties.count)
        var variables = Block(capacity: properties.count)
        var cases = Block(capacity: properties.count)
        var arguments = ""
        for (property, local) in zip(
            properties,
            locals(of: properties, beside: SwiftNames.sourceLocals)
        ) {
            if asChanges {
                property.readDictionaryChange(in: &reads)
            } else {
                property.readDictionary(in: &reads, local: local)
            }
        }
        for (property, local) in zip(
            properties,
            locals(of: properties, beside: SwiftNames.readingLocals)
        ) {
            if asChanges {
                property.declareLocalChange(in: &variables, local)
                property.readMemberChange(in: &cases, local)
                property.addResult(local.name, to: &arguments)
            } else {
                property.declareLocal(in: &variables, local)
                property.readMember(in: &cases, local)
                property.addResult(property.result(local), to: &arguments)
            }
        }
        unknownKeys.readDictionary(in: &reads)
        unknownKeys.declareLocal(in: &variables)
        unknownKeys.skip(skippedKeys, in: &cases)
        unknownKeys.addArgument(to: &arguments)
        let tries = !asChanges && properties.contains(where: \.requiresKey) ? "try " : ""
        return ReadingModel(
            knownKeys: unknownKeys.known(properties.map(\.key) + skippedKeys),
            reads: reads,
            locals: variables,
            cases: cases,
            unknownMember: unknownKeys.readMember,
            // All at once: of a value that is assigned part by part, the compiler makes a copy.
            results: Block(arguments.isEmpty ? [] : ["\(tries)self.init(\(arguments))"])
        )
    }

    func writing(
        _ type: String,
        _ properties: [TranslatedProperty],
        _ unknownKeys: UnknownKeysMember,
        _ write: (TranslatedProperty, inout Block) -> Void
    ) -> WritingModel {
        var members = Block(capacity: properties.count)
        for property in properties { write(property, &members) }
        unknownKeys.write(in: &members)
        return WritingModel(type: type, capacity: "\(properties.count)", members: members)
    }

    /// A variable for each property, with its name unless the body uses that name.
    private func locals(
        of properties: [TranslatedProperty],
        beside reserved: Set<String>
    ) -> [SwiftIdentifier] {
        guard properties.contains(where: { reserved.contains($0.name.text) }) else {
            return properties.map(\.name)
        }
        var scope = NameScope(.local, reserved: reserved)
        return scope.identifiers(for: properties.map(\.name.text))
    }
}

extension CheckedEntity.IdentityOrigin {
    fileprivate var sentence: String {
        switch self {
        case .server: "The identity, assigned by the server."
        case .client: "The identity, assigned by the client."
        case .either: "The identity, assigned by the client or the server."
        }
    }
}
