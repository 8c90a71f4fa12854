import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// The entities in a mock, by their collections.
struct MockContents: Sendable {
    private(set) var model: ServiceModel
    /// The tables of each entity.
    private(set) var places: [String: [String]]
    /// The entities by the table of their collection.
    var tables: [String: RecordTable] = [:]

    private let bodies: SampleBodies
    private let seed: UInt64
    /// The initial number of samples in a collection.
    private let count: Int
    private let clock: @Sendable () -> Int

    /// Creates collections, and fills them.
    ///
    /// - Parameters:
    ///   - model: The schema.
    ///   - bodies: The entities of collections from a folder, if there is one.
    ///   - seed: The seed of samples.
    ///   - count: The initial number of samples in a collection.
    ///   - clock: The time: milliseconds since 1970.
    init(
        _ model: ServiceModel,
        _ bodies: SampleBodies,
        seed: UInt64,
        count: Int,
        clock: @escaping @Sendable () -> Int
    ) {
        self.model = model
        self.bodies = bodies
        self.seed = seed
        self.count = count
        self.clock = clock
        places = Self.places(model)
        addTables()
    }

    /// Switches to another schema.
    ///
    /// Entities that match it stay, with new properties added; the others are deleted. New and
    /// emptied collections are filled.
    mutating func replaceModel(_ model: ServiceModel) {
        let names = self.model.collections.map { ($0.table, $0.entity.head.name) }
        let former = Dictionary(names) { first, _ in first }
        self.model = model
        places = Self.places(model)
        var adapted: Set<String> = []
        for collection in model.collections where adapted.insert(collection.table).inserted {
            let isSame = former[collection.table] == collection.entity.head.name
            if isSame { adapt(collection) } else { tables[collection.table] = nil }
        }
        addTables()
    }

    /// Adds new properties to the entities of a collection, and deletes those that do not match.
    private mutating func adapt(_ collection: ServiceCollection) {
        guard var table = tables[collection.table] else { return }
        let entity = collection.entity
        let made = made(in: collection)
        let samples = SampleMaker(model, seed: seed, hasFiles: false, identities: identities)
        let check = JSONCheck(model)
        let required = entity.properties.filter { property in
            property.presence == .required && property.direction != .writeOnly
        }
        for (index, record) in table.live.enumerated() {
            var members = record.members
            made.complete(&members)
            var added = samples.members(of: required, .init(entity.head.name, index + 1))
            made.form.removeMark(&added)
            members.merge(added) { own, _ in own }
            let findings = check.findings(in: members, of: made.form.properties, for: .response)
            if findings.allSatisfy({ $0.problem == .unknown }) {
                table.complete(record.id, members)
            } else {
                _ = table.delete(record.id)
            }
        }
        tables[collection.table] = table.count > 0 ? table : nil
    }

    /// The tables of each entity.
    private static func places(_ model: ServiceModel) -> [String: [String]] {
        Dictionary(grouping: model.collections, by: \.entity.head.name)
            .mapValues { $0.map(\.table) }
    }

    /// Adds and fills tables for collections without one.
    private mutating func addTables() {
        let names = Set(model.collections.map(\.table)).filter { tables[$0] == nil }
        for name in names { tables[name] = RecordTable(clock: clock) }
        fill(names)
    }

    /// Moves a table out, so that changing it makes no copy.
    mutating func takeTable(of collection: ServiceCollection) -> RecordTable {
        tables.removeValue(forKey: collection.table) ?? RecordTable(clock: clock)
    }

    /// The collections with their numbers of entities, in schema order.
    var counts: [(collection: ServiceCollection, count: Int)] {
        model.collections.map { ($0, tables[$0.table]?.count ?? 0) }
    }

