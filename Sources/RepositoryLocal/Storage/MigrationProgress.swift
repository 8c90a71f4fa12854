import Foundation

/// A page of records examined by a migration.
struct MigrationPage: Sendable {
    /// A record to convert, as it was examined, with its conversion.
    struct Outdated: Sendable {
        let record: StoredRecord
        let converted: ConvertedRecord
    }

    /// The records to convert.
    var outdated: [Outdated] = []
    /// The identity of the last record; nil if there are no more.
    var last: String?
    /// The identities of the records whose documents stay unchanged.
    var kept: [String] = []
    /// Whether there are documents that the app could not convert.
    var isLeft = false
}

/// The progress of a migration to a form of documents, as in ``EntitySchema/storedForm``.
struct MigrationProgress: Sendable {
    private let form: String
    private let collection: String
    /// The identity of the last migrated record; nil if there is none, or all are migrated.
    private(set) var last: String?
    private var isLeft = false

    /// Reads the progress of a migration; nil if it is complete.
    init?(
        of collection: String,
        to form: String,
        in store: any StorageReader
    ) throws(StorageError) {
        (self.form, self.collection) = (form, collection)
        guard try store.value(forKey: Self.formName(collection)) != Data(form.utf8) else {
            return nil
        }
        guard let noted = try store.note(forKey: Self.name(collection)),
            noted["form"]?.string == form
        else { return }
        last = noted["last"]?.string
        isLeft = noted["left"] == .bool(true)
    }

    /// Advances past a page.
    mutating func advance(past page: MigrationPage) {
        last = page.last
        isLeft = isLeft || page.isLeft
    }

    /// Stores the progress; at the end, the current form.
    ///
    /// If the app could not convert all documents, no form is stored, so the next start tries again.
    /// Nor is one stored before the end: an earlier version would rely on its own.
    func note(in store: any StorageWriter) throws(StorageError) {
        let isComplete = last == nil && !isLeft
        let noted: [String: JSON]? = last.map {
            ["form": .string(form), "last": .string($0), "left": .bool(isLeft)]
        }
        try store.set(isComplete ? Data(form.utf8) : nil, forKey: Self.formName(collection))
        try store.set(note: noted, forKey: Self.name(collection))
    }

    /// Deletes the stored form of a collection, and the progress.
    static func forget(
        _ schema: EntitySchema,
        in storage: any Storage
    ) async throws(StorageError) {
        let (form, progress) = (formName(schema.name), name(schema.name))
        let isNoted = try await storage.read { store throws(StorageError) in
            let values = [try store.value(forKey: form), try store.value(forKey: progress)]
            return values.contains { $0 != nil }
        }
        guard isNoted else { return }
        try await storage.write { store throws(StorageError) in
            try store.set(nil, forKey: form)
            try store.set(nil, forKey: progress)
        }
    }

    /// The name under which a store has the form of the documents of a collection.
    static func formName(_ collection: String) -> String { "shape/\(collection)" }

    private static func name(_ collection: String) -> String {
        "\(formName(collection))/progress"
    }
}
