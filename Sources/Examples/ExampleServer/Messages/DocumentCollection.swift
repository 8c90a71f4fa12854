import Foundation

/// A document of the service, with its version.
struct Document {
    /// The properties, including the identity.
    fileprivate(set) var members: [String: Any]
    fileprivate var version = 1
    /// The collection's change count at the last write.
    fileprivate(set) var changedAt = 0

    init(members: [String: Any]) {
        self.members = members
    }

    /// The identity.
    var id: String { members["_id"] as? String ?? "" }

    /// The entity tag of the version.
    var tag: String { "\"\(version)\"" }

    /// Replaces the properties, or changes some; the identity is kept.
    mutating func change(to sent: [String: Any], isPatch: Bool, keeping files: Set<String>) {
        var changed = isPatch ? members : members.filter { files.contains($0.key) }
        changed.merge(sent) { _, new in new }
        changed = changed.filter { !($0.value is NSNull) }
        changed["_id"] = members["_id"]
        members = changed
        version += 1
    }
}

extension Document {
    /// Sets the URL of a file, or null.
    mutating func setFile(_ address: String?, under key: String) {
        members[key] = address
        version += 1
    }
}

/// The documents of one kind.
struct DocumentCollection {
    /// The name, and the path.
    let name: String
    /// The prefix of identities.
    let prefix: String
    /// The keys of a document.
    let known: Set<String>
    /// The key that requires a non-empty string.
    let required: String
    /// The collections that keys refer to.
    var references: [String: String] = [:]
    /// The keys that represent files, which only the service writes.
    var files: Set<String> = []

    /// Whether the identity of the last document is reused after its deletion.
    var reusesIdentities = false
    /// Whether clients may assign identities.
    var takesIdentities = false

    /// The documents by their identities.
    private(set) var documents: [String: Document] = [:]
    /// The number of writes.
    private(set) var changeCount = 0
    /// The change counts of deletions, by identity.
    private(set) var deletions: [String: Int] = [:]
    /// The identities in order of creation.
    private(set) var order: [String] = []
    /// All documents as they were created, including deleted ones.
    private(set) var creations: [[String: Any]] = []

    /// The noun for a document.
    var noun: String { String(name.dropLast()) }

    /// Adds a document, with the client's identity if clients may assign one.
    mutating func insert(_ sent: [String: Any]) -> Document {
        let greatest = documents.keys.compactMap { Int($0.dropFirst(prefix.count)) }.max() ?? 0
        let number = (reusesIdentities ? greatest : creations.count) + 1
        let id = takesIdentities ? sent["_id"] as? String : nil
        var members = sent.filter { !($0.value is NSNull) }
        members["_id"] = id ?? "\(prefix)\(number)"
        let document = put(Document(members: members))
        order.append(document.id)
        creations.append(members)
        return document
    }

    /// Stores the current state of a document.
    @discardableResult
    mutating func put(_ document: Document) -> Document {
        var document = document
        changeCount += 1
        document.changedAt = changeCount
        documents[document.id] = document
        deletions[document.id] = nil
        return document
    }

    /// Removes a document.
    mutating func remove(_ id: String) {
        changeCount += 1
        documents[id] = nil
        deletions[id] = changeCount
        order.removeAll { $0 == id }
    }

    /// Returns the documents that match a query; with `since`, those written since, and the
    /// identities of those deleted.
    func selection(_ parameters: [String: String]) -> [[String: Any]] {
        let since = parameters["since"].flatMap { Int($0) }
        var found = order.compactMap { documents[$0] }.filter { $0.changedAt > since ?? 0 }
            .map(\.members)
        if let since {
            let deleted = deletions.filter { $0.value > since }.keys.sorted()
            found += deleted.map { ["_id": $0, "deleted": true] }
        }
        for (key, value) in parameters where known.contains(key) {
            found.removeAll { $0[key].map { "\($0)" } != value }
        }
        if let sort = parameters["sort"] {
            let key = sort.hasPrefix("-") ? String(sort.dropFirst()) : sort
            found.sort { "\($0[key] ?? "")" < "\($1[key] ?? "")" }
            if sort.hasPrefix("-") {
                found.reverse()
            }
        }
        let offset = parameters["offset"].flatMap { Int($0) } ?? 0
        let limit = parameters["limit"].flatMap { Int($0) } ?? found.count
        return Array(found.dropFirst(max(0, offset)).prefix(max(0, limit)))
    }

    /// Returns the validation errors of a body, by key.
    func errors(in sent: [String: Any], isWhole: Bool) -> [String: [String]] {
        var errors: [String: [String]] = [:]
        for key in sent.keys where !known.contains(key) {
            errors[key] = ["is not known"]
        }
        if sent["_id"] != nil, !takesIdentities {
            errors["_id"] = ["is assigned by the server"]
        }
        if isWhole || sent[required] != nil {
            if (sent[required] as? String ?? "").isEmpty {
                errors[required] = ["must not be empty"]
            }
        }
        return errors
    }
}
