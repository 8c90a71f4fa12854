import Foundation
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Creates, changes and deletes the entities of a collection.
struct CollectionWriter {
    let model: ServiceModel
    let collection: ServiceCollection
    let seed: UInt64
    /// Whether an entity exists in the table of this collection or in another one.
    let exists: (_ entity: String, _ id: String, _ own: RecordTable) -> Bool
    /// The differences of the requests from the schema.
    private(set) var findings: [JSONFinding] = []

    private var conventions: Conventions { collection.conventions }
    private var form: EntityForm { EntityForm(model: model, collection: collection) }
    private var made: MadeMembers { MadeMembers(model: model, form: form, seed: seed) }

    init(
        _ model: ServiceModel,
        _ collection: ServiceCollection,
        seed: UInt64,
        exists: @escaping (_ entity: String, _ id: String, _ own: RecordTable) -> Bool
    ) {
        self.model = model
        self.collection = collection
        self.seed = seed
        self.exists = exists
    }

    /// Creates the entity or the entities of a request.
    mutating func create(
        _ id: String?,
        _ request: MockRequest,
        _ table: inout RecordTable
    ) throws(MockFailure) -> MockResponse {
        if let all = try form.sentList(request) { return try create(all, &table) }
        return try create(try form.sent(request, .create), id, request, &table)
    }

    private mutating func create(
        _ sent: [String: JSON],
        _ id: String?,
        _ request: MockRequest,
        _ table: inout RecordTable
    ) throws(MockFailure) -> MockResponse {
        let record = try insert(sent, at: id, request, &table)
        var response = form.response(201, record, for: .write)
        let location = conventions.form(of: .read).path(in: collection.path)
        let place = location.replacing("{id}", with: PercentEncoding.encode(record.id))
        if conventions.parameters[.read] == nil { response.set("Location", place) }
        return response
    }

    /// Creates many entities, or none if one of them is rejected.
    private mutating func create(
        _ all: [[String: JSON]],
        _ table: inout RecordTable
    ) throws(MockFailure) -> MockResponse {
        var copy = table
        var elements: [JSON] = []
        for (index, sent) in all.enumerated() {
            let record: Record
            do throws(MockFailure) {
                record = try insert(sent, at: nil, nil, &copy)
            } catch {
                throw error.prefixed(by: .index(index))
            }
            elements.append(form.written(record, for: .write))
        }
        table = copy
        let body = JSON.placed(.array(elements), at: conventions.envelope.list)
        return .json(201, body, as: conventions.media.accepted)
    }

    private mutating func insert(
        _ sent: [String: JSON],
        at path: String?,
        _ request: MockRequest?,
        _ table: inout RecordTable
    ) throws(MockFailure) -> Record {
        let identity = collection.entity.identity
        let sentID = path ?? sent[identity.key]?.identityText
        let isGiven = path != nil || collection.entity.identityOrigin != .server
        let own = isGiven ? sentID : nil
        try checkIdentity(path.map { .string($0) } ?? sent[identity.key], isGiven: isGiven)
        if isGiven, own == nil, collection.entity.identityOrigin == .client {
            let place = JSONKeyPath([.key(identity.key)])
            throw refusal([JSONFinding(path: place, problem: .missing)])
        }
        if let own, let old = table[own] {
            let isGuarded = request?.field("If-None-Match") == "*"
            throw MockFailure(
                status: isGuarded ? 412 : 409,
                message: "A \(collection.entity.head.name) '\(own)' already exists.",
                current: form.written(old, for: .reading)
            )
        }
        var members = sent
        members[identity.key] = nil
        try check(&members, for: .creation, table)
        for property in collection.entity.properties
        where property.presence == .optional && members[property.key]?.isNull == true {
            members.removeValue(forKey: property.key)
        }
        let number = table.records.count + 1
        let id = if let own { own } else { try freshID(number, table) }
        let json = model.value(of: id, as: identity.type, identity.wire)
        let made = made
        return table.insert(id) { version in
            made.created(members, json, number: number, version: version)
        }
    }

