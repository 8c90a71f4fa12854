import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where it is kept how far the last listing of a collection went.
///
/// It is kept in the store whose entities it is about: a store that is new, or of another file, has none.
struct ChangeCursor: Sendable {
    private let name: String
    /// What the listing was asked for; another one says nothing of this.
    private let question: String
    /// What told the entities that were no more; by another one some are still here.
    private let tombstone: String?
    /// What was read of each entity; what had fewer properties is to be listed once more.
    private let shape: String?

    /// Makes the place of a collection; nil where its service cannot be asked for what has changed.
    init?(_ collection: RemoteCollection) {
        guard let changes = collection.conventions.changes else { return nil }
        name = Self.name(of: collection.schema)
        let path = collection.collectionRequest(.list, "").head.path ?? ""
        // What another selection keeps was not stored.
        let selection = collection.keeping.map { " keeping \($0.text)" } ?? ""
        question =
            switch changes.question {
            case .parameter(let name): "\(path)?\(name)\(selection)"
            case .header(let name): "\(path) \(name)\(selection)"
            }
        tombstone = collection.conventions.tombstone.map { tombstone in
            "\(tombstone.member)" + (tombstone.value.map { "=\($0)" } ?? "")
        }
        shape = collection.schema.shape
    }

    private static func name(of schema: EntitySchema) -> String {
        "changes/\(schema.name)"
    }

    /// How far the last listing went; nil where the whole is to be listed.
    func read(from store: any StorageReader) throws(StorageError) -> String? {
        guard let data = try store.value(forKey: name),
            let kept = try? [String: String](jsonData: data), kept["question"] == question,
            kept["shape"] == shape, kept["tombstone"] == tombstone
        else { return nil }
        return kept["cursor"]
    }

    /// Keeps how far a listing went, and since when all of it is stored, or forgets it.
    func write(
        _ cursor: String?,
        at now: Date,
        to store: any StorageWriter
    ) throws(StorageError) {
        var kept = cursor.map { ["question": question, "cursor": $0] }
        kept?["date"] = "\(now.timeIntervalSinceReferenceDate)"
        kept?["shape"] = shape
        kept?["tombstone"] = tombstone
        try store.set(kept.flatMap { try? $0.jsonData() }, forKey: name)
    }

    /// Since when all of the last listing is stored; nil where that is not known.
    ///
    /// Of what has left before, no later listing of changes says so.
    static func date(
        of schema: EntitySchema,
        in store: any StorageReader
    ) throws(StorageError) -> Date? {
        guard let data = try store.value(forKey: name(of: schema)),
            let kept = try? [String: String](jsonData: data)
        else { return nil }
        return kept["date"].flatMap(Double.init).map(Date.init(timeIntervalSinceReferenceDate:))
    }

    /// Forgets how far a listing went.
    static func forget(
        of schema: EntitySchema,
        in store: any StorageWriter
    ) throws(StorageError) {
        try store.set(nil, forKey: name(of: schema))
    }
}

extension RemoteCollection {
    /// Lets the next synchronization list all there is, and not only what has changed.
    ///
    /// Entities that have not changed are not listed again. After an update of the app whose entities have
    /// other properties than before it goes by itself where ``EntitySchema/properties`` says them; else,
    /// and where what the properties contain is another, their stored documents would go without.
    ///
    /// - Parameter storage: The store of the synchronizer.
    /// - Throws: `StorageError` where the store cannot be written.
    public func listWholeNext(in storage: any Storage) async throws(StorageError) {
        let schema = schema
        try await storage.write { store throws(StorageError) in
            try ChangeCursor.forget(of: schema, in: store)
        }
    }
}
