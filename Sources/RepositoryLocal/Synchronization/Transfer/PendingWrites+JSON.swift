package import Foundation

// OfflineFirst.md documents the format; a change of it requires a new version.
extension PendingWrites {
    private static let format = "repogen-pending-writes"
    private static let version = 1

    /// Returns the encoded data.
    func data() throws(StorageError) -> Data {
        var members: [String: JSON] = [
            "format": .string(Self.format),
            "version": .number(JSON.Number(Self.version)),
            "records": .array(records.map(\.transferred)),
            "writes": .array(try transferredWrites()),
            "identities": .array(
                identities.sorted { $0.key < $1.key }.map { key, identity in
                    .object([
                        "collection": .string(key.collection), "id": .string(key.id),
                        "identity": identity,
                    ])
                }
            ),
            "forms": .object(forms.mapValues { .string(String(decoding: $0, as: UTF8.self)) }),
        ]
        members["checksum"] = .string(try Self.checksum(members))
        return try DocumentMembers.write(members)
    }

    private func transferredWrites() throws(StorageError) -> [JSON] {
        var transferred: [JSON] = []
        for write in writes {
            var members = write.entry.transferred
            if write.history != WriteHistory() {
                members["history"] = .string(
                    String(
                        decoding: try DocumentMembers.write(write.history.members),
                        as: UTF8.self
                    )
                )
            }
            transferred.append(.object(members))
        }
        return transferred
    }

    /// Decodes the data; throws `.invalid` for anything else, and for a newer version of it.
    package init(_ data: Data) throws(StorageError) {
        guard var members = try? [String: JSON](jsonData: data),
            members["format"]?.string == Self.format, let version = members["version"]?.int
        else { throw .noPendingWrites }
        guard version <= Self.version else {
            throw StorageError(
                .invalid,
                message: "The pending writes were exported by a newer version of Repogen."
            )
        }
        let checksum = members.removeValue(forKey: "checksum")?.string
        guard checksum == (try Self.checksum(members)) else { throw .noPendingWrites }
        for json in try members.elements("records") {
            records.append(try StoredRecord(transferred: json))
        }
        for json in try members.elements("writes") {
            writes.append(
                Write(
                    entry: try OutboxEntry(transferred: json),
                    history: try json.jsonText("history").flatMap(\.object)
                        .map(WriteHistory.init(members:)) ?? WriteHistory()
                )
            )
        }
        guard Set(writes.map(\.entry.id)).count == writes.count else { throw .noPendingWrites }
        for json in try members.elements("identities") {
            identities[try RecordKey(transferred: json)] = json["identity"] ?? .null
        }
        for (collection, form) in members["forms"]?.object ?? [:] {
            forms[collection] = try form.transferredText()
        }
    }

    /// Returns a checksum of the content that detects damage: FNV-1a, 64 bits.
    static func checksum(_ members: [String: JSON]) throws(StorageError) -> String {
        // Keys are sorted and values are in canonical form, regardless of the formatting of the
        // file.
        let hash = try DocumentMembers.write(members).reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}

extension StorageError {
    /// The error for data that is not an export of pending writes, or damaged.
    fileprivate static var noPendingWrites: StorageError {
        StorageError(
            .invalid,
            message: "The data is not an export of pending writes, or it is damaged."
        )
    }
}

// MARK: - Parts

extension StoredRecord {
    fileprivate var transferred: JSON {
        var members = key.transferred
        members["document"] = .string(String(decoding: document, as: UTF8.self))
        members["base"] = base.map { .string(String(decoding: $0, as: UTF8.self)) }
        members["entityTag"] = entityTag.map(JSON.string)
        members["state"] = .string(state.rawValue)
        members["confirmedAt"] = confirmedAt.map(JSON.seconds)
        return .object(members)
    }

    fileprivate init(transferred json: JSON) throws(StorageError) {
        guard let document = try json["document"]?.transferredDocument(),
            let state = json["state"]?.string.flatMap(SyncState.init)
        else { throw .noPendingWrites }
        self.init(
            key: try RecordKey(transferred: json),
            document: document,
            base: try json["base"]?.transferredDocument(),
            entityTag: json["entityTag"]?.string,
            state: state,
            confirmedAt: json["confirmedAt"]?.date
        )
    }
}

extension OutboxEntry {
    fileprivate var transferred: [String: JSON] {
        var members = key.transferred
        members["write"] = .string(id.uuidString)
        members["operation"] = .string(operation.rawValue)
        members["state"] = .string(state.rawValue)
        members["attempts"] = .number(JSON.Number(attempts))
        members["idempotencyKey"] = .string(idempotencyKey)
        members["baseTag"] = baseTag.map(JSON.string)
        members["changed"] = changed.map { .string($0.description) }
        members["notBefore"] = notBefore.map(JSON.seconds)
        members["failure"] = failure?.json
        return members
    }

    fileprivate init(transferred json: JSON) throws(StorageError) {
        guard let id = json["write"]?.string.flatMap(UUID.init(uuidString:)),
            let operation = json["operation"]?.string.flatMap(Operation.init),
            let state = json["state"]?.string.flatMap(State.init),
            let attempts = json["attempts"]?.int, let key = json["idempotencyKey"]?.string
        else { throw .noPendingWrites }
        self.init(
            id: id,
            key: try RecordKey(transferred: json),
            operation: operation,
            baseTag: json["baseTag"]?.string,
            changed: try json.jsonText("changed"),
            idempotencyKey: key,
            state: state,
            // Limit the value, which only needs to tell that there were many attempts.
            attempts: min(max(0, attempts), 1000),
            notBefore: json["notBefore"]?.date
        )
        guard changed.map({ $0.object != nil }) ?? true else { throw .noPendingWrites }
        guard let failure = json["failure"] else { return }
        guard let failure = OutboxFailure(failure) else { throw .noPendingWrites }
        self.failure = failure
    }
}

extension RecordKey {
    fileprivate var transferred: [String: JSON] {
        ["collection": .string(collection), "id": .string(id)]
    }

    fileprivate init(transferred json: JSON) throws(StorageError) {
        guard let collection = json["collection"]?.string, let id = json["id"]?.string else {
            throw .noPendingWrites
        }
        self.init(collection: collection, id: id)
    }
}

extension JSON {
    /// Returns JSON stored as a string, so that nesting does not add to its depth.
    fileprivate func jsonText(_ key: String) throws(StorageError) -> JSON? {
        guard let json = self[key] else { return nil }
        guard let text = json.string, let content = try? JSON(jsonText: text) else {
            throw .noPendingWrites
        }
        return content
    }

    /// Returns a JSON object as a string.
    fileprivate func transferredDocument() throws(StorageError) -> Data {
        let data = try transferredText()
        guard (try? [String: JSON](jsonData: data)) != nil else { throw .noPendingWrites }
        return data
    }

    fileprivate func transferredText() throws(StorageError) -> Data {
        guard let string else { throw .noPendingWrites }
        return Data(string.utf8)
    }
}

extension [String: JSON] {
    fileprivate func elements(_ key: String) throws(StorageError) -> [JSON] {
        guard let elements = self[key]?.array else { throw .noPendingWrites }
        return elements
    }
}
