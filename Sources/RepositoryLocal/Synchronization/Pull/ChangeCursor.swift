import Foundation
import HTTPTypes

/// The stored position of the last listing of a collection, for incremental listings.
///
/// It is stored with the entities it describes, so a new store has none.
struct ChangeCursor: Sendable {
    private let name: String
    /// What was listed, and how it was read; the cursor of anything else is not valid.
    private let question: String

    /// Whether an error may mean that the service does not know the position of a listing.
    static func isUnknown(_ error: RepositoryError) -> Bool {
        [400, 404, 409, 410, 412, 416, 422].contains(error.status)
    }

    /// Creates the cursor of a collection; nil if its service does not support incremental
    /// listings.
    init?(_ collection: RemoteCollection) {
        guard let changes = collection.conventions.changes else { return nil }
        name = Self.name(of: collection.schema)
        let path = collection.collectionRequest(.list, "").head.path ?? ""
        let place =
            switch changes.question {
            case .parameter(let name): "?\(name)"
            case .header(let name): " \(name)"
            }
        // Another selection kept other entities. With another convention for tombstones, deleted
        // entities may still be stored. Entities decoded with fewer properties, or with other
        // types, are listed again.
        let parts = [
            path + place, collection.keeping?.text,
            collection.conventions.tombstone.map { "\($0.member)=\($0.value?.description ?? "")" },
            collection.schema.shape,
        ]
        let version = collection.schema.version.map { ["version \($0)"] } ?? []
        question = (parts.map { $0 ?? "" } + version).joined(separator: "\n")
    }

    fileprivate static func name(of schema: EntitySchema) -> String {
        "changes/\(schema.name)"
    }

    /// Reads the position of the last listing; nil if everything must be listed.
    func read(from store: any StorageReader) throws(StorageError) -> String? {
        guard let data = try store.value(forKey: name),
            let kept = try? [String: String](jsonData: data), kept["question"] == question
        else { return nil }
        return kept["cursor"]
    }

    /// Stores the position of a listing and the date since which all of it is stored, or deletes
    /// them.
    func write(
        _ cursor: String?,
        at now: Date,
        to store: any StorageWriter
    ) throws(StorageError) {
        var kept = cursor.map { ["question": question, "cursor": $0] }
        kept?["date"] = "\(now.timeIntervalSinceReferenceDate)"
        try store.set(kept.flatMap { try? $0.jsonData() }, forKey: name)
    }

    /// Records that a part of a listing is stored, in the same transaction.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - store: The store.
    /// - Throws: `StorageError` if the store cannot be written.
    func notePart(at now: Date, in store: any StorageWriter) throws(StorageError) {
        let data = try store.value(forKey: name)
        var kept = data.flatMap { try? [String: String](jsonData: $0) } ?? [:]
        kept["part"] = "\(now.timeIntervalSinceReferenceDate)"
        try store.set(try? kept.jsonData(), forKey: name)
    }

    /// Returns the date since which all of the last listing is stored; nil if unknown.
    ///
    /// A later incremental listing does not report entities that were deleted before.
    ///
    /// - Parameters:
    ///   - schema: The schema of the entities.
    ///   - countsPart: Whether a part of the listing is enough.
    ///   - store: The store.
    /// - Returns: The date.
    /// - Throws: `StorageError` if the store cannot be read.
    static func date(
        of schema: EntitySchema,
        countingPart countsPart: Bool,
        in store: any StorageReader
    ) throws(StorageError) -> Date? {
        guard let data = try store.value(forKey: name(of: schema)),
            let kept = try? [String: String](jsonData: data)
        else { return nil }
        let date = (countsPart ? kept["part"] : nil) ?? kept["date"]
        return date.flatMap(Double.init).map(Date.init(timeIntervalSinceReferenceDate:))
    }
}

extension RemoteCollection {
    /// Makes the next synchronization list everything, not only changes.
    ///
    /// Usually, a synchronization lists only changed entities. If an update of the app changes
    /// ``EntitySchema/properties`` or ``EntitySchema/version``, the next one lists everything
    /// automatically. Call this function if an update changes neither, but properties of nested
    /// values or types, because the stored documents lack the new values.
    ///
    /// - Parameter storage: The store of the synchronizer.
    /// - Throws: `StorageError` if the store cannot be written.
    public func listWholeNext(in storage: any Storage) async throws(StorageError) {
        let name = ChangeCursor.name(of: schema)
        try await storage.write { store throws(StorageError) in try store.set(nil, forKey: name) }
    }
}
