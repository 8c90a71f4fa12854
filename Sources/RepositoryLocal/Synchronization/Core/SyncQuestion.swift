package import Foundation

/// A query that the synchronizer's core sends to the store.
package indirect enum SyncQuestion: Sendable {
    /// The number of writes that are pending or in flight.
    case openCount
    /// The open writes after a sequence number, with the ends of their holds.
    ///
    /// Writes already tried in this run are held even in an explicit run.
    case openWrites(after: Int64, limit: Int, tried: Set<OutboxEntry.ID>)
    /// The first creation in flight of a collection, the position of its last listing, and the
    /// floor of a partial replica.
    case pullStart(of: String)
    /// The files of a collection that can be sent now, and the time when the next one can be.
    case files(of: String)
    /// The stored entities of a collection after an identity.
    case records(of: String, after: String?, limit: Int)

    /// The answer of the store.
    package indirect enum Answer: Sendable {
        case count(Int)
        case writes([OutboxEntry], heldUntil: [OutboxEntry.ID: Date])
        case pullStart(openCreation: RecordKey?, cursor: String?, floor: JSON?)
        case files([PendingFile], due: Date?)
        case records([StoredRecord])
    }

    /// Answers the question.
    package func answer(
        from store: any StorageReader,
        by rules: SyncRules,
        at now: Date
    ) throws(StorageError) -> Answer {
        switch self {
        case .openCount:
            return .count(try store.entryCount(in: OutboxEntry.State.open))
        case .openWrites(let sequence, let limit, let tried):
            let open = OutboxEntry.State.open
            let entries = try store.entries(in: open, after: sequence, limit: limit)
            var ends: [OutboxEntry.ID: Date] = [:]
            for entry in entries where entry.notBefore.map({ $0 > now }) ?? false {
                let isByHand = rules.isByHand && !tried.contains(entry.id)
                ends[entry.id] = try WriteHold(of: entry, in: store)
                    .end(at: now, isByHand: isByHand)
            }
            return .writes(entries, heldUntil: ends)
        case .pullStart(let name):
            let collection = rules.collection(name)
            var cursor = try collection.flatMap { ChangeCursor($0) }?.read(from: store)
            var floor: JSON?
            if let selection = collection?.keeping {
                // An incremental listing does not contain entities that were never stored, or that
                // are recent again after the clock was set back.
                let state = try ReplicaState(of: name, selection, in: store)
                floor = state?.floor
                let isLost = state.map { selection.age != nil && $0.date > now } ?? true
                // Only a full listing can replace entities that have left with older ones.
                let isDepleted = try state?.isDepleted(of: name, selection, in: store)
                if isLost || isDepleted == true { (cursor, floor) = (nil, nil) }
            }
            return .pullStart(
                openCreation: try store.ambiguousCreations(in: name, limit: 1).first?.key,
                cursor: cursor,
                floor: floor
            )
        case .files(let name):
            guard let schema = rules.collection(name)?.schema else { return .files([], due: nil) }
            let (files, due) = try store.sendableFiles(of: schema, at: now, by: rules)
            return .files(files, due: due)
        case .records(let name, let id, let limit):
            return .records(try store.records(in: name, after: id, limit: limit))
        }
    }
}
