#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A change of a file of an entity that is to be sent to the server, or that the server has rejected.
public struct PendingFile: Hashable, Sendable, Identifiable {
    /// What tells this change from later ones of the same file.
    public let id: String
    /// The entity.
    public private(set) var key: RecordKey
    /// The key of the property in JSON.
    public private(set) var property: String
    /// The path of the bytes, behind that of the entity.
    public private(set) var path: String
    /// The media type of the bytes.
    public let mediaType: String
    /// The name of the file beside the store; nil if the file is deleted on the server.
    let name: String?
    /// When the change was made.
    public let date: Date
    /// How many times it was sent.
    public internal(set) var attempts = 0
    /// When it is sent again at the earliest; nil for at once.
    public internal(set) var notBefore: Date?
    /// Whether the server has asked to wait, which also holds for a run by hand.
    var isAsked = false
    /// Why it was not sent the last time; nil if it was not tried.
    public internal(set) var failure: OutboxFailure?
    /// Whether the server has rejected it: it is not sent again by itself.
    public internal(set) var isRejected = false

    /// Makes a change that was not sent yet.
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

extension PendingFile {
    private static let kind = "upload"

    /// The change of a file; nil if there is none.
    init?(
        of key: RecordKey,
        _ property: String,
        in store: any StorageReader
    ) throws(StorageError) {
        let name = FileNote.name(Self.kind, key, property)
        guard let data = try store.value(forKey: name),
            let members = try? [String: JSON](jsonData: data)
        else { return nil }
        self.init(key.collection, members)
    }

    /// The changes of the files of a collection, in the order in which they were made.
    package static func all(
        of collection: String,
        in store: any StorageReader
    ) throws(StorageError) -> [PendingFile] {
        try FileNote.all(kind, of: collection, in: store).compactMap {
            PendingFile(collection, $0)
        }
        .sorted { ($0.date, $0.id) < ($1.date, $1.id) }
    }

    private init?(_ collection: String, _ members: [String: JSON]) {
        guard let id = members["token"]?.string, let record = members["id"]?.string,
            let property = members["property"]?.string, let path = members["path"]?.string,
            let mediaType = members["media"]?.string, let date = members["date"]?.double
        else { return nil }
        self.id = id
        key = RecordKey(collection: collection, id: record)
        (self.property, self.path, self.mediaType) = (property, path, mediaType)
        name = members["name"]?.string
        self.date = Date(timeIntervalSinceReferenceDate: date)
        attempts = members["attempts"]?.int ?? 0
        notBefore = members["notBefore"]?.double.map(Date.init(timeIntervalSinceReferenceDate:))
        isAsked = members["asked"]?.bool ?? false
        isRejected = members["rejected"]?.bool ?? false
        guard let failure = members["failure"]?.object, let message = failure["message"]?.string
        else {
            return
        }
        self.failure = OutboxFailure(
            status: failure["status"]?.int,
            body: failure["body"]?.string.map { Data($0.utf8) },
            message: message,
            date: Date(timeIntervalSinceReferenceDate: failure["date"]?.double ?? date)
        )
    }

    /// Stores the change in the place of an earlier one of the same file.
    package func put(in store: any StorageWriter) throws(StorageError) {
        var members: [String: JSON] = [
            "token": .string(id), "id": .string(key.id), "property": .string(property),
            "path": .string(path), "media": .string(mediaType), "date": .seconds(date),
        ]
        members["name"] = name.map(JSON.string)
        if attempts > 0 { members["attempts"] = .integer(attempts) }
        members["notBefore"] = notBefore.map(JSON.seconds)
        if isAsked { members["asked"] = true }
        if isRejected { members["rejected"] = true }
        if let failure {
            var noted: [String: JSON] = [
                "message": .string(failure.message), "date": .seconds(failure.date),
            ]
            noted["status"] = failure.status.map { .integer($0) }
            noted["body"] = failure.body.flatMap { String(bytes: $0, encoding: .utf8) }.map(
                JSON.string
            )
            members["failure"] = .object(noted)
        }
        try store.set(try? members.jsonData(), forKey: FileNote.name(Self.kind, key, property))
    }

