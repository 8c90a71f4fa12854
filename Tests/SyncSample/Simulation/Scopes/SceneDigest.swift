import Foundation
import RepositoryRuntime

/// Computes the digest of a scene, which is equal for equivalent scenes.
///
/// Equivalent scenes may differ in the names of entries and keys, in the time between the same events, in the numbers
/// of a service's changes, and in values that only users or background runs read: the end of a backoff, and the date
/// and the message of a failure. The probability that two different scenes of ten million have the same 64-bit digest is
/// about 0.000003.
struct SceneDigest {
    private var hasher = Hasher()
    private var ranks: [Date: Int] = [:]
    /// The number of the last change that the client has listed, by collection; nil if stored listings are hashed
    /// unchanged.
    private var heard: [String: Int]?
    /// The number of each entry and key, by the order of the entries.
    private var names: [String: Int] = [:]

    /// Returns the digest of a client's store.
    static func value(of tables: MemoryTables) -> Int {
        var digest = SceneDigest()
        digest.add(tables)
        return digest.hasher.finalize()
    }

    /// The digests of the data that a scene stores.
    struct Parts {
        /// That of the client's store, without the positions of listings.
        let tables: Int
        /// That of the client's store and the service.
        let all: Int
    }

    /// Returns the digests of the data that a scene stores.
    static func parts(of scene: Scene) -> Parts {
        var digest = SceneDigest()
        digest.heard = [:]
        digest.add(scene.client.tables)
        let tables = digest.hasher
        for (name, collection) in scene.service.collections.sorted(by: { $0.key < $1.key }) {
            digest.add(collection, heard: digest.heard?[name])
        }
        // The responses that the service has stored for keys that may still be sent.
        var remembered: [Int: SimulatedService.Response] = [:]
        for (key, answer) in scene.service.answers {
            let name =
                key.wholeSuffix(after: "messages ") ?? key.wholeSuffix(after: "conversations ")
            if let number = name.flatMap({ digest.names[$0] }) { remembered[number] = answer }
        }
        digest.hasher.combine(remembered)
        return Parts(tables: tables.finalize(), all: digest.hasher.finalize())
    }

    /// Returns the digest of several values.
    static func value<each Value: Hashable>(_ values: repeat each Value) -> Int {
        var hasher = Hasher()
        for value in repeat each values { hasher.combine(value) }
        return hasher.finalize()
    }

    private mutating func add(_ tables: MemoryTables) {
        let entries = tables.entries(in: Set(OutboxEntry.State.allCases), after: 0, limit: .max)
        let records = tables.collections().flatMap {
            tables.records(in: $0, after: nil, limit: .max)
        }
        let values = tables.allValues.sorted { $0.key < $1.key }
            .map {
                (
                    name: $0.key, json: Self.isTimed($0.key) ? try? JSON(jsonData: $0.value) : nil,
                    $0.value
                )
            }
        var dates: Set<Date> = []
        for value in values { value.json.map { Self.collect(timesOf: $0, in: &dates) } }
        for (rank, date) in dates.sorted().enumerated() { ranks[date] = rank }
        for entry in entries { add(entry) }
        for record in records {
            hasher.combine(record.key)
            hasher.combine(record.document)
            hasher.combine(record.base)
            hasher.combine(record.entityTag)
            hasher.combine(record.state)
            // Code compares it with these dates, never with that of another record.
            hasher.combine(record.confirmedAt.map { date in dates.count { $0 < date } })
        }
        for (name, json, data) in values {
            if let id = name.wholeSuffix(after: "history/"), let number = names[id] {
                hasher.combine(number)
            } else {
                hasher.combine(name)
            }
            if let json, heard != nil, let collection = name.wholeSuffix(after: "changes/") {
                var members = json.object ?? [:]
                let cursor = members.removeValue(forKey: "cursor")?.string
                heard?["\(collection.lowercased())s"] = cursor.flatMap { Int($0) }
                add(times: .object(members))
            } else if let json {
                add(times: json)
            } else {
                hasher.combine(data)
            }
        }
    }

    /// Adds the entities of a service, with the order of its changes, and the last one that the client has listed.
    private mutating func add(_ collection: SimulatedService.Collection, heard: Int?) {
        let numbers =
            collection.stored.values.map(\.changedAt) + collection.deletions.values
            + [collection.changes, heard ?? 0]
        let order = Set(numbers).sorted()
        hasher.combine(heard.flatMap { order.firstIndex(of: $0) })
        hasher.combine(order.firstIndex(of: collection.changes))
        hasher.combine(collection.order)
        for (id, stored) in collection.stored.sorted(by: { $0.key < $1.key }) {
            hasher.combine(id)
            hasher.combine(stored.members)
            hasher.combine(stored.version)
            hasher.combine(order.firstIndex(of: stored.changedAt))
        }
        for (id, number) in collection.deletions.sorted(by: { $0.key < $1.key }) {
            hasher.combine(id)
            hasher.combine(order.firstIndex(of: number))
        }
        hasher.combine(collection.creations)
    }

    private mutating func add(_ entry: OutboxEntry) {
        names[entry.id.uuidString] = names.count
        let key = entry.idempotencyKey
        hasher.combine(key.hasPrefix("batch/"))
        names[key] = names[key] ?? names.count
        hasher.combine(names[key])
        hasher.combine(entry.key)
        hasher.combine(entry.operation)
        hasher.combine(entry.baseTag)
        hasher.combine(entry.changed)
        hasher.combine(entry.state)
        // Code only asks whether there were any, and a failure takes back at most one.
        hasher.combine(min(entry.attempts, 2))
        hasher.combine(entry.failure?.status)
        hasher.combine(entry.failure?.body)
    }

    private mutating func add(_ date: Date?) {
        hasher.combine(date.flatMap { ranks[$0] })
    }

    // MARK: - Values with times

    private static func isTimed(_ name: String) -> Bool {
        ["left/", "history/", "creating/", "changes/"].contains { name.hasPrefix($0) }
    }

    /// Returns the time that a number represents; nil if the number is too small.
    private static func time(_ json: JSON) -> Date? {
        let number = json.double ?? json.string.flatMap(Double.init)
        guard let time = number, time > 100_000_000 else { return nil }
        return Date(timeIntervalSinceReferenceDate: time)
    }

    private static func collect(timesOf json: JSON, in dates: inout Set<Date>) {
        for value in json.object?.values.map({ $0 }) ?? json.array ?? [] {
            collect(timesOf: value, in: &dates)
        }
        if let time = time(json) { dates.insert(time) }
    }

    private mutating func add(times json: JSON) {
        if let time = Self.time(json) {
            add(time)
        } else if let members = json.object {
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                hasher.combine(key)
                add(times: value)
            }
        } else {
            hasher.combine(json)
        }
    }
}

extension String {
    /// Returns the rest after a prefix; nil if the text does not start with it.
    fileprivate func wholeSuffix(after prefix: String) -> String? {
        hasPrefix(prefix) ? String(utf8.dropFirst(prefix.utf8.count)) : nil
    }
}
