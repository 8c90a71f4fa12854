import Foundation
import RepositoryValues

/// An entity that a mock holds.
struct Record: Sendable {
    /// The identity as text.
    let id: String
    /// The members as the service writes them, with what it makes itself.
    var members: [String: JSON]
    /// When it was last changed: milliseconds since 1970, different for each change of a table.
    var version: Int
    /// When it was created, in the same unit.
    let created: Int
    var isDeleted = false
}

/// The entities of a collection, with those that were deleted.
struct RecordTable: Sendable {
    /// All of them, in the order of their creation.
    private(set) var records: [Record] = []
    /// Where each stands, by its identity.
    private var positions: [String: Int] = [:]
    /// The version of the last change.
    private(set) var version = 0
    /// How many are deleted.
    private var deletedCount = 0
    /// The greatest identity that is a number.
    private(set) var greatestNumber = 0
    /// The clock: milliseconds since 1970.
    private let clock: @Sendable () -> Int

    init(clock: @escaping @Sendable () -> Int) {
        self.clock = clock
    }

    /// How many are not deleted.
    var count: Int { records.count - deletedCount }

    /// Those that are not deleted.
    var live: [Record] { deletedCount == 0 ? records : records.filter { !$0.isDeleted } }

    /// An entity by its identity; nil where there is none, or it was deleted.
    subscript(_ id: String) -> Record? {
        positions[id].map { records[$0] }.flatMap { $0.isDeleted ? nil : $0 }
    }

    /// Whether there was an entity with an identity, which was deleted.
    func hasDeleted(_ id: String) -> Bool { positions[id].map { records[$0].isDeleted } ?? false }

    /// The version of a change that happens now.
    private mutating func tick() -> Int {
        version = max(version + 1, clock())
        return version
    }

    /// Adds an entity, in the place of one that was deleted.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - members: The members, made from the version.
    /// - Returns: The entity.
    mutating func insert(_ id: String, _ members: (_ version: Int) -> [String: JSON]) -> Record {
        let version = tick()
        let record = Record(
            id: id,
            members: members(version),
            version: version,
            created: version
        )
        if let old = positions[id] {
            if records[old].isDeleted { deletedCount -= 1 }
            records.remove(at: old)
            positions = Dictionary(
                records.enumerated().map { ($0.element.id, $0.offset) }
            ) { $1 }
        }
        positions[id] = records.count
        records.append(record)
        if let number = Int(id) { greatestNumber = max(greatestNumber, number) }
        return record
    }

    /// Adds members to an entity that was just made.
    mutating func complete(_ id: String, _ members: [String: JSON]) {
        guard let position = positions[id] else { return }
        records[position].members.merge(members) { own, _ in own }
    }

    /// Changes an entity; nil where there is none.
    mutating func change(
        _ id: String,
        _ change: (inout [String: JSON], _ version: Int) -> Void
    ) -> Record? {
        guard let position = positions[id], !records[position].isDeleted else { return nil }
        let version = tick()
        change(&records[position].members, version)
        records[position].version = version
        return records[position]
    }

    /// Deletes an entity; nil where there is none.
    mutating func delete(_ id: String) -> Record? {
        guard let position = positions[id], !records[position].isDeleted else { return nil }
        records[position].version = tick()
        records[position].isDeleted = true
        deletedCount += 1
        return records[position]
    }
}
