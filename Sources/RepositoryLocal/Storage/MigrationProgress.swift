#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Of which form the documents of a collection are.
struct MigrationMark: Hashable, Sendable {
    /// The keys of the properties, as ``EntitySchema/shape`` has them.
    let shape: String
    /// What was converted.
    let applied: AppliedConversions
    /// What documents had gone through that stayed as they were and that the app may convert later; nil where none
    /// stayed.
    var left: AppliedConversions?
    let collection: String

    /// The form of today; nil where nothing tells the properties.
    init?(_ schema: EntitySchema) {
        guard let shape = schema.shape else { return nil }
        self.shape = shape
        applied = AppliedConversions(schema)
        collection = schema.name
    }

    /// The form that is noted; nil where none is.
    init?(of collection: String, in store: any StorageReader) throws(StorageError) {
        guard let data = try store.value(forKey: Self.name(collection)) else { return nil }
        self.init(data, of: collection)
    }

    /// Reads a form as it is noted.
    init(_ data: Data, of collection: String) {
        self.collection = collection
        let json = try? JSON(jsonData: data)
        guard let shape = json?["shape"]?.string else {
            // Where nothing was converted, the keys stand alone.
            (shape, applied) = (String(decoding: data, as: UTF8.self), AppliedConversions())
            return
        }
        self.shape = shape
        applied = AppliedConversions(json?.object ?? [:])
        guard json?["left"] == .bool(true) else { return }
        left = AppliedConversions(json?["before"]?.object ?? [:])
    }

    func note(in store: any StorageWriter) throws(StorageError) {
        var data = Data(shape.utf8)
        if !applied.isEmpty {
            var noted: [String: JSON] = ["shape": .string(shape), "left": .bool(left != nil)]
            if let left, !left.isEmpty { noted["before"] = .object(left.json) }
            let json = JSON.object(applied.json.merging(noted) { $1 })
            data = (try? json.jsonData()) ?? data
        }
        try store.set(data, forKey: Self.name(collection))
    }

    /// Forgets what is noted of a collection.
    static func forget(
        _ schema: EntitySchema,
        in storage: any Storage
    ) async throws(StorageError) {
        let name = name(schema.name)
        let isNoted = try await storage.read { store throws(StorageError) in
            try store.value(forKey: name) != nil
        }
        guard isNoted else { return }
        try await storage.write { store throws(StorageError) in try store.set(nil, forKey: name) }
    }

    static func name(_ collection: String) -> String { "shape/\(collection)" }
}

/// Some records that a migration has looked at.
struct MigrationPage: Sendable {
    /// The records that are to be converted.
    var outdated: [RecordKey] = []
    /// The identity of the last one; nil where there are no more.
    var last: String?
    /// The identities of the records whose documents stay as they were.
    var kept: [String] = []
    /// Whether there are documents that the app could not convert.
    var isLeft = false
}

/// How far a migration has gone.
struct MigrationProgress: Hashable, Sendable {
    private let goal: MigrationMark
    /// The form of the documents before the migration; nil where it is not known.
    let mark: MigrationMark?
    /// The identity of the last record that is migrated; nil where none is, or all are.
    private(set) var last: String?
    private var isLeft = false

    /// Reads how far a migration has gone; nil where it has ended.
    init?(to goal: MigrationMark, in store: any StorageReader) throws(StorageError) {
        self.goal = goal
        mark = try MigrationMark(of: goal.collection, in: store)
        guard mark != goal else { return nil }
        guard let data = try store.value(forKey: Self.name(goal.collection)),
            let noted = try? JSON(jsonData: data), noted["shape"]?.string == goal.shape,
            AppliedConversions(noted.object ?? [:]) == goal.applied
        else { return }
        last = noted["last"]?.string
        isLeft = noted["left"] == .bool(true)
    }

    /// The same behind a page.
    func advanced(past page: MigrationPage) -> MigrationProgress {
        var progress = self
        progress.last = page.last
        progress.isLeft = isLeft || page.isLeft
        return progress
    }

    /// Notes how far it has gone; at its end, the form of today.
    func note(in store: any StorageWriter) throws(StorageError) {
        guard let last else {
            var mark = goal
            if isLeft { mark.left = self.mark?.left ?? self.mark?.applied ?? AppliedConversions() }
            try mark.note(in: store)
            return try store.set(nil, forKey: Self.name(goal.collection))
        }
        let noted: [String: JSON] = [
            "shape": .string(goal.shape), "last": .string(last), "left": .bool(isLeft),
        ]
        let json = JSON.object(goal.applied.json.merging(noted) { $1 })
        try store.set(try? json.jsonData(), forKey: Self.name(goal.collection))
    }

    private static func name(_ collection: String) -> String {
        "\(MigrationMark.name(collection))/progress"
    }
}