    /// Rejects an identity of the wrong type; ignores one that the service assigns.
    private mutating func checkIdentity(_ sent: JSON?, isGiven: Bool) throws(MockFailure) {
        guard let sent, !sent.isNull else { return }
        let identity = collection.entity.identity
        let path = JSONKeyPath([.key(identity.key)])
        guard isGiven else {
            findings.append(JSONFinding(path: path, problem: .readOnly))
            return
        }
        // In a path, it is text.
        let value =
            sent.string.map { model.value(of: $0, as: identity.type, identity.wire) } ?? sent
        let found = JSONCheck(model)
            .findings(in: value, as: identity.type, identity.wire, for: .creation, at: path)
        guard found.isEmpty else { throw refusal(found) }
    }

    /// An identity that was never used.
    private func freshID(_ number: Int, _ table: RecordTable) throws(MockFailure) -> String {
        let identity = collection.entity.identity
        if model.primitive(of: identity.type)?.isInteger == true {
            let (next, isTooLarge) = table.greatestNumber.addingReportingOverflow(1)
            // A small type may have free numbers only below the greatest one.
            var id = isTooLarge || !isIdentity(next) ? number : next
            while id > 0,
                !isIdentity(id) || table[String(id)] != nil || table.hasDeleted(String(id))
            { id -= 1 }
            guard id > 0 else {
                let name = collection.entity.head.name
                throw MockFailure(status: 507, message: "No identity of a \(name) is left.")
            }
            return "\(id)"
        }
        let samples = SampleMaker(model, seed: seed)
        let name = collection.entity.head.name
        for attempt in number... {
            let id = samples.value(of: identity.type, for: "id", .init(name, attempt))
            if let text = id.identityText, table[text] == nil, !table.hasDeleted(text) {
                return text
            }
        }
        return "\(number)"
    }

    /// Whether a number is in the range of the identity's type.
    private func isIdentity(_ number: Int) -> Bool {
        let identity = collection.entity.identity
        let id = model.value(of: String(number), as: identity.type, identity.wire)
        return JSONCheck(model).findings(in: id, as: identity.type, identity.wire, for: .response)
            .isEmpty
    }

    /// Changes or replaces an entity.
    mutating func write(
        _ request: MockRequest,
        _ operation: ServiceOperation,
        _ id: String,
        _ table: inout RecordTable
    ) throws(MockFailure) -> MockResponse {
        guard let old = table[id] else {
            // A create with its own path has the same body as a replacement.
            guard operation == .update, conventions.createsAtIdentity,
                collection.operations.contains(.create), request.field("If-Match") == nil
            else { throw collection.missing(id) }
            return try create(try form.sent(request, .create), id, request, &table)
        }
        try requireVersion(request, old)
        let isWhole = operation == .update && request.method == "PUT"
        var sent = try form.sent(request, operation, over: old.members)
        sent[collection.entity.identity.key] = nil
        if !isWhole, form.mergesObjects(of: request) {
            for (key, value) in sent where value.object != nil {
                sent[key] = (old.members[key] ?? .null).merging(value)
            }
        }
        if isWhole { keepImmutable(&sent, old) }
        try check(&sent, for: isWhole ? .replacement : .change, table)
        let made = made
        let properties = form.properties
        let changes = sent
        let record = table.change(id) { members, version in
            if isWhole {
                // Properties that only the service writes keep their values, as does what the
                // client omits.
                for property in properties
                where property.direction == .readWrite && changes[property.key] == nil
                    && property.key != collection.entity.identity.key
                {
                    members[property.key] = nil
                }
            }
            for (key, value) in changes {
                let property = properties.first { $0.key == key }
                if value.isNull, property?.presence == .optional {
                    members.removeValue(forKey: key)
                } else {
                    members[key] = value
                }
            }
            made.complete(&members)
            made.touch(&members, version: version)
        }
        return form.response(200, record ?? old, for: .write)
    }

