import Foundation

/// The metadata stored for a collection: cursors, identities, and the referrers of its records.
struct CollectionNotes {
    /// The prefixes of the keys, which are followed by the name of the collection.
    private static let kinds = [
        "changes/", "creating/", "exported/", "file/", "identity/", "left/", "new/", "referrers/",
        "replica/", "repogen.identity.", "shape/", "upload/",
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
        try moveReferrers(to: other)
    }

    /// Deletes all metadata, including the referrers of records in the collection.
    func remove() throws(StorageError) {
        for kind in Self.kinds {
            for key in try keys(kind, of: collection) { try store.set(nil, forKey: key) }
        }
        for key in try store.keys(withPrefix: "referrer/")
        where ReferrerName(slot: key)?.target == collection {
            try store.set(nil, forKey: key)
        }
        for key in try store.keys(withPrefix: "refers/")
        where ReferrerName(pair: key)?.target == collection {
            try store.set(nil, forKey: key)
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

    // MARK: - Referrers

    private func moveReferrers(to other: String) throws(StorageError) {
        for key in try store.keys(withPrefix: "referrer/") {
            guard var name = ReferrerName(slot: key), let value = try store.value(forKey: key),
                var source = try? [String](jsonData: value), source.count == 2
            else { continue }
            guard name.target == collection || source[0] == collection else { continue }
            if name.target == collection { name.target = other }
            if source[0] == collection { source[0] = other }
            try store.set(nil, forKey: key)
            try store.set(try? source.jsonData(), forKey: name.text)
        }
        for key in try store.keys(withPrefix: "refers/") {
            guard var name = ReferrerName(pair: key),
                name.target == collection || name.source == collection
            else { continue }
            if name.target == collection { name.target = other }
            if name.source == collection { name.source = other }
            let value = try store.value(forKey: key)
            try store.set(nil, forKey: key)
            try store.set(value, forKey: name.text)
        }
    }
}

/// The components of a key of ``Referrers``.
private struct ReferrerName {
    /// The part before the target collection.
    private let head: String
    /// The collection that is referred to.
    var target: String
    /// The part between the two collections.
    private let middle: String
    /// The referring collection; nil if the key does not contain it.
    var source: String?
    private let end: String

    /// Parses `referrer/PLACE/TARGET/ID`.
    init?(slot key: String) {
        var rest = key.utf8.dropFirst("referrer/".utf8.count)
        guard let place = rest.takeName(), let target = rest.takeName() else { return nil }
        head = "referrer/\(place)/"
        self.target = target
        middle = "/" + String(decoding: rest, as: UTF8.self)
        (source, end) = (nil, "")
    }

    /// Parses `refers/TARGET/LENGTH/ID/SOURCE/ID`.
    init?(pair key: String) {
        var rest = key.utf8.dropFirst("refers/".utf8.count)
        guard let target = rest.takeName(), let length = rest.takeName(), let count = Int(length),
            count >= 0, count < rest.count
        else { return nil }
        let id = String(decoding: rest.prefix(count), as: UTF8.self)
        rest = rest.dropFirst(count + 1)
        guard let source = rest.takeName() else { return nil }
        (head, self.target, self.source) = ("refers/", target, source)
        middle = "/\(length)/\(id)/"
        end = "/" + String(decoding: rest, as: UTF8.self)
    }

    var text: String { head + target + middle + (source ?? "") + end }
}

extension Substring.UTF8View {
    /// Removes and returns everything up to the next slash, and removes the slash; nil if there is
    /// none.
    fileprivate mutating func takeName() -> String? {
        guard let slash = firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let name = String(decoding: self[..<slash], as: UTF8.self)
        self = self[index(after: slash)...]
        return name
    }
}
