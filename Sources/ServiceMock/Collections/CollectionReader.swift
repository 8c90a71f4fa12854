import Foundation
import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Responds to read requests of a collection.
struct CollectionReader {
    /// The maximum page size, regardless of the request.
    private static let maximumPage = 100

    let model: ServiceModel
    let collection: ServiceCollection
    /// The differences of the request from the schema.
    private(set) var findings: [JSONFinding] = []

    private var conventions: Conventions { collection.conventions }
    private var form: EntityForm { EntityForm(model: model, collection: collection) }

    init(_ model: ServiceModel, _ collection: ServiceCollection) {
        self.model = model
        self.collection = collection
    }

    /// A page of the entities that match a query.
    mutating func list(
        _ request: MockRequest,
        _ table: RecordTable
    ) throws(MockFailure) -> MockResponse {
        let query = try ListingQuery(request, of: collection, in: model)
        findings += query.unknown.map {
            JSONFinding(path: JSONKeyPath([.key($0)]), problem: .unknownParameter)
        }
        var records = table.live
        if let changes = conventions.changes, let since = since(request, changes) {
            let isBehind = try isBehind(since, changes)
            records = table.records.filter(isBehind)
            if records.isEmpty, case .header = changes.question { return MockResponse(304) }
        }
        records = query.selection(of: records)
        let total = records.count
        if query.limit != nil || query.offset > 0 {
            records = Array(records.dropFirst(query.offset).prefix(query.limit ?? total))
        }
        let found = records
        let cut = try PageCut(
            request,
            conventions.paging,
            count: found.count,
            total: total,
            maximum: Self.maximumPage,
            position: { last in found.firstIndex { $0.id == last } },
            id: { found[$0].id }
        )
        let elements = found[cut.range].map { form.written($0, for: .listing) }
        var body = JSON.placed(.array(elements), at: conventions.envelope.list)
        var fields: HTTPFields = [:]
        cut.announce(in: &body, &fields, to: request)
        if case .header(let name)? = conventions.changes?.cursor,
            let name = HTTPField.Name(name)
        {
            fields[name] = cursor(table.version, in: name)
        }
        return .json(200, body, as: conventions.media.accepted, fields)
    }

    /// The cursor of a listing, for its header field.
    private func cursor(_ version: Int, in name: HTTPField.Name) -> String {
        switch name {
        case .eTag: "\"\(version)\""
        case .lastModified:
            HTTPDate.text(Date(timeIntervalSince1970: Double(version / 1_000))) ?? "\(version)"
        default: "\(version)"
        }
    }

    /// The cursor from which a request asks for changes; nil for all entities.
    private func since(_ request: MockRequest, _ changes: Conventions.Changes) -> String? {
        let text =
            switch changes.question {
            case .parameter(let name): request[name]
            case .header(let name): request.field(name)
            }
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether an entity has changed after a cursor.
    private func isBehind(
        _ since: String,
        _ changes: Conventions.Changes
    ) throws(MockFailure) -> (Record) -> Bool {
        switch changes.cursor {
        case .header:
            if let date = HTTPDate.date(since) {
                let seconds = Int(date.timeIntervalSince1970)
                return { $0.version / 1_000 > seconds }
            }
            guard let version = Int(since.filter { $0 != "\"" }) else {
                throw MockFailure(status: 400, message: "'\(since)' is not a valid cursor.")
            }
            return { $0.version > version }
        case .member(let path):
            // A change does not update a nested cursor, so all entities may be behind it.
            guard path.components.count == 1, case .key(let key)? = path.components.first,
                let property = collection.entity.properties.first(where: { $0.key == key })
            else { return { _ in true } }
            let operand = model.value(of: since, as: property.type, property.wire)
            // The client's last entity may share its time with others.
            let condition = FieldCondition(
                key: key,
                operator: .greaterOrEqual,
                operands: [operand]
            )
            let model = model
            return { condition.holds(for: $0.members, property, in: model) }
        }
    }

    /// An entity, or 304 if the client has the current version.
    func read(
        _ request: MockRequest,
        _ id: String,
        _ table: RecordTable
    ) throws(MockFailure) -> MockResponse {
        let record = try table.record(id, of: collection)
        let tag = form.entityTag(of: record)
        if request.field("If-None-Match")?.namesEntityTag(tag) == true {
            return MockResponse(304, headerFields: [.eTag: tag])
        }
        return form.response(200, record, for: .reading)
    }
}

extension String {
    /// Whether a field like `If-Match` contains an entity tag, in a list or as `*`.
    func namesEntityTag(_ tag: String) -> Bool {
        self == tag || self == "*"
            || split(separator: ",").contains { part in
                let one = part.trimmingPrefix(while: \.isWhitespace)
                return one == tag || one == "W/" + tag
            }
    }
}
