import Foundation
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Converts the entities of a collection from requests and to responses.
struct EntityForm {
    /// The kind of request that a response is for.
    enum Occasion {
        case listing, reading, write
    }

    private static let formMedia = "application/x-www-form-urlencoded"

    let model: ServiceModel
    let collection: ServiceCollection

    /// Whether an object inside a change is merged with the existing one.
    func mergesObjects(of request: MockRequest) -> Bool {
        request.mediaType == "application/merge-patch+json"
            || conventions.media.sent == Self.formMedia
    }

    private var conventions: Conventions { collection.conventions }
    private var identity: CheckedProperty { collection.entity.identity }

    /// The identity and the other properties.
    var properties: [CheckedProperty] { [identity] + collection.entity.properties }

    // MARK: - What a client sends

    /// The properties in a request, without envelopes.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - operation: The operation.
    ///   - old: The properties of the entity, for a patch.
    /// - Returns: The properties; for a JSON Patch, the result.
    /// - Throws: `MockFailure` if the body is invalid.
    func sent(
        _ request: MockRequest,
        _ operation: ServiceOperation,
        over old: [String: JSON] = [:]
    ) throws(MockFailure) -> [String: JSON] {
        let json = try whole(request)
        if operation == .patch, conventions.patches == .jsonPatch, let steps = json.array {
            return try patched(old, steps)
        }
        guard let part = json.value(at: path(of: operation)) else {
            let place = path(of: operation).description
            throw MockFailure(
                status: 400,
                message: "The body has no entity at '\(place)'."
            )
        }
        guard let members = members(of: part) else {
            throw MockFailure(status: 400, message: "The body is not a JSON object.")
        }
        guard operation == .create, conventions.media.sent == Self.formMedia else { return members }
        return completed(members, collection.entity.properties)
    }

    /// The properties of each entity in a request; nil for a request with one entity.
    func sentList(_ request: MockRequest) throws(MockFailure) -> [[String: JSON]]? {
        guard collection.operations.contains(.createAll),
            let elements = try whole(request).value(at: path(of: .createAll))?.array
        else { return nil }
        return elements.map { members(of: $0) ?? [:] }
    }

    /// Adds the required properties that a form with a new entity leaves out if they are empty.
    private func completed(
        _ members: [String: JSON],
        _ properties: [CheckedProperty],
        depth: Int = 0
    ) -> [String: JSON] {
        var members = members
        for property in properties
        where property.presence == .required && property.defaultValue == nil
            && property.direction != .readOnly && depth < 8
        {
            switch property.type {
            case .primitive(.string): members[property.key] = members[property.key] ?? ""
            case .array: members[property.key] = members[property.key] ?? []
            case .dictionary: members[property.key] = members[property.key] ?? [:]
            case .value(let name):
                let inner = members[property.key]?.object ?? [:]
                let whole = completed(inner, model.properties(of: name), depth: depth + 1)
                members[property.key] = .object(whole)
            case .union(let name):
                guard let union = model.union(name), let key = union.discriminator,
                    let inner = members[property.key]?.object,
                    case .value(let name) = union.taggedCase(inner[key]?.string)?.type
                else { continue }
                let whole = completed(inner, model.properties(of: name), depth: depth + 1)
                members[property.key] = .object(whole)
            default: break
            }
        }
        return members
    }

    private func path(of operation: ServiceOperation) -> JSONKeyPath {
        conventions.envelope.exceptions[operation] ?? conventions.envelope.sent
    }

    private func members(of json: JSON) -> [String: JSON]? {
        let json = conventions.resource?.members(of: json, identityKey: identity.key) ?? json
        return json.object
    }

    private func whole(_ request: MockRequest) throws(MockFailure) -> JSON {
        // Some clients, curl among them, send JSON labeled as a form: the declared media type
        // decides.
        if conventions.media.sent == Self.formMedia {
            let text = String(decoding: request.body, as: UTF8.self)
            return .object(try FormReading(model: model).members(text, of: properties))
        }
        do {
            return try JSON(jsonData: request.body)
        } catch {
            throw MockFailure(status: 400, message: "The body is not JSON: \(error).")
        }
    }

