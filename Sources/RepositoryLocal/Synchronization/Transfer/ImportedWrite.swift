import Foundation

/// What a store knows about a write that it has imported or exported.
struct ImportedWrite {
    /// The identity of the entity in this store.
    let identity: JSON
    /// The checksums of the write at each import and export.
    private let checksums: [String]

    /// Reads what a store knows; nil if it knows nothing.
    init?(of id: OutboxEntry.ID, in store: any StorageReader) throws(StorageError) {
        guard let data = try store.value(forKey: Self.name(id)),
            let parts = try? JSON(jsonData: data).array, let first = parts.first
        else { return nil }
        identity = first
        checksums = parts.dropFirst().compactMap(\.string)
    }

    /// Whether the write was neither imported nor exported with this content.
    func isEdited(_ checksum: String) -> Bool {
        !checksums.contains(checksum)
    }

    /// Records a write at its import or export, with the identity of its entity.
    static func note(
        _ identity: JSON,
        _ checksum: String,
        of id: OutboxEntry.ID,
        in store: any StorageWriter
    ) throws(StorageError) {
        let known = try ImportedWrite(of: id, in: store)?.checksums ?? []
        let all = known.contains(checksum) ? known : known + [checksum]
        let json = JSON.array([identity] + all.map(JSON.string))
        try store.set(try? json.jsonData(), forKey: name(id))
    }

    private static func name(_ id: OutboxEntry.ID) -> String {
        "imported/\(id.uuidString)"
    }
}
