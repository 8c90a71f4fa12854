import SchemaLanguage

// Drafts and patches.
extension StructureTranslator {
    /// The properties of a draft, which a client sends to create the entity.
    func drafted(
        _ entity: CheckedEntity,
        _ others: [TranslatedProperty]
    ) -> [TranslatedProperty] {
        let written = zip(entity.properties, others).compactMap { property, translated in
            switch property.direction {
            case .readWrite, .immutable: translated.sent
            case .writeOnly: writeOnly(property, translated)
            case .readOnly: nil
            }
        }
        return switch entity.identityOrigin {
        case .server: written
        case .client: [identity(of: entity).sent] + written
        case .either: [identity(of: entity, presence: .optional).sent] + written
        }
    }

    /// A property that an entity does not contain: its draft leaves it out, so that a PUT does not
    /// overwrite it; a client that creates an entity sets it.
    private func writeOnly(
        _ property: CheckedProperty,
        _ translated: TranslatedProperty
    ) -> TranslatedProperty {
        let isNullable = property.presence == .nullable || property.presence == .optionalNullable
        let isOptional = property.presence == .optional || property.presence == .optionalNullable
        var drafted = properties.translate(
            property,
            as: translated.name,
            presence: isNullable ? .optionalNullable : .optional
        )
        drafted.storage = translated.storage
        drafted.mustBeGiven = !isOptional
        return drafted.sent
    }

    /// A draft, for the template `Entity`; `known` are all keys of the entity in the schema.
    func draft(
        _ type: String,
        _ drafted: [TranslatedProperty],
        known: [String],
        keepsUnknownKeys: Bool
    ) -> SentModel {
        let unknownKeys = UnknownKeysMember(isThere: keepsUnknownKeys)
        var declarations = Block(capacity: drafted.count * 2)
        var storages = Block()
        var assignments = Block(capacity: drafted.count)
        var parameters = ""
        var arguments = ""
        for property in drafted {
            property.declare(in: &declarations, access)
            property.declareStorage(in: &storages)
            property.assign(in: &assignments)
            property.addParameter(to: &parameters)
            property.addArgument(to: &arguments)
        }
        unknownKeys.declare(in: &declarations, access)
        unknownKeys.assign(in: &assignments)
        unknownKeys.addParameter(to: &parameters)
        unknownKeys.addArgument(to: &arguments)
        return SentModel(
            properties: Block(paragraphs: [declarations, storages]),
            parameters: parameters,
            arguments: arguments,
            assignments: assignments,
            reading: readsSent
                ? reading(drafted, unknownKeys, skippedKeys: drafted.skipped(of: known)) : nil,
            writing: writing(type, drafted, unknownKeys) { $0.write(in: &$1) },
            description: description(drafted, drafted.map(\.child) + unknownKeys.children)
        )
    }

    /// The properties of a patch, which a client changes.
    func changeable(_ others: [TranslatedProperty]) -> [TranslatedProperty] {
        others.filter { $0.direction == .readWrite || $0.direction == .writeOnly }
            .map { readsSent ? $0.sent.removable : $0.sent }
    }

    /// A patch, for the template `Entity`; `known` are all keys of the entity in the schema.
    ///
    /// A server decodes every state of a merge patch: null removes an optional property, and a
    /// property that the schema does not declare is a change, too.
    func patch(
        _ type: String,
        _ others: [TranslatedProperty],
        known: [String],
        keepsUnknownKeys: Bool
    ) -> SentModel {
        let changeable = changeable(others)
        let unknownKeys = UnknownKeysMember(isThere: readsSent && keepsUnknownKeys)
        var declarations = Block(capacity: changeable.count * 2)
        var storages = Block()
        var assignments = Block(capacity: changeable.count)
        var parameters = ""
        for property in changeable {
            property.declareChange(in: &declarations, access)
            property.declareChangeStorage(in: &storages)
            property.assign(in: &assignments)
            property.addChangeParameter(to: &parameters)
        }
        unknownKeys.declare(in: &declarations, access)
        unknownKeys.assign(in: &assignments)
        unknownKeys.addParameter(to: &parameters)
        return SentModel(
            properties: Block(paragraphs: [declarations, storages]),
            parameters: parameters,
            arguments: "",
            assignments: assignments,
            reading: readsSent
                ? reading(
                    changeable,
                    unknownKeys,
                    skippedKeys: changeable.skipped(of: known),
                    asChanges: true
                ) : nil,
            writing: writing(type, changeable, unknownKeys) { $0.writeChange(in: &$1) },
            description: description(
                changeable,
                changeable.map(\.child) + unknownKeys.children
            )
        )
    }
}

extension [TranslatedProperty] {
    /// The keys in the schema that none of the properties has.
    fileprivate func skipped(of known: [String]) -> [String] {
        let own = Set(map(\.key))
        return known.filter { !own.contains($0) }
    }
}