    /// Forgets the change, if it is still the last one of its file.
    ///
    /// - Returns: Whether it was.
    func end(in store: any StorageWriter) throws(StorageError) -> Bool {
        guard try isCurrent(in: store) else { return false }
        try store.set(nil, forKey: FileNote.name(Self.kind, key, property))
        return true
    }

    /// Whether no later change of the same file was made.
    func isCurrent(in store: any StorageReader) throws(StorageError) -> Bool {
        try PendingFile(of: key, property, in: store)?.id == id
    }

    /// The same change of an entity with another identity, or of a property with another name.
    func of(_ key: RecordKey, as property: String? = nil) -> PendingFile {
        var file = self
        file.key = key
        if let property {
            if path == self.property { file.path = property }
            file.property = property
        }
        return file
    }
}

/// The bytes of a file as the server has them, kept beside the store.
struct KeptFile: Hashable, Sendable {
    private static let kind = "file"

    let key: RecordKey
    let property: String
    /// The name of the file beside the store.
    let name: String
    /// What the entity said of the file when the bytes were that file; null if that is not known.
    let version: JSON

    init(key: RecordKey, property: String, name: String, version: JSON) {
        (self.key, self.property, self.name, self.version) = (key, property, name, version)
    }

    /// The bytes of a file; nil if they are not kept.
    init?(
        of key: RecordKey,
        _ property: String,
        in store: any StorageReader
    ) throws(StorageError) {
        guard let data = try store.value(forKey: FileNote.name(Self.kind, key, property)),
            let members = try? [String: JSON](jsonData: data)
        else { return nil }
        self.init(key.collection, members)
    }

    /// The bytes of all files of a collection that are kept.
    static func all(
        of collection: String,
        in store: any StorageReader
    ) throws(StorageError) -> [KeptFile] {
        try FileNote.all(kind, of: collection, in: store).compactMap {
            KeptFile(collection, $0)
        }
    }

    private init?(_ collection: String, _ members: [String: JSON]) {
        guard let id = members["id"]?.string, let property = members["property"]?.string,
            let name = members["name"]?.string
        else { return nil }
        key = RecordKey(collection: collection, id: id)
        (self.property, self.name, version) = (property, name, members["version"] ?? .null)
    }

    /// Stores that the bytes are kept.
    func put(in store: any StorageWriter) throws(StorageError) {
        let members: [String: JSON] = [
            "id": .string(key.id), "property": .string(property), "name": .string(name),
            "version": version,
        ]
        try store.set(try? members.jsonData(), forKey: FileNote.name(Self.kind, key, property))
    }

    /// Forgets that the bytes are kept.
    func forget(in store: any StorageWriter) throws(StorageError) {
        try store.set(nil, forKey: FileNote.name(Self.kind, key, property))
    }
}

/// Where a store notes what it knows of files.
private enum FileNote {
    static func name(_ kind: String, _ key: RecordKey, _ property: String) -> String {
        // A key may contain anything; its length tells where it ends.
        "\(kind)/\(key.collection)/\(property.utf8.count)/\(property)/\(key.id)"
    }

    static func all(
        _ kind: String,
        of collection: String,
        in store: any StorageReader
    ) throws(StorageError) -> [[String: JSON]] {
        var found: [[String: JSON]] = []
        for name in try store.keys(withPrefix: "\(kind)/\(collection)/") {
            guard let data = try store.value(forKey: name),
                let members = try? [String: JSON](jsonData: data)
            else { continue }
            found.append(members)
        }
        return found
    }
}

extension JSON {
    fileprivate static func seconds(_ date: Date) -> JSON {
        JSON.Number(date.timeIntervalSinceReferenceDate).map(JSON.number) ?? .null
    }

    fileprivate static func integer(_ value: Int) -> JSON {
        JSON.number(JSON.Number(value))
    }
}