    /// The changes that a JSON Patch makes to the properties; null for removed ones.
    private func patched(
        _ old: [String: JSON],
        _ operations: [JSON]
    ) throws(MockFailure) -> [String: JSON] {
        let document = JSON.placed(.object(old), at: path(of: .patch))
        let patched = try JSONPatch(operations).applied(to: document)
        guard let new = patched.value(at: path(of: .patch))?.object else {
            throw MockFailure(status: 422, message: "The result of the patch is not an object.")
        }
        var changes = new.filter { old[$0.key] != $0.value }
        for key in old.keys where new[key] == nil { changes[key] = .some(.null) }
        return changes
    }

    // MARK: - What the service answers

    /// An entity in the format of the service.
    func written(_ record: Record, for occasion: Occasion) -> JSON {
        var members = record.members
        if record.isDeleted, let tombstone = conventions.tombstone {
            let cursor = cursorKey.flatMap { members[$0] }
            members = [identity.key: members[identity.key] ?? .null]
            if let cursorKey, let cursor { members[cursorKey] = cursor }
            mark(&members, with: tombstone)
            setVersion(&members, record.version)
        }
        for property in collection.entity.properties {
            let isLeftOut =
                occasion == .listing && !property.isListed
                || occasion == .write && !property.isReturned
            if isLeftOut { members[property.key] = nil }
        }
        let id = record.id
        return conventions.resource?.resource(members, identityKey: identity.key, id: id)
            ?? .object(members)
    }

    /// The key of the property by which clients request changes; nil if there is none.
    var cursorKey: String? {
        guard case .member(let path)? = conventions.changes?.cursor,
            case .key(let key)? = path.components.first
        else { return nil }
        return key
    }

    /// Removes the mark of a deleted entity, which a generated value may be by chance.
    func removeMark(_ members: inout [String: JSON]) {
        model.removeMark(conventions.tombstone, from: &members, of: collection.entity)
    }

    private func mark(_ members: inout [String: JSON], with tombstone: Conventions.Tombstone) {
        var whole = JSON.object(members)
        whole.place(tombstone.value ?? .bool(true), at: tombstone.member)
        members = whole.object ?? members
    }

    /// Sets the version property, if the service has one.
    func setVersion(_ members: inout [String: JSON], _ version: Int) {
        guard case .member(let path, _) = conventions.versions else { return }
        let property = model.property(at: path, of: collection.entity)
        var whole = JSON.object(members)
        whole.place(property.map { mark(version, $0) } ?? .string(Self.tag(version)), at: path)
        members = whole.object ?? members
    }

    /// A version as a value of the property that has it.
    private func mark(_ version: Int, _ property: CheckedProperty) -> JSON {
        let number = JSON.number(.init(version))
        if let formats = model.dateFormats(of: property) {
            let date = Date(timeIntervalSince1970: Double(version) / 1_000)
            return SampleMaker.written(date, as: formats[0])
        }
        switch model.primitive(of: property.type.leaf) {
        case .uuid:
            let digits = String(version, radix: 16, uppercase: true).suffix(12)
            let zeros = String(repeating: "0", count: 12 - digits.count)
            return .string("00000000-0000-4000-8000-\(zeros)\(digits)")
        case .double, .float, .decimal: return number
        case let primitive? where primitive.isInteger: return number
        default: return .string(Self.tag(version))
        }
    }

    /// The entity tag of an entity, for `ETag`.
    func entityTag(of record: Record) -> String {
        conventions.versions.tag(of: .object(record.members)) ?? "\"\(Self.tag(record.version))\""
    }

    private static func tag(_ version: Int) -> String { "v" + String(version, radix: 36) }

    /// A response with one entity.
    func response(_ status: Int, _ record: Record, for occasion: Occasion) -> MockResponse {
        let json = JSON.placed(written(record, for: occasion), at: conventions.envelope.one)
        var response = MockResponse.json(status, json, as: conventions.media.accepted)
        // Many services send a tag although they ignore `If-Match`.
        response.set("ETag", entityTag(of: record))
        return response
    }
}
