import Foundation

/// An object of a service, with its metadata.
struct Record {
    let id: String
    /// The properties, without the identity and those that the service generates.
    var members: [String: Any]
    /// The times of its creation and its last change.
    let created: Int
    var changed: Int
    var isDeleted = false
}

/// The objects of a collection, including deleted ones.
struct RecordCollection {
    let schema: RecordSchema
    /// All objects, in order of creation.
    private(set) var records: [Record] = []
    /// The current time, which advances with each write.
    private(set) var now = 0

    init(_ schema: RecordSchema) {
        self.schema = schema
    }

    /// The objects that are not deleted.
    var live: [Record] { records.filter { !$0.isDeleted } }

    /// The object with an identity, unless it is deleted.
    subscript(_ id: String) -> Record? { live.first { $0.id == id } }

    /// Adds an object.
    ///
    /// - Parameters:
    ///   - members: Its properties, as stored.
    ///   - id: Its identity.
    /// - Returns: The object.
    mutating func insert(_ members: [String: Any], id: String) -> Record {
        now += 1
        let record = Record(id: id, members: members, created: now, changed: now)
        records.removeAll { $0.id == id }
        records.append(record)
        return record
    }

    /// The next numeric identity.
    var nextNumber: Int { (records.compactMap { Int($0.id) }.max() ?? 0) + 1 }

    /// Changes an object.
    mutating func change(_ id: String, _ body: (inout [String: Any]) -> Void) -> Record? {
        guard let index = records.firstIndex(where: { $0.id == id && !$0.isDeleted }) else {
            return nil
        }
        now += 1
        body(&records[index].members)
        records[index].changed = now
        return records[index]
    }

    /// Deletes an object.
    mutating func delete(_ id: String) -> Record? {
        guard let index = records.firstIndex(where: { $0.id == id && !$0.isDeleted }) else {
            return nil
        }
        now += 1
        records[index].isDeleted = true
        records[index].changed = now
        return records[index]
    }

    /// Returns the objects that match some conditions, in the given order, or in that of their
    /// creation.
    ///
    /// - Parameters:
    ///   - conditions: The conditions, all of which must match.
    ///   - orders: The keys to sort by, in order.
    ///   - members: Returns the properties of an object, with the names used in conditions and
    ///     orders.
    /// - Returns: The objects.
    func selection(
        _ conditions: [RecordCondition],
        by orders: [RecordOrder] = [],
        _ members: (Record) -> [String: Any] = { $0.members }
    ) -> [Record] {
        live.filter { record in conditions.allSatisfy { $0.holds(for: members(record)) } }
            .enumerated()
            .sorted { first, second in
                for order in orders {
                    let values = [first, second].map { members($0.element)[order.key] }
                    let isBefore = FieldValue.order(values[0], values[1])
                    if isBefore == nil || isBefore == .orderedSame { continue }
                    return (isBefore == .orderedAscending) != order.isDescending
                }
                return first.offset < second.offset
            }
            .map(\.element)
    }
}

/// The collections of a service, by name.
struct RecordTables {
    var collections: [String: RecordCollection]
    /// The number of reads.
    var readings = 0

    init(_ schemas: [RecordSchema]) {
        collections = Dictionary(
            schemas.map { ($0.name, RecordCollection($0)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Whether there is such an object.
    func exists(_ name: String, _ id: String) -> Bool { collections[name]?[id] != nil }
}

/// The time of a write, as services encode it: one second per write.
enum Moment {
    /// Returns the seconds since 1970.
    static func seconds(_ moment: Int) -> Int { 1_795_329_987 + moment }

    /// Returns a date like `2026-11-22T06:46:27Z`, or in another format.
    ///
    /// - Parameters:
    ///   - moment: The time.
    ///   - format: The format, in Unicode symbols.
    /// - Returns: The date as a string.
    static func text(_ moment: Int, _ format: String = "yyyy-MM-dd'T'HH:mm:ss'Z'") -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = format
        return formatter.string(from: Date(timeIntervalSince1970: Double(seconds(moment))))
    }
}
