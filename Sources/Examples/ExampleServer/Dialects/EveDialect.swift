import Foundation

/// Eve: https://docs.python-eve.org/en/stable/features.html, as version 2 with soft deletion.
///
/// `/NAME` and `/NAME/ID`. A change needs `If-Match`, answers have what the service itself has made and
/// nothing else, a key that is not known is refused, and PATCH merges objects.
struct EveDialect: Dialect {
    private static let pageSize = 25
    private static let maximumPageSize = 50

    func written(_ record: Record, _ schema: RecordSchema) -> [String: Any] {
        record.members.merging(meta(record)) { $1 }
    }

    func answer(to request: DialectRequest, _ tables: inout RecordTables) -> DialectAnswer {
        guard let name = request.path.first, var collection = tables.collections[name] else {
            return error(404, "The requested URL was not found on the server.")
        }
        defer { tables.collections[name] = collection }
        let hasBody = ["POST", "PUT", "PATCH"].contains(request.method)
        if hasBody, request.mediaType != "application/json" {
            return error(400, "Unknown or no Content-Type header supplied")
        }
        switch (request.method, request.path.count) {
        case ("GET", 1): return list(request, collection)
        case ("POST", 1): return create(request, &collection)
        case (_, 2): return one(request, request.path[1], &collection)
        default: return error(405, "The method is not allowed for the requested URL.")
        }
    }

    // MARK: - Many

    private func list(_ request: DialectRequest, _ collection: RecordCollection) -> DialectAnswer {
        let schema = collection.schema
        var conditions: [RecordCondition] = []
        if let text = request["where"] {
            guard let document = FieldValue.json(text) as? [String: Any],
                let read = Self.conditions(document)
            else { return error(400, "The where clause is not valid.") }
            conditions = read
        }
        let found = collection.selection(
            conditions,
            by: RecordOrder.list(request["sort"] ?? "")
        ) { written($0, schema) }
        let wanted = request["max_results"].flatMap { Int($0) } ?? Self.pageSize
        let size = min(max(1, wanted), Self.maximumPageSize)
        let number = max(1, request["page"].flatMap { Int($0) } ?? 1)
        let page = found.dropFirst((number - 1) * size).prefix(size)
        var links: [String: Any] = ["self": ["title": schema.name, "href": schema.name]]
        if number * size < found.count {
            // Below the root of the service, and the document as it came.
            let kept = request.query.filter { $0.key != "page" }.map { "\($0.key)=\($0.value)" }
            let query = (kept + ["page=\(number + 1)"]).joined(separator: "&")
            links["next"] = ["title": "next page", "href": "\(schema.name)?\(query)"]
        }
        return .json(
            200,
            [
                "_items": page.map { written($0, schema) }, "_links": links,
                "_meta": ["page": number, "max_results": size, "total": found.count],
            ]
        )
    }

    /// The conditions of a query document of MongoDB; nil where an operator is none.
    private static func conditions(_ document: [String: Any]) -> [RecordCondition]? {
        let operators: [String: RecordCondition.Operator] = [
            "$lt": .less, "$lte": .lessOrEqual, "$gt": .greater, "$gte": .greaterOrEqual,
            "$in": .isOneOf,
        ]
        var conditions: [RecordCondition] = []
        for (key, value) in document {
            guard let inner = value as? [String: Any],
                inner.keys.contains(where: { $0.hasPrefix("$") })
            else {
                let isNull = value is NSNull
                conditions.append(
                    RecordCondition(
                        key: key,
                        operator: isNull ? .isNull : .equal,
                        operands: [value]
                    )
                )
                continue
            }
            for (name, operand) in inner {
                guard let comparison = operators[name] else { return nil }
                let operands = operand as? [Any] ?? [operand]
                conditions.append(
                    RecordCondition(key: key, operator: comparison, operands: operands)
                )
            }
        }
        return conditions
    }

    private func create(
        _ request: DialectRequest,
        _ collection: inout RecordCollection
    ) -> DialectAnswer {
        guard let sent = request.object else { return error(400, "The body is no document.") }
        if let refusal = refusal(of: sent, isWhole: true, collection.schema) { return refusal }
        let id = String(format: "%024x", 0x6921_0000 + collection.records.count + 1)
        let record = collection.insert(collection.schema.completed(sent), id: id)
        let location = "\(request.base)/\(collection.schema.name)/\(id)"
        return done(201, record, headers: ["Location": location])
    }

    // MARK: - One

    private func one(
        _ request: DialectRequest,
        _ id: String,
        _ collection: inout RecordCollection
    ) -> DialectAnswer {
        let schema = collection.schema
        guard let old = collection[id] else {
            guard let gone = collection.records.first(where: { $0.id == id }) else {
                return error(404, "The requested URL was not found on the server.")
            }
            // What was deleted softly is shown, and is not found all the same.
            var body = written(gone, schema).merging(["_deleted": true]) { $1 }
            body.merge(failure(404, "The requested URL was not found on the server.")) { $1 }
            return .json(404, body)
        }
        if request.method == "GET" {
            return .json(200, written(old, schema), headers: ["ETag": "\"\(tag(old))\""])
        }
        guard let match = request.headers["if-match"] else {
            return error(
                428,
                "To edit a document its etag must be provided using the If-Match header"
            )
        }
        guard match.filter({ $0 != "\"" }) == tag(old) else {
            return error(412, "Client and server etags don't match")
        }
        switch request.method {
        case "PUT", "PATCH":
            guard let sent = request.object else { return error(400, "The body is no document.") }
            let isWhole = request.method == "PUT"
            if let refusal = refusal(of: sent, isWhole: isWhole, schema) { return refusal }
            let record = collection.change(id) { members in
                members = isWhole ? schema.completed(sent) : Self.merged(members, sent)
            }
            return done(200, record ?? old)
        case "DELETE":
            _ = collection.delete(id)
            return .empty(204)
        default:
            return error(405, "The method is not allowed for the requested URL.")
        }
    }

    private static func merged(_ old: [String: Any], _ new: [String: Any]) -> [String: Any] {
        old.merging(new) { old, new in
            guard let old = old as? [String: Any], let new = new as? [String: Any] else {
                return new
            }
            return merged(old, new)
        }
    }
}
