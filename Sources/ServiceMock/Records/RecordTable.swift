import Foundation
import RepositoryValues

/// An entity in a mock.
struct Record: Sendable {
    /// The identity as text.
    let id: String
    /// The properties in the format of the service, including those that it sets.
    var members: [String: JSON]
    /// The time of the last change: milliseconds since 1970, unique in a table.
    var version: Int
    /// The time of creation, in the same unit.
    let created: Int
    var isDeleted = false
}

/// The entities of a collection, including deleted ones.
struct RecordTable: Sendable {
    /// All entities, in order of creation.
    private(set) var records: [Record] = []
    /// The index of each entity, by its identity.
    private var positions: [ComparedIdentity: Int] = [:]
    /// The version of the last change.
    private(set) var version = 0
    /// The number of deleted entities.
    private var deletedCount = 0
    /// The greatest numeric identity.
    private(set) var greatestNumber = 0
    /// The clock: milliseconds since 1970.
    private let clock: @Sendable () -> Int

    init(clock: @escaping @Sendable () -> Int) {
        self.clock = clock
    }

    /// The number of existing entities.
    var count: Int { records.count - deletedCount }

    /// The existing entities.
    var live: [Record] { deletedCount == 0 ? records : records.filter { !$0.isDeleted } }

    /// An entity with an identity; nil if it does not exist or was deleted.
    subscript(_ id: String) -> Record? {
        positions[id.comparedIdentity].map { records[$0] }.flatMap { $0.isDeleted ? nil : $0 }
    }

    /// Whether an entity with the identity was deleted.
    func hasDeleted(_ id: String) -> Bool {
        positions[id.comparedIdentity].map { records[$0].isDeleted } ?? false
    }

    /// The version of a change made now.
    private mutating func tick() -> Int {
        version = max(version + 1, clock())
        return version
    }

    /// Adds an entity, or replaces a deleted one.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - members: The properties, made from the version.
    /// - Returns: The entity.
    mutating func insert(_ id: String, _ members: (_ version: Int) -> [String: JSON]) -> Record {
        let version = tick()
        let record = Record(
            id: id,
            members: members(version),
            version: version,
            created: version
        )
        let key = id.comparedIdentity
        if let old = positions[key] {
            if records[old].isDeleted { deletedCount -= 1 }
            records.remove(at: old)
            positions = Dictionary(
                records.enumerated().map { ($0.element.id.comparedIdentity, $0.offset) }
            ) { $1 }
        }
        positions[key] = records.count
        records.append(record)
        if let number = Int(id) { greatestNumber = max(greatestNumber, number) }
        return record
    }

    /// Adds properties to a new entity.
    mutating func complete(_ id: String, _ members: [String: JSON]) {
        guard let position = positions[id.comparedIdentity] else { return }
        records[position].members.merge(members) { own, _ in own }
    }

    /// Changes an entity; nil if it does not exist.
    mutating func change(
        _ id: String,
        _ change: (inout [String: JSON], _ version: Int) -> Void
    ) -> Record? {
        guard let position = positions[id.comparedIdentity], !records[position].isDeleted else {
            return nil
        }
        let version = tick()
        change(&records[position].members, version)
        records[position].version = version
        return records[position]
    }

    /// Deletes an entity; nil if it does not exist.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - change: Changes the properties of the deleted entity, made from the version.
    /// - Returns: The entity.
    mutating func delete(
        _ id: String,
        _ change: (inout [String: JSON], _ version: Int) -> Void = { _, _ in }
    ) -> Record? {
        guard let position = positions[id.comparedIdentity], !records[position].isDeleted else {
            return nil
        }
        let version = tick()
        change(&records[position].members, version)
        records[position].version = version
        records[position].isDeleted = true
        deletedCount += 1
        return records[position]
    }
}
