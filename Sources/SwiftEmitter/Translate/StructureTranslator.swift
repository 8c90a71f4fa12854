import SchemaLanguage

/// Translates values and entities.
struct StructureTranslator: Sendable {
    let access: String
    let headers: HeaderTranslator
    let properties: PropertyTranslator

    private var names: DeclarationNames { properties.types.names }

    /// A value, for the template `Value`.
    func translate(_ value: CheckedStructure) -> StructureModel {
        var scope = NameScope(.property, reserved: SwiftNames.valueMembers)
        let translated = properties.translate(value.properties, in: &scope)
        return model(
            value.head,
            or: "The value \(Documentation.code(value.head.name)).",
            translated,
            usesFoundation: value.properties.contains { $0.type.namesFoundation }
        )
    }

    /// An entity, for the template `Entity`.
    func translate(_ entity: CheckedEntity) -> EntityModel {
        let identity = identity(of: entity)
        var scope = NameScope(.property, reserved: SwiftNames.entityMembers)
        let others = properties.translate(entity.properties, in: &scope)
        // An entity may contain itself; what is sent to make it contains the entity, and no more.
        let writable = others.filter { !$0.isReadOnly }.map { property in
            var property = property
            property.storage = nil
            return property
        }
        let drafted =
            switch entity.identityOrigin {
            case .server: writable
            case .client: [identity] + writable
            case .either: [self.identity(of: entity, presence: .optional)] + writable
            }
        let all = [identity] + others
        let name = names[entity.head.name]
        var fields = Block(capacity: all.count * 2)
        for property in all where property.isField { property.declareField(in: &fields, access) }
        return EntityModel(
            structure: model(
                entity.head,
                or: "The entity \(Documentation.code(entity.head.name)).",
                all,
                usesFoundation: entity.identity.type.namesFoundation
                    || entity.properties.contains { $0.type.namesFoundation }
            ),
            fields: fields,
            draft: draft("\(name).Draft", drafted),
            patch: patch("\(name).Patch", writable)
        )
    }

    /// The identity, which is called `id` whatever else is; other properties cannot be.
    private func identity(
        of entity: CheckedEntity,
        presence: Presence? = nil
    ) -> TranslatedProperty {
        var scope = NameScope(.property)
        var identity = properties.translate(
            entity.identity,
            as: scope.identifier(for: "id"),
            presence: presence
        )
        identity.doc = identity.doc ?? entity.identityOrigin.sentence
        return identity
    }

    private func draft(_ type: String, _ drafted: [TranslatedProperty]) -> SentModel {
        var declarations = Block(capacity: drafted.count * 2)
        var assignments = Block(capacity: drafted.count)
        var parameters = ""
        var arguments = ""
        for property in drafted {
            property.declare(in: &declarations, access)
            property.assign(in: &assignments)
            property.addParameter(to: &parameters)
            property.addArgument(to: &arguments)
        }
        return SentModel(
            properties: declarations,
            parameters: parameters,
            arguments: arguments,
            assignments: assignments,
            writing: writing(type, drafted) { $0.write(in: &$1, to: $2) }
        )
    }

    private func patch(_ type: String, _ writable: [TranslatedProperty]) -> SentModel {
        var declarations = Block(capacity: writable.count * 2)
        var assignments = Block(capacity: writable.count)
        var parameters = ""
        for property in writable {
            property.declareChange(in: &declarations, access)
            property.assign(in: &assignments)
            property.addChangeParameter(to: &parameters)
        }
        return SentModel(
            properties: declarations,
            parameters: parameters,
            arguments: "",
            assignments: assignments,
            writing: writing(type, writable) { $0.writeChange(in: &$1, to: $2) }
        )
    }

    private func model(
        _ head: DeclarationHead,
        or sentence: @autoclosure () -> String,
        _ properties: [TranslatedProperty],
        usesFoundation: Bool
    ) -> StructureModel {
        let name = names[head.name]
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
        return StructureModel(
            header: headers.header(of: head, usesFoundation: usesFoundation),
            docs: Documentation.block(head.doc, or: sentence()),
            name: name,
            properties: Block(paragraphs: [declarations, storages]),
            parameters: parameters,
            assignments: assignments,
            reading: reading(properties),
            writing: writing(name, properties) { $0.write(in: &$1, to: $2) }
        )
    }

    private func reading(_ properties: [TranslatedProperty]) -> ReadingModel {
        var reads = Block(capacity: properties.count)
        var variables = Block(capacity: properties.count)
        var cases = Block(capacity: properties.count)
        var results = Block(capacity: properties.count)
        for (property, local) in zip(
            properties,
            locals(of: properties, beside: SwiftNames.sourceLocals)
        ) {
            property.readDictionary(in: &reads, local: local)
        }
        for (property, local) in zip(
            properties,
            locals(of: properties, beside: SwiftNames.readingLocals)
        ) {
            property.declareLocal(in: &variables, local)
            property.readMember(in: &cases, local)
            property.finish(in: &results, local)
        }
        return ReadingModel(reads: reads, locals: variables, cases: cases, results: results)
    }

    private func writing(
        _ type: String,
        _ properties: [TranslatedProperty],
        _ write: (TranslatedProperty, inout Block, TranslatedProperty.Writing) -> Void
    ) -> WritingModel {
        var members = Block(capacity: properties.count)
        var settings = Block(capacity: properties.count)
        for property in properties {
            write(property, &members, .json)
            write(property, &settings, .dictionary)
        }
        return WritingModel(
            type: type,
            capacity: "\(properties.count)",
            members: members,
            settings: settings
        )
    }

    /// A variable for each property, called as it is unless the body has another of that name.
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
        case .server: "The identity, given by the server."
        case .client: "The identity, given by the client."
        case .either: "The identity, given by the client or the server."
        }
    }
}
