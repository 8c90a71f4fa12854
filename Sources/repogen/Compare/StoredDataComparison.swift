import SchemaLanguage

/// Compares two schemas for their effect on documents that an app has stored in files.
///
/// A store keeps the JSON of the server. A property that the server now sends differently is
/// missing from stored documents, and a property that is now read differently may not match them.
struct StoredDataComparison {
    let old: StoredDeclarations
    let new: StoredDeclarations
    private let oldShapes: JSONShapes
    private let newShapes: JSONShapes
    private var found: [StoredDataChange] = []
    private var visited: Set<String> = []
    /// The unions that are being compared; one of them may contain itself.
    var openUnions: Set<String> = []
    private var schemaPath = ""
    /// The earlier version of the entity; nil if it has none.
    private var version: Int?

    /// How apps of both versions read invalid values of a property.
    struct Readers {
        /// Whether apps of the new version skip them.
        let skipInvalid: Bool
        /// The earlier version, if its apps cannot read them; nil if they skip them, or the entity
        /// has no version.
        let strictVersion: Int?
    }

    private init(_ old: CheckedSchema?, _ new: CheckedSchema?) {
        self.old = StoredDeclarations(old)
        self.new = StoredDeclarations(new)
        (oldShapes, newShapes) = (JSONShapes(old), JSONShapes(new))
    }

    /// The effects of a change between two schemas, in the order of the earlier one; nil stands for
    /// a missing output.
    static func changes(
        from old: CheckedSchema?,
        to new: CheckedSchema?
    ) -> [StoredDataChange] {
        var comparison = StoredDataComparison(old, new)
        comparison.compare()
        return comparison.found
    }

    private mutating func compare() {
        for entity in old.stored {
            let formerName = entity.head.name
            schemaPath = entity.head.schemaPath
            guard let other = new.heir(of: formerName) else {
                add(
                    formerName,
                    "stored documents remain in the file, but are no longer read"
                )
                if let likely = new.likelyHeir(of: entity, besides: old) {
                    schemaPath = likely.head.schemaPath
                    let advice = "if it was '\(formerName)', write `was: \(formerName)`"
                    add(likely.head.name, advice)
                }
                continue
            }
            let name = other.head.name
            schemaPath = other.head.schemaPath
            version = entity.version
            let known = found.count
            if name != formerName {
                add(name, "documents stored as '\(formerName)' become those of '\(name)'")
            }
            visited = []
            compareStructures(formerName, name)
            if entity.identity.type != other.identity.type
                || entity.identity.key != other.identity.key
            {
                add(name, "stored documents have another identity", isLoss: true)
            }
            let isChanged = found.count > known
            compareIndexes(entity, other)
            compareDirections(entity, other)
            // The change of a contained value, reported for its owner.
            for index in found.indices.dropFirst(known) {
                let change = found[index]
                guard change.declaration != name, !change.declaration.hasPrefix("\(name).") else {
                    continue
                }
                found[index] = StoredDataChange(
                    declaration: "\(name), in \(change.declaration)",
                    summary: change.summary,
                    isLoss: change.isLoss,
                    schemaPath: change.schemaPath
                )
            }
            let number = StoredVersionNumber(entity, other, isChanged: isChanged)
            if let advice = number.advice { add(name, advice) }
        }
        for entity in new.stored { compareFreedName(of: entity) }
    }

    /// Compares the version of a new entity with that of an earlier one of the same name: stores
    /// identify entities by name.
    private mutating func compareFreedName(of entity: CheckedEntity) {
        let name = entity.head.name
        guard let former = old.stored.first(where: { $0.formerNames.contains(name) }),
            let number = former.version, entity.version ?? 0 <= number
        else { return }
        schemaPath = entity.head.schemaPath
        let advice = "write `version: \(number + 1)` or greater; if not, stores reject the app"
        add(name, "\(former.head.name) had this name up to version \(number): \(advice)")
    }

    /// Adds the properties that clients can no longer change.
    private mutating func compareDirections(_ old: CheckedEntity, _ new: CheckedEntity) {
        for property in new.properties where property.direction != .readWrite {
            let keys = [property.key] + property.former.map(\.key)
            let former = old.properties.first { keys.contains($0.key) }
            guard former?.direction == .readWrite else { continue }
            add("\(new.head.name).\(property.name)", "pending changes of it are not sent")
        }
    }

