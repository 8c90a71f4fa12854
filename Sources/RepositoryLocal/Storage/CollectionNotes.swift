import Foundation

/// The metadata stored for a collection: cursors, identities, and the referrers of its records.
struct CollectionNotes {
    /// The prefixes of the keys, which are followed by the name of the collection.
    private static let kinds = [
        "changes/", "creating/", "exported/", "file/", "identity/", "left/", "new/", "referrer/",
        "referrers/", "refers/", "replica/", "repogen.identity.", "shape/", "upload/",
    ]

    private let collection: String
    private let store: any StorageWriter

    init(of collection: String, in store: any StorageWriter) {
        (self.collection, self.store) = (collection, store)
    }

    /// Moves the metadata to another collection.
    ///
    /// With `isReplacing`, existing metadata of the other collection is replaced, because it has no
    /// records; if not, it is kept.
    func move(to other: String, replacing isReplacing: Bool) throws(StorageError) {
        // The shape or the listing progress of one collection does not apply to records of the other.
        for kind in ["changes/", "replica/", "shape/"] {
            for key in try keys(kind, of: other) + (isReplacing ? [] : keys(kind, of: collection)) {
                try store.set(nil, forKey: key)
            }
        }
        for kind in Self.kinds {
            for key in try keys(kind, of: collection) {
                let rest = key.utf8.dropFirst(kind.utf8.count + collection.utf8.count)
                let name = kind + other + String(decoding: rest, as: UTF8.self)
                try move(key, to: name, replacing: isReplacing)
            }
        }
        try Referrers(in: store).renameSources(collection, to: other)
    }

    /// Deletes all metadata, including the referrers of records in the collection.
    func remove() throws(StorageError) {
        for kind in Self.kinds {
            for key in try keys(kind, of: collection) { try store.set(nil, forKey: key) }
        }
    }

    /// Returns the keys of a kind of metadata of a collection.
    private func keys(_ kind: String, of collection: String) throws(StorageError) -> [String] {
        try store.keys(withPrefix: kind + collection).filter { key in
            // The name of another collection may begin with this one.
            let rest = key.utf8.dropFirst(kind.utf8.count + collection.utf8.count)
            return rest.isEmpty || rest.first == UInt8(ascii: "/")
        }
    }

    private func move(
        _ key: String,
        to other: String,
        replacing isReplacing: Bool
    ) throws(StorageError) {
        let (value, known) = (try store.value(forKey: key), try store.value(forKey: other))
        // An assigned number is never assigned again, not even by an older process under the former
        // name.
        if !key.hasPrefix("repogen.identity.") { try store.set(nil, forKey: key) }
        if let one = Self.count(value), let two = Self.count(known), two > one { return }
        if isReplacing || known == nil { try store.set(value, forKey: other) }
    }

    private static func count(_ value: Data?) -> UInt64? {
        value.flatMap { UInt64(String(decoding: $0, as: UTF8.self)) }
    }
}