    /// Fills collections with the entities in the folder of bodies, or with samples.
    ///
    /// - Parameter names: The tables of the collections.
    private mutating func fill(_ names: Set<String>) {
        let collections = model.collections.filter { names.contains($0.table) }
        // All identities come first, so that references are valid.
        for collection in collections {
            let key = collection.entity.identity.key
            let form = EntityForm(model: model, collection: collection)
            if let entities = bodies.entities[collection.name] {
                for members in entities {
                    guard let id = members[key]?.identityText else { continue }
                    insert(id, members, into: collection, form)
                }
                continue
            }
            for id in identities(of: collection) {
                insert(id.identityText ?? "", [key: id], into: collection, form)
            }
        }
        let samples = SampleMaker(model, seed: seed, hasFiles: false, identities: identities)
        for collection in collections where bodies.entities[collection.name] == nil {
            let name = collection.entity.head.name
            let form = EntityForm(model: model, collection: collection)
            for (index, record) in (tables[collection.table]?.live ?? []).enumerated() {
                let subject = SampleMaker.Subject(name, index + 1)
                var made = samples.members(of: collection.entity.properties, subject)
                form.removeMark(&made)
                form.setVersion(&made, record.version)
                tables[collection.table]?.complete(record.id, made)
            }
        }
    }

    private mutating func insert(
        _ id: String,
        _ members: [String: JSON],
        into collection: ServiceCollection,
        _ form: EntityForm
    ) {
        guard !id.isEmpty, tables[collection.table]?[id] == nil else { return }
        _ = tables[collection.table]?.insert(id) { version in
            var members = members
            form.setVersion(&members, version)
            return members
        }
    }

    /// Unique identities of the right type.
    private func identities(of collection: ServiceCollection) -> [JSON] {
        let identity = collection.entity.identity
        let samples = SampleMaker(model, seed: seed)
        let check = JSONCheck(model)
        var found: [JSON] = []
        for number in 0..<count {
            let subject = SampleMaker.Subject(collection.entity.head.name, number + 1)
            let id = samples.value(of: identity.type, identity.wire, for: "id", subject)
            let findings = check.findings(in: id, as: identity.type, identity.wire, for: .response)
            // A small type has few values.
            guard findings.isEmpty else { break }
            found.append(id)
        }
        return found
    }

    /// The entities of a collection in the format of the service, in order of creation.
    ///
    /// - Parameter name: The name of the repository, or of the entity.
    /// - Returns: The entities by their identities; nil for an unknown name.
    func entities(of name: String) -> [(id: String, members: [String: JSON])]? {
        guard let collection = collection(name) else { return nil }
        return (tables[collection.table]?.live ?? []).map { ($0.id, $0.members) }
    }

    private func made(in collection: ServiceCollection) -> MadeMembers {
        let form = EntityForm(model: model, collection: collection)
        return MadeMembers(model: model, form: form, seed: seed)
    }

    /// Changes an entity as another client would; false if it does not exist.
    mutating func change(_ id: String, of name: String, _ changes: [String: JSON]) -> Bool {
        guard let collection = collection(name) else { return false }
        let made = made(in: collection)
        return tables[collection.table]?.change(id) { members, version in
            members.merge(changes) { $1 }
            made.touch(&members, version: version)
        } != nil
    }

    /// Deletes an entity as another client would; false if it does not exist.
    mutating func delete(_ id: String, of name: String) -> Bool {
        guard let collection = collection(name) else { return false }
        let made = made(in: collection)
        return tables[collection.table]?.delete(id) { members, version in
            made.touch(&members, version: version)
        } != nil
    }

    /// The identities of the first entities of a type, for references in samples.
    var identities: @Sendable (_ entity: String) -> [JSON] {
        let (tables, places, model) = (tables, places, model)
        return { entity in
            guard let key = model.entity(entity)?.identity.key else { return [] }
            return (places[entity] ?? []).flatMap { table in
                (tables[table]?.live.prefix(100) ?? []).compactMap { $0.members[key] }
            }
        }
    }

    private func collection(_ name: String) -> ServiceCollection? {
        model.collections.first { $0.name == name }
            ?? model.collections.first { $0.entity.head.name == name }
    }
}