    private mutating func compareIndexes(_ old: CheckedEntity, _ new: CheckedEntity) {
        for property in new.properties {
            let former = old.properties.first { $0.key == property.key }
            let before = former.map { old.indexedPaths(of: $0) } ?? []
            let after = new.indexedPaths(of: property)
            for path in after + before where before.contains(path) != after.contains(path) {
                let verb = after.contains(path) ? "gets" : "loses"
                add(
                    "\(new.head.name).\(property.name)\(path)",
                    "the store \(verb) its index when it is next prepared; documents are unchanged"
                )
            }
        }
        for (noun, before, after) in [
            ("an index of", old.indexes.compound, new.indexes.compound),
            ("a unique index of", old.indexes.unique, new.indexes.unique),
            (
                "a search index of", old.indexes.searched.map { [$0] },
                new.indexes.searched.map { [$0] }
            ),
        ] {
            for keys in after + before where before.contains(keys) != after.contains(keys) {
                let verb = after.contains(keys) ? "gets" : "loses"
                let names = keys.map { "'\($0)'" }.joined(separator: ", ")
                add(
                    new.head.name,
                    "the store \(verb) \(noun) \(names) when it is next prepared; documents are unchanged"
                )
            }
        }
    }

    /// Compares the documents of two structures, key by key.
    private mutating func compareStructures(_ oldName: String, _ newName: String) {
        guard visited.insert("\(oldName) \(newName)").inserted,
            let olds = old.structures[oldName], let news = new.structures[newName]
        else { return }
        let before = Self.stored(olds)
        let after = Self.stored(news)
        let oldsByKey = Dictionary(before.map { ($0.key, $0) }) { first, _ in first }
        let newsByKey = Dictionary(after.map { ($0.key, $0) }) { first, _ in first }
        let converted = Set(after.flatMap(\.former).map(\.key))
        let gone = before.filter { newsByKey[$0.key] == nil && !converted.contains($0.key) }
        for property in gone where !after.contains(where: { $0.name == property.name }) {
            add(
                "\(newName).\(property.name)",
                "stored documents keep '\(property.key)', which is no longer read"
            )
        }
        for property in after {
            let path = "\(newName).\(property.name)"
            addForgotten(property, oldsByKey, converted, at: path)
            if let origin = StoredPropertyOrigin(of: property, oldsByKey, oldShapes, newShapes) {
                add(path, origin.summary, isLoss: origin.isLoss)
                if let (old, new) = origin.contents {
                    let skipInvalid = property.onInvalid != .fail
                    let readers = Readers(skipInvalid: skipInvalid, strictVersion: version)
                    compare(old, new, readers, at: path)
                }
            } else if let former = oldsByKey[property.key] {
                compare(former, property, at: path)
            } else {
                let former = before.first { $0.name == property.name }?.key
                let lack =
                    former.map { "stored documents have the key '\($0)', not '\(property.key)'" }
                    ?? "stored documents lack it"
                addLack(property, lack, at: path)
                guard property.key != new.entities[newName]?.identity.key else { continue }
                for earlier in property.former {
                    add(path, "no stored document of that version has '\(earlier.key)'")
                }
                let origin = former ?? origin(of: property, among: gone, after)
                if let origin { add(path, "if it was '\(origin)', write `was: \(origin)`") }
            }
        }
    }

    /// Adds the keys that only the earlier schema converted.
    private mutating func addForgotten(
        _ property: CheckedProperty,
        _ olds: [String: CheckedProperty],
        _ converted: Set<String>,
        at path: String
    ) {
        let keys = [property.key] + property.former.map(\.key)
        let former = keys.compactMap { olds[$0] }.flatMap(\.former).map(\.key)
        for key in Set(former).sorted() where !converted.contains(key) && !keys.contains(key) {
            add(path, "earlier documents with the key '\(key)' are no longer converted")
        }
    }

    /// The possible former key of a new property: that of the only removed property with its type.
    private func origin(
        of property: CheckedProperty,
        among gone: [CheckedProperty],
        _ after: [CheckedProperty]
    ) -> String? {
        let alike = gone.filter { former in
            former.type == property.type && !after.contains { $0.name == former.name }
        }
        return alike.count == 1 ? alike[0].key : nil
    }

    private static func stored(_ properties: [CheckedProperty]) -> [CheckedProperty] {
        properties.filter { $0.direction != .writeOnly }
    }

