import Foundation

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

    /// Advances past a page with this last record; nil if there are no more.
    ///
    /// `isLeft` means that it has documents that the app could not convert.
    mutating func advance(to last: String?, isLeft: Bool) {
        self.last = last
        self.isLeft = self.isLeft || isLeft
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
