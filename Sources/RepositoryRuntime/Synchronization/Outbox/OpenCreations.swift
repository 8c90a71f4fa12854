#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The creations that are on their way to the server past the outbox.
///
/// Until it is known what came of one, an entity that the server lists and the store does not know
/// may be the one that it creates: it is neither stored as somebody else's nor taken for another one
/// that is searched for. They are noted in the store, for other processes use it, too; and for a time
/// only, for a process may end before it hears of the end.
struct OpenCreations {
    let store: any StorageReader
    let collection: String

    /// For how many seconds one is believed to be on its way: as long as a session sends at most.
    private static let duration = 300.0

    init(of collection: String, in store: any StorageReader) {
        self.store = store
        self.collection = collection
    }

    /// Whether one is on its way.
    func areThere(at date: Date) throws(StorageError) -> Bool {
        let ends = try ends
        return ends.contains { $0.value > date.timeIntervalSince1970 }
    }

    /// Notes that one is on its way from now on.
    static func begin(
        _ id: UUID,
        of collection: String,
        at date: Date,
        in store: any StorageWriter
    ) throws(StorageError) {
        let now = date.timeIntervalSince1970
        var ends = try OpenCreations(of: collection, in: store).ends.filter { $0.value > now }
        ends[id.uuidString] = now + duration
        try set(ends, of: collection, in: store)
    }

    /// Notes that it is known what came of one.
    static func end(
        _ id: UUID,
        of collection: String,
        in store: any StorageWriter
    ) throws(StorageError) {
        var ends = try OpenCreations(of: collection, in: store).ends
        guard ends.removeValue(forKey: id.uuidString) != nil else { return }
        try set(ends, of: collection, in: store)
    }

    /// When each is believed to be on its way no more, in seconds since 1970.
    private var ends: [String: Double] {
        get throws(StorageError) {
            guard let data = try store.value(forKey: Self.name(collection)) else { return [:] }
            // What cannot be read is of another version.
            return (try? [String: Double](jsonData: data)) ?? [:]
        }
    }

    private static func set(
        _ ends: [String: Double],
        of collection: String,
        in store: any StorageWriter
    ) throws(StorageError) {
        try store.set(ends.isEmpty ? nil : try? ends.jsonData(), forKey: name(collection))
    }

    private static func name(_ collection: String) -> String {
        "creating/\(collection)"
    }
}