    private mutating func addLack(_ property: CheckedProperty, _ lack: String, at path: String) {
        if property.defaultValue != nil {
            add(path, "\(lack), and get its default")
        } else if property.presence != .required {
            add(path, "\(lack), and read it as nil")
        } else {
            add(path, "\(lack), and \(StoredDataChange.unreadable)", isLoss: true)
        }
    }

    private mutating func compare(
        _ old: CheckedProperty,
        _ new: CheckedProperty,
        at path: String
    ) {
        let readers = Readers(
            skipInvalid: new.onInvalid != .fail,
            strictVersion: old.onInvalid == .fail ? version : nil
        )
        let wasMissing = old.presence != .required || old.defaultValue != nil
        if wasMissing, new.presence == .required, new.defaultValue == nil {
            add(
                path,
                "stored documents without a value for it \(StoredDataChange.unreadable)",
                isLoss: true
            )
        }
        if let version = readers.strictVersion, !wasMissing, new.presence != .required {
            add(path, "apps of version \(version) cannot read documents without a value for it")
        }
        let before = oldShapes.resolved(old.wire, of: old.type)
        let after = newShapes.resolved(new.wire, of: new.type)
        if before != after, !Self.reads(after, all: before) {
            addMisfit("stored documents have it in another format", readers, at: path)
        } else {
            if before != after, let version = readers.strictVersion,
                !Self.reads(before, all: after)
            {
                add(path, "apps of version \(version) cannot read it in a new format")
            }
            compare(old.type, new.type, readers, at: path)
        }
    }

    /// Whether a format reads everything that another one writes.
    private static func reads(
        _ new: SchemaLanguage.WireForm,
        all old: SchemaLanguage.WireForm
    ) -> Bool {
        guard case .date(.own(let news)) = new, case .date(.own(let olds)) = old else {
            return false
        }
        return Set(news).isSuperset(of: olds)
    }

    mutating func compare(
        _ old: CheckedType,
        _ new: CheckedType,
        _ readers: Readers,
        at path: String
    ) {
        switch (old, new) {
        case (.value(let old), .value(let new)), (.entity(let old), .entity(let new)),
            (.value(let old), .entity(let new)), (.entity(let old), .value(let new)):
            compareStructures(old, new)
        case (.enumeration(let old), .enumeration(let new)):
            compareEnumerations(old, new, readers, at: path)
        case (.union(let old), .union(let new)): compareUnions(old, new, readers, at: path)
        case (.scalar(let old), .scalar(let new)):
            let (before, after) = (self.old.scalars[old], self.new.scalars[new])
            guard before?.type != after?.type || before?.wire != after?.wire else { return }
            addMisfit("stored documents have the earlier format of '\(old)'", readers, at: path)
        case (.array(let old), .array(let new)), (.dictionary(let old), .dictionary(let new)):
            if new.isNullable, !old.isNullable, let version = readers.strictVersion {
                add(path, "apps of version \(version) cannot read elements that are null")
            }
            compare(old, new, readers, at: path)
        case (.nullable(let old), .nullable(let new)): compare(old, new, readers, at: path)
        case (let old, .nullable(let new)): compare(old, new, readers, at: path)
        case (.identity(_, let old), .identity(_, let new)):
            compare(.primitive(old), .primitive(new), readers, at: path)
        case (.identity(_, let old), let new): compare(.primitive(old), new, readers, at: path)
        case (let old, .identity(_, let new)): compare(old, .primitive(new), readers, at: path)
        default:
            guard old != new else { return }
            guard let excess = excess(of: new, over: old) else {
                return addMisfit("stored documents have it as \(old.shortName)", readers, at: path)
            }
            guard let version = readers.strictVersion, !excess.isEmpty else { return }
            add(path, "apps of version \(version) cannot read \(excess)")
        }
    }

    /// Adds that stored data may not match; invalid values are skipped if the schema declares that.
    mutating func addMisfit(_ words: String, _ readers: Readers, at path: String) {
        add(
            path,
            readers.skipInvalid
                ? "\(words); invalid values are skipped"
                : "\(words); invalid ones \(StoredDataChange.unreadable)",
            isLoss: !readers.skipInvalid
        )
    }

    mutating func add(_ declaration: String, _ summary: String, isLoss: Bool = false) {
        let change = StoredDataChange(
            declaration: declaration,
            summary: summary,
            isLoss: isLoss,
            schemaPath: schemaPath
        )
        if !found.contains(change) { found.append(change) }
    }
}
