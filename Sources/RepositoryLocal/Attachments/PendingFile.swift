public import Foundation

/// A change of an entity's file that is to be sent to the server, or that the server has rejected.
public struct PendingFile: Hashable, Sendable, Identifiable {
    /// The identity of this change, which later changes of the same file do not share.
    public let id: String
    /// The entity.
    public private(set) var key: RecordKey
    /// The key of the property in JSON.
    public private(set) var property: String
    /// The path of the file, relative to the entity.
    public private(set) var path: String
    /// The media type of the bytes.
    public let mediaType: String
    /// The name of the file next to the store; nil if the file is deleted on the server.
    let name: String?
    /// When the change was made.
    public let date: Date
    /// The number of attempts to send it.
    public internal(set) var attempts = 0
    /// The earliest time to send it again; nil for immediately.
    public internal(set) var notBefore: Date?
    /// Whether the server has requested the delay, which also applies to explicit runs.
    var isAsked = false
    /// The error of the last attempt; nil if there was none.
    public internal(set) var failure: OutboxFailure?
    /// Whether the server has rejected it, so that it is not sent again automatically.
    public internal(set) var isRejected = false

    /// Creates a change that was not sent yet.
    package init(
        id: String,
        key: RecordKey,
        property: String,
        path: String,
        mediaType: String,
        name: String?,
        date: Date
    ) {
        (self.id, self.key, self.property) = (id, key, property)
        (self.path, self.mediaType, self.name, self.date) = (path, mediaType, name, date)
    }

    /// Whether the file is deleted.
    public var isDeletion: Bool { name == nil }
}

extension PendingFile: FileNote {
    package static let kind = "upload"

    /// Returns the changes of the files of some collections, in the order in which they were made.
    package static func all(
        of collections: [String],
        in store: any StorageReader
    ) throws(StorageError) -> [PendingFile] {
        var files: [PendingFile] = []
        for name in collections { files += try notes(of: name, in: store) }
        return files.sorted { ($0.date, $0.id) < ($1.date, $1.id) }
    }

    package init?(_ collection: String, _ members: [String: JSON]) {
        guard let id = members["token"]?.string, let record = members["id"]?.string,
            let property = members["property"]?.string, let path = members["path"]?.string,
            let mediaType = members["media"]?.string, let date = members["date"]?.date
        else { return nil }
        self.id = id
        key = RecordKey(collection: collection, id: record)
        (self.property, self.path, self.mediaType) = (property, path, mediaType)
        name = members["name"]?.string
        self.date = date
        attempts = members["attempts"]?.int ?? 0
        notBefore = members["notBefore"]?.date
        isAsked = members["asked"]?.bool ?? false
        isRejected = members["rejected"]?.bool ?? false
        failure = members["failure"].flatMap(OutboxFailure.init)
    }

    package var members: [String: JSON] {
        var members: [String: JSON] = [
            "token": .string(id), "id": .string(key.id), "property": .string(property),
            "path": .string(path), "media": .string(mediaType), "date": .seconds(date),
        ]
        members["name"] = name.map(JSON.string)
        if attempts > 0 { members["attempts"] = .number(JSON.Number(attempts)) }
        members["notBefore"] = notBefore.map(JSON.seconds)
        if isAsked { members["asked"] = true }
        if isRejected { members["rejected"] = true }
        members["failure"] = failure?.json
        return members
    }

    /// Deletes the change, if it is still the last one of its file.
    ///
    /// - Returns: Whether it was.
    func end(in store: any StorageWriter) throws(StorageError) -> Bool {
        guard try isCurrent(in: store) else { return false }
        try forget(in: store)
        return true
    }

    /// Whether there is no later change of the same file.
    func isCurrent(in store: any StorageReader) throws(StorageError) -> Bool {
        try PendingFile(of: key, property, in: store)?.id == id
    }

