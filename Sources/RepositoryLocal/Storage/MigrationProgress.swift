#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The form of the documents of a collection.
struct MigrationMark: Hashable, Sendable {
    /// The keys of the properties, in the format of ``EntitySchema/shape``.
    let shape: String
    /// The conversions that were applied.
    let applied: AppliedConversions
    /// The conversions applied to documents that could not be converted further, and that the app
    /// may convert later; nil if there are none.
    var left: AppliedConversions?
    let collection: String

    /// Creates the current form; nil if the properties are unknown.
    init?(_ schema: EntitySchema) {
        guard let shape = schema.shape else { return nil }
        self.shape = shape
        applied = AppliedConversions(schema)
        collection = schema.name
    }

    /// Reads the recorded form; nil if none is recorded.
    init?(of collection: String, in store: any StorageReader) throws(StorageError) {
        guard let data = try store.value(forKey: Self.name(collection)) else { return nil }
        self.init(data, of: collection)
    }

    /// Decodes a recorded form.
    init(_ data: Data, of collection: String) {
        self.collection = collection
        let json = try? JSON(jsonData: data)
        guard let shape = json?["shape"]?.string else {
            // Without any conversions, only the keys are recorded.
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

    /// Deletes the recorded form of a collection.
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

/// A page of records examined by a migration.
struct MigrationPage: Sendable {
    /// The records to convert.
    var outdated: [RecordKey] = []
    /// The identity of the last record; nil if there are no more.
    var last: String?
    /// The identities of the records whose documents stay unchanged.
    var kept: [String] = []
    /// Whether there are documents that the app could not convert.
    var isLeft = false
}

/// The progress of a migration.
struct MigrationProgress: Hashable, Sendable {
    private let goal: MigrationMark
    /// The form of the documents before the migration; nil if it is unknown.
    let mark: MigrationMark?
    /// The identity of the last migrated record; nil if there is none, or all are migrated.
    private(set) var last: String?
    private var isLeft = false

    /// Reads the progress of a migration; nil if it is complete.
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

    /// Returns the progress after a page.
    func advanced(past page: MigrationPage) -> MigrationProgress {
        var progress = self
        progress.last = page.last
        progress.isLeft = isLeft || page.isLeft
        return progress
    }

    /// Stores the progress; at the end, the current form.
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