    /// Preserves properties that are set only on creation.
    private mutating func keepImmutable(_ sent: inout [String: JSON], _ old: Record) {
        for property in collection.entity.properties where property.direction == .immutable {
            guard let value = old.members[property.key] else { continue }
            if let other = sent[property.key], other != value {
                let path = JSONKeyPath([.key(property.key)])
                findings.append(JSONFinding(path: path, problem: .immutable))
            }
            sent[property.key] = value
        }
    }

    /// Deletes an entity.
    func delete(
        _ request: MockRequest,
        _ id: String,
        _ table: inout RecordTable
    ) throws(MockFailure) -> MockResponse {
        try requireVersion(request, try table.record(id, of: collection))
        let made = made
        let deleted = table.delete(id) { members, version in
            made.touch(&members, version: version)
        }
        guard let record = deleted else { return MockResponse(404) }
        guard conventions.tombstone != nil, request.method == "DELETE" else {
            return request.method == "DELETE"
                ? MockResponse(204) : .json(200, [:], as: conventions.media.accepted)
        }
        return form.response(200, record, for: .write)
    }

    /// Rejects a write based on another version than the current one.
    private func requireVersion(_ request: MockRequest, _ record: Record) throws(MockFailure) {
        guard conventions.versions != .none else { return }
        let isNew = request.field("If-None-Match") == "*"
        let tag = form.entityTag(of: record)
        guard isNew || request.field("If-Match").map({ !$0.namesEntityTag(tag) }) ?? false else {
            return
        }
        throw MockFailure(
            status: 412,
            message:
                "The \(collection.entity.head.name) '\(record.id)' was changed in the meantime.",
            current: form.written(record, for: .reading)
        )
    }

    // MARK: - Checking

    /// Checks the received properties, and drops those that the service ignores.
    private mutating func check(
        _ members: inout [String: JSON],
        for purpose: JSONCheck.Purpose,
        _ table: RecordTable
    ) throws(MockFailure) {
        let properties = collection.entity.properties
        var found = JSONCheck(model).findings(in: members, of: properties, for: purpose)
        found += references(in: members, properties, table)
        findings += found
        let refused = found.filter(\.isRefused)
        guard refused.isEmpty else { throw refusal(refused) }
        for finding in found {
            guard case .key(let key)? = finding.path.components.first,
                finding.path.components.count == 1
            else { continue }
            if finding.problem == .unknown, collection.entity.traits.keepsUnknownKeys { continue }
            members[key] = nil
        }
        for property in properties where property.direction == .writeOnly {
            members[property.key] = nil
        }
    }

    private func refusal(_ findings: [JSONFinding]) -> MockFailure {
        let first = findings.first.map { "\($0.path): \($0.message)" } ?? ""
        let more = findings.count > 1 ? " (and \(findings.count - 1) more)" : ""
        return MockFailure(status: 422, message: first + more, findings: findings)
    }

    /// The invalid references among the properties themselves.
    private func references(
        in members: [String: JSON],
        _ properties: [CheckedProperty],
        _ table: RecordTable
    ) -> [JSONFinding] {
        properties.flatMap { property -> [JSONFinding] in
            guard case .identity(let entity, _) = property.type.leaf,
                let value = members[property.key]
            else { return [] }
            let ids = (value.array ?? [value]).compactMap { json -> String? in
                guard case .url = property.wire else { return json.identityText }
                return json.string.flatMap { ReferenceURL.identity(in: $0) }
            }
            return ids.filter { !exists(entity, $0, table) }.map { id in
                let path = JSONKeyPath([.key(property.key)])
                return JSONFinding(path: path, problem: .noSuchEntity(id))
            }
        }
    }
}

extension RecordTable {
    /// An entity with an identity.
    func record(_ id: String, of collection: ServiceCollection) throws(MockFailure) -> Record {
        guard let record = self[id] else { throw collection.missing(id) }
        return record
    }
}

extension ServiceCollection {
    /// The error for a missing entity.
    fileprivate func missing(_ id: String) -> MockFailure {
        MockFailure(status: 404, message: "No \(entity.head.name) has the identity '\(id)'.")
    }
}