    package func of(_ key: RecordKey, as property: String? = nil) -> PendingFile {
        var file = self
        file.key = key
        if let property {
            if path == self.property { file.path = property }
            file.property = property
        }
        return file
    }

    package func replaces(_ other: PendingFile) -> Bool { other.date < date }
}

/// The server's contents of a file, stored next to the store.
struct KeptFile: Hashable, Sendable, FileNote {
    static let kind = "file"

    let key: RecordKey
    let property: String
    /// The name of the file next to the store.
    let name: String
    /// The entity's property value for this version of the contents; null if unknown.
    let version: JSON

    init(key: RecordKey, property: String, name: String, version: JSON) {
        (self.key, self.property, self.name, self.version) = (key, property, name, version)
    }

    init?(_ collection: String, _ members: [String: JSON]) {
        guard let id = members["id"]?.string, let property = members["property"]?.string,
            let name = members["name"]?.string
        else { return nil }
        key = RecordKey(collection: collection, id: id)
        (self.property, self.name, version) = (property, name, members["version"] ?? .null)
    }

    var members: [String: JSON] {
        [
            "id": .string(key.id), "property": .string(property), "name": .string(name),
            "version": version,
        ]
    }

    func of(_ key: RecordKey, as property: String? = nil) -> KeptFile {
        KeptFile(key: key, property: property ?? self.property, name: name, version: version)
    }

    func replaces(_ other: KeptFile) -> Bool { true }
}

/// The metadata of a file in a store: at most one of a kind for each file.
package protocol FileNote {
    /// The first part of the names of the stored values.
    static var kind: String { get }
    var key: RecordKey { get }
    /// The key of the property in JSON.
    var property: String { get }
    /// The stored value.
    var members: [String: JSON] { get }
    /// Reads a stored value; nil if it has another form.
    init?(_ collection: String, _ members: [String: JSON])

    /// Returns the note for another identity of the entity, or another name of the property.
    func of(_ key: RecordKey, as property: String?) -> Self
    /// Whether the note is kept if there is another one of the same file.
    func replaces(_ other: Self) -> Bool
}

extension FileNote {
    /// Moves the note to another entity, and possibly another property.
    func move(
        to key: RecordKey,
        as property: String? = nil,
        in store: any StorageWriter
    ) throws(StorageError) {
        try forget(in: store)
        let known = try Self(of: key, property ?? self.property, in: store)
        if known.map(replaces) ?? true { try of(key, as: property).put(in: store) }
    }

    /// Reads the note of a file; nil if there is none.
    package init?(
        of key: RecordKey,
        _ property: String,
        in store: any StorageReader
    ) throws(StorageError) {
        guard let members = try store.note(forKey: Self.name(key, property)) else { return nil }
        self.init(key.collection, members)
    }

    /// Returns the notes of all files of a collection.
    package static func notes(
        of collection: String,
        in store: any StorageReader
    ) throws(StorageError) -> [Self] {
        var found: [Self] = []
        for name in try store.keys(withPrefix: "\(kind)/\(collection)/") {
            guard let members = try store.note(forKey: name) else { continue }
            if let note = Self(collection, members) { found.append(note) }
        }
        return found
    }

    /// Stores the note, replacing an earlier one of the same file.
    package func put(in store: any StorageWriter) throws(StorageError) {
        try store.set(note: members, forKey: Self.name(key, property))
        try store.touch(key)
    }

    /// Deletes the note.
    package func forget(in store: any StorageWriter) throws(StorageError) {
        try store.set(nil, forKey: Self.name(key, property))
        try store.touch(key)
    }

    private static func name(_ key: RecordKey, _ property: String) -> String {
        // A key may contain any character, so its length is included.
        "\(kind)/\(key.collection)/\(property.utf8.count)/\(property)/\(key.id)"
    }
}

extension StorageWriter {
    /// Stores a record unchanged, so that what depends on its files is observed.
    fileprivate func touch(_ key: RecordKey) throws(StorageError) {
        if let record = try record(key) { try put(record) }
    }
}
