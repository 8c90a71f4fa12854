import Foundation

/// A server of JSON:API: https://jsonapi.org, as Flask-Restless-NG 3 is one.
///
/// `/api/NAME` and `/api/NAME/ID`. Resources have attributes and relationships. A change is answered
/// without a body, and no other media type is taken.
struct JSONAPIDialect: Dialect {
    static let mediaType = "application/vnd.api+json"
    private static let pageSize = 20
    private static let maximumPageSize = 100

    func written(_ record: Record, _ schema: RecordSchema) -> [String: Any] {
        var members = record.members.merging(["id": record.id]) { $1 }
        if !schema.takesIdentities {
            members["created"] = Moment.text(record.created, "yyyy-MM-dd'T'HH:mm:ss'.000000'")
        }
        return members
    }

    func answer(to request: DialectRequest, _ tables: inout RecordTables) -> DialectAnswer {
        guard request.path.first == "api", request.path.count > 1,
            let collection = tables.collections[request.path[1]]
        else { return .page(404, "Not Found") }
        guard request.headers["authorization"] != nil else { return error(401, "Unauthorized") }
        guard request.headers["accept"]?.contains(Self.mediaType) ?? true else {
            return error(406, "Accept header must have \(Self.mediaType)")
        }
        let hasBody = ["POST", "PATCH"].contains(request.method)
        if hasBody, request.headers["content-type"] != Self.mediaType {
            return error(415, "Content-Type must be \(Self.mediaType)")
        }
        switch (request.method, request.path.count) {
        case ("GET", 2): return list(request, collection)
        case ("POST", 2): return create(request, request.path[1], &tables)
        case ("GET", 3), ("PATCH", 3), ("DELETE", 3):
            return one(request, request.path[1], request.path[2], &tables)
        default: return .page(405, "Method Not Allowed")
        }
    }

    // MARK: - Many

    private func list(_ request: DialectRequest, _ collection: RecordCollection) -> DialectAnswer {
        let schema = collection.schema
        var conditions: [RecordCondition] = []
        if let text = request["filter[objects]"] {
            guard let objects = FieldValue.json(text) as? [[String: Any]] else {
                return error(400, "Unable to decode filter object as JSON list")
            }
            for object in objects {
                guard let condition = condition(object, schema) else {
                    return error(400, "No such field \(object["name"] ?? "")")
                }
                conditions.append(condition)
            }
        }
        let orders = RecordOrder.list(request["sort"] ?? "id")
        let keys = Set(schema.properties.keys).union(["id", "created"])
        if let order = orders.first(where: { !keys.contains($0.key) }) {
            return error(400, "No such field \(order.key)")
        }
        guard let size = Int(request["page[size]"] ?? "\(Self.pageSize)"),
            let asked = Int(request["page[number]"] ?? "1")
        else { return .page(500, "Internal Server Error") }
        guard size <= Self.maximumPageSize else {
            return error(
                400,
                "Page size must not exceed the server's maximum: \(Self.maximumPageSize)"
            )
        }
        let found = collection.selection(conditions, by: orders) { written($0, schema) }
        let number = max(1, asked)
        let page = size == 0 ? found : Array(found.dropFirst((number - 1) * size).prefix(size))
        // The brackets and quotes of a query stand in a link as they are.
        let kept = request.query.filter { $0.key != "page[number]" }.map { "\($0.key)=\($0.value)" }
        let query = (kept + ["page[number]=\(number + 1)"]).joined(separator: "&")
        let next = "\(request.base)/api/\(schema.name)?\(query)"
        let hasMore = size > 0 && number * size < found.count
        return document(
            200,
            page.map { resource($0, schema, request) },
            [
                "links": ["next": hasMore ? next : NSNull()] as [String: Any],
                "meta": ["total": found.count],
            ]
        )
    }

    private func condition(_ object: [String: Any], _ schema: RecordSchema) -> RecordCondition? {
        let operators: [String: RecordCondition.Operator] = [
            "eq": .equal, "lt": .less, "le": .lessOrEqual, "gt": .greater, "ge": .greaterOrEqual,
            "in_": .isOneOf, "is_": .isNull, "is_null": .isNull, "is_not_null": .isNotNull,
        ]
        guard let name = object["name"] as? String, schema.properties[name] != nil || name == "id",
            let comparison = operators[object["op"] as? String ?? ""]
        else { return nil }
        let value = object["val"] ?? NSNull()
        return RecordCondition(
            key: name,
            operator: comparison,
            operands: value as? [Any] ?? [value]
        )
    }

    private func create(
        _ request: DialectRequest,
        _ name: String,
        _ tables: inout RecordTables
    ) -> DialectAnswer {
        guard var collection = tables.collections[name],
            let resource = request.object?["data"] as? [String: Any],
            resource["type"] as? String == name
        else { return error(409, "A resource of the type \(name) is expected") }
        let schema = collection.schema
        let sent = members(of: resource)
        if let refusal = refusal(of: sent, isWhole: true, schema, tables) { return refusal }
        let given = resource["id"] as? String
        if given != nil, !schema.takesIdentities {
            return error(403, "Server does not allow client-generated IDS")
        }
        if let given, collection[given] != nil {
            return error(409, "UNIQUE constraint failed: \(name).id")
        }
        let made =
            schema.takesIdentities ? UUID().uuidString.lowercased() : "\(collection.nextNumber)"
        let record = collection.insert(schema.completed(sent), id: given ?? made)
        tables.collections[name] = collection
        let location = ["Location": "\(request.base)/api/\(name)/\(record.id)"]
        return document(201, self.resource(record, schema, request), [:], headers: location)
    }

    // MARK: - One

    private func one(
        _ request: DialectRequest,
        _ name: String,
        _ id: String,
        _ tables: inout RecordTables
    ) -> DialectAnswer {
        guard var collection = tables.collections[name], let old = collection[id] else {
            return error(404, "No resource found with ID \(id)")
        }
        let schema = collection.schema
        switch request.method {
        case "GET":
            return document(200, resource(old, schema, request), [:])
        case "DELETE":
            _ = collection.delete(id)
            tables.collections[name] = collection
            return .empty(204, as: Self.mediaType)
        default:
            guard let sent = request.object?["data"] as? [String: Any], sent["id"] as? String == id,
                sent["type"] as? String == name
            else { return error(409, "Another resource than \(name) \(id) was sent") }
            let changes = members(of: sent)
            if let refusal = refusal(of: changes, isWhole: false, schema, tables) { return refusal }
            _ = collection.change(id) { $0.merge(changes) { _, new in new } }
            tables.collections[name] = collection
            return .empty(204, as: Self.mediaType)
        }
    }
}
