import Foundation

/// An object of a service, and what the service knows of it.
struct Record {
    let id: String
    /// The members, without the identity and what the service itself makes.
    var members: [String: Any]
    /// The moments of its creation and of its last change.
    let created: Int
    var changed: Int
    var isDeleted = false
}

/// The objects of a collection, with those that were deleted.
struct RecordCollection {
    let schema: RecordSchema
    /// All of them, in the order in which they came.
    private(set) var records: [Record] = []
    /// The last moment: each write is one.
    private(set) var now = 0

    init(_ schema: RecordSchema) {
        self.schema = schema
    }

    /// Those that are not deleted.
    var live: [Record] { records.filter { !$0.isDeleted } }

    /// The object with an identity, unless it is deleted.
    subscript(_ id: String) -> Record? { live.first { $0.id == id } }

    /// Adds an object.
    ///
    /// - Parameters:
    ///   - members: Its members, as they are kept.
    ///   - id: Its identity.
    /// - Returns: The object.
    mutating func insert(_ members: [String: Any], id: String) -> Record {
        now += 1
        let record = Record(id: id, members: members, created: now, changed: now)
        records.removeAll { $0.id == id }
        records.append(record)
        return record
    }

    /// The next identity that is a number.
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

    /// The objects that meet some conditions, in an order; in that of their creation where there is none.
    ///
    /// - Parameters:
    ///   - conditions: The conditions, all of which they meet.
    ///   - orders: The keys by which they are ordered, one after the other.
    ///   - members: The members of an object as conditions and orders name them.
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

/// The collections of a service, by their names.
struct RecordTables {
    var collections: [String: RecordCollection]
    /// How often an object was read.
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

/// The moment of a write as services write it: one second each.
enum Moment {
    /// The seconds since 1970.
    static func seconds(_ moment: Int) -> Int { 1_795_329_987 + moment }

    /// A date such as `2026-11-22T06:46:27Z`, or in another form.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - format: The form, in the symbols of Unicode.
    /// - Returns: The date as text.
    static func text(_ moment: Int, _ format: String = "yyyy-MM-dd'T'HH:mm:ss'Z'") -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = format
        return formatter.string(from: Date(timeIntervalSince1970: Double(seconds(moment))))
    }
}
