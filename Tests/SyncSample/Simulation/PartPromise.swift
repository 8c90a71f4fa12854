import Foundation
import RepositoryRuntime

/// The guarantee for notices, of which the client keeps the newest two: both sides have the same state of these, with
/// the last attached file, and the client has no others, except for those with rejected writes.
struct PartPromise {
    private let variant: SyncVariant
    private let there: [String: [String: JSON]]
    private let records: [StoredRecord]
    private let refused: Set<RecordKey>
    private let pending: [PendingFile]
    private let files: [String: JSON]
    private let delayed: Set<String>
    /// Whether the service may have a notice under another identity.
    private let isDoubtful: Bool
    /// The state of the client's part.
    private let state: ReplicaState?

    /// Creates a check of the contents of both sides.
    init(
        _ variant: SyncVariant,
        _ store: any StorageReader,
        _ world: SimulatedWorld
    ) throws(StorageError) {
        self.variant = variant
        let entities = world.service.collections["notices"]?.entities ?? []
        there = Dictionary(entities.map { ($0["_id"]?.string ?? "", $0) }) { first, _ in first }
        records = try store.records(in: "Notice", states: Set(SyncState.allCases))
        refused = Set(try store.entries().map(\.key))
        pending = try PendingFile.all(of: ["Notice"], in: store)
        files = try RandomWrites.files(of: store)
        delayed = world.delayed.union(world.touched)
        isDoubtful = try RandomWrites.mayBeUnrecognized(in: store)
        state = try ReplicaState(of: "Notice", SyncVariant.kept, in: store)
    }

    /// Returns the violations.
    ///
    /// - Parameter isSettled: Whether rejected writes were discarded, whose entities took the place of others before.
    /// - Returns: A sentence for each; empty if there are none.
    /// - Throws: `JSONError` if the client's store contains an invalid entity.
    func violations(isSettled: Bool = false) throws -> [String] {
        guard variant.hasNotices else { return [] }
        var found: [String] = []
        let here = Dictionary(records.map { ($0.key.id, $0) }) { first, _ in first }
        let kept = there.values.filter { $0["isKept"] == true }
            .sorted { ($0["number"]?.int ?? 0) > ($1["number"]?.int ?? 0) }
        let bound = kept.prefix(2).last?["number"]?.int ?? 0
        let isFull = kept.count > 2
        let takesPlaces = isSettled || refused.contains { $0.collection == "Notice" }
        for notice in kept {
            let (id, number) = (notice["_id"]?.string ?? "", notice["number"]?.int ?? 0)
            // A listing of changes does not return entities that take the place of removed ones.
            let isNewest = !takesPlaces && !variant.listsChanges && (!isFull || number > bound)
            let isSaidToBeHere = state?.holds(notice, by: SyncVariant.kept) == true
            if here[id] == nil, isNewest || isSaidToBeHere { found.append("\(id) is not kept") }
        }
        for record in records where !refused.contains(record.key) {
            let members = try [String: JSON](jsonData: record.document).filter { $0.value != .null }
            if record.state != .synchronized { found.append("\(record.key) is \(record.state)") }
            let isHeld = pending.contains { $0.key == record.key }
            // The user decides about a rejected file.
            if isHeld { continue }
            guard let other = there[record.key.id] else {
                found.append("\(record.key) is not there")
                continue
            }
            if other != members { found.append("\(record.key) is \(members), and \(other) there") }
            let isNewest =
                variant.listsChanges || takesPlaces || !isFull || other["number"]?.int ?? 0 >= bound
            let isKept = other["isKept"] == true && isNewest
            if !isKept { found.append("\(record.key) is kept") }
        }
        for notice in there.values {
            let (id, title) = (notice["_id"]?.string ?? "", notice["title"]?.string ?? "")
            // If the client did not recognize a creation, the store has another entity for it.
            guard !takesPlaces, !isDoubtful, here[id] != nil, let file = files[title],
                !delayed.contains(id), !delayed.contains(title),
                !pending.contains(where: { $0.key.id == id })
            else { continue }
            if notice["photo"] ?? .null != file {
                found.append("\(title) has \(notice["photo"] ?? .null) there, and not \(file)")
            }
        }
        return found
    }
}
