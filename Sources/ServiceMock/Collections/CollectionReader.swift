import Foundation
import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Answers what is read of a collection.
struct CollectionReader {
    /// How many entities a page has at most, whatever is asked for.
    private static let maximumPage = 100

    let model: ServiceModel
    let collection: ServiceCollection
    /// What in the request is not as the schema has it.
    private(set) var findings: [JSONFinding] = []

    private var conventions: Conventions { collection.conventions }
    private var form: EntityForm { EntityForm(model: model, collection: collection) }

    init(_ model: ServiceModel, _ collection: ServiceCollection) {
        self.model = model
        self.collection = collection
    }

    /// A page of the entities that a query asks for.
    mutating func list(
        _ request: MockRequest,
        _ table: RecordTable
    ) throws(MockFailure) -> MockResponse {
        let query = try ListingQuery(request, of: collection, in: model)
        findings += query.unknown.map {
            JSONFinding(path: JSONKeyPath([.key("?" + $0)]), problem: .unknown)
        }
        var records = table.live
        if let changes = conventions.changes, let since = since(request, changes) {
            records = table.records.filter { isBehind(since, $0, changes) }
            if records.isEmpty, case .header = changes.question { return MockResponse(304) }
        }
        records = Array(query.selection(of: records).dropFirst(query.offset))
        if let limit = query.limit { records = Array(records.prefix(limit)) }
        let found = records
        let cut = try PageCut(
            request,
            conventions.paging,
            count: found.count,
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

    /// How far a listing goes, as its header field says it.
    private func cursor(_ version: Int, in name: HTTPField.Name) -> String {
        switch name {
        case .eTag: "\"\(version)\""
        case .lastModified:
            HTTPDate.text(Date(timeIntervalSince1970: Double(version / 1_000))) ?? "\(version)"
        default: "\(version)"
        }
    }

    /// From where on a request asks for changes; nil where it asks for all.
    private func since(_ request: MockRequest, _ changes: Conventions.Changes) -> String? {
        let text =
            switch changes.question {
            case .parameter(let name): request[name]
            case .header(let name): request.field(name)
            }
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func isBehind(
        _ since: String,
        _ record: Record,
        _ changes: Conventions.Changes
    ) -> Bool {
        switch changes.cursor {
        case .header:
            if let date = HTTPDate.date(since) {
                return record.version / 1_000 > Int(date.timeIntervalSince1970)
            }
            return record.version > Int(since.filter(\.isNumber)) ?? 0
        case .member(let path):
            guard case .key(let key)? = path.components.first,
                let property = collection.entity.properties.first(where: { $0.key == key })
            else { return true }
            let operand = model.value(of: since, as: property.type, property.wire)
            // The last one that a client has may share its time with others.
            return FieldCondition(key: key, operator: .greaterOrEqual, operands: [operand])
                .holds(for: record.members, property, in: model)
        }
    }

    /// One entity, or 304 where the client has it.
    func read(
        _ request: MockRequest,
        _ id: String,
        _ table: RecordTable
    ) throws(MockFailure) -> MockResponse {
        let record = try table.record(id, of: collection)
        let tag = form.entityTag(of: record)
        if request.field("If-None-Match") == tag {
            return MockResponse(304, headerFields: [.eTag: tag])
        }
        return form.response(200, record, for: .reading)
    }
}
