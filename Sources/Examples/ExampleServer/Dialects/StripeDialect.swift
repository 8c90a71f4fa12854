import Foundation

/// Stripe's API: https://docs.stripe.com/api, version 1.
///
/// `/v1/NAME` and `/v1/NAME/ID`. Forms are sent, and JSON comes. A change is a POST of what changes; the
/// empty text takes a value away, and an object that is open to any key is merged. A POST is carried out
/// once for each `Idempotency-Key`.
struct StripeDialect: Dialect {
    func written(_ record: Record, _ schema: RecordSchema) -> [String: Any] {
        let kind = String(schema.name.dropLast())
        if record.isDeleted { return ["id": record.id, "object": kind, "deleted": true] }
        let own: [String: Any] = [
            "id": record.id, "object": kind, "livemode": false,
            "created": Moment.seconds(record.created),
        ]
        return record.members.merging(own) { $1 }
    }

    func answer(to request: DialectRequest, _ tables: inout RecordTables) -> DialectAnswer {
        guard request.headers["authorization"] != nil else {
            return error(401, nil, "You did not provide an API key.")
        }
        guard request.path.first == "v1", request.path.count > 1,
            var collection = tables.collections[request.path[1]]
        else {
            let path = request.path.joined(separator: "/")
            return error(404, nil, "Unrecognized request URL (\(request.method): /\(path)).")
        }
        guard request.method == "POST" else {
            defer { tables.collections[request.path[1]] = collection }
            return answer(to: request, &collection)
        }
        let key = request.headers["idempotency-key"]
        if let key, var known = tables.answers[key] {
            known.headers["Idempotent-Replayed"] = "true"
            return known
        }
        let answer = answer(to: request, &collection)
        tables.collections[request.path[1]] = collection
        // What is not valid is not carried out, and may be put right under the same key.
        if let key, answer.status < 400 { tables.answers[key] = answer }
        return answer
    }

    private func answer(
        to request: DialectRequest,
        _ collection: inout RecordCollection
    ) -> DialectAnswer {
        switch (request.method, request.path.count) {
        case ("GET", 2): return list(request, collection)
        case ("POST", 2): return create(request, &collection)
        case (_, 3): return one(request, request.path[2], &collection)
        default:
            return error(404, nil, "Unrecognized request URL (\(request.method)).")
        }
    }

    private func list(_ request: DialectRequest, _ collection: RecordCollection) -> DialectAnswer {
        let known = ["limit", "starting_after", "email"]
        if let item = request.query.first(where: { !known.contains($0.key) }) {
            return unknown(item.key)
        }
        guard let limit = Int(request["limit"] ?? "10"), (1...100).contains(limit) else {
            return error(400, "parameter_invalid_integer", "Invalid integer", parameter: "limit")
        }
        let conditions = request["email"].map {
            [RecordCondition(key: "email", operator: .equal, operands: [$0])]
        }
        // The newest is the first.
        let found = Array(collection.selection(conditions ?? []).reversed())
        var start = 0
        if let last = request["starting_after"] {
            guard let index = found.firstIndex(where: { $0.id == last }) else {
                return missing(last, collection.schema, parameter: "starting_after", status: 400)
            }
            start = index + 1
        }
        let page = found.dropFirst(start).prefix(limit)
        return .json(
            200,
            [
                "object": "list", "url": "/v1/\(collection.schema.name)",
                "has_more": start + page.count < found.count,
                "data": page.map { written($0, collection.schema) },
            ]
        )
    }

    private func create(
        _ request: DialectRequest,
        _ collection: inout RecordCollection
    ) -> DialectAnswer {
        let schema = collection.schema
        switch read(request, schema) {
        case .refused(let answer): return answer
        case .members(let sent):
            let required = schema.properties.filter(\.value.isRequired).keys.sorted()
            if let key = required.first(where: { sent[$0] == nil }) {
                let text = "Missing required param: \(key)."
                return error(400, "parameter_missing", text, parameter: key)
            }
            let id = String(format: "%@_%014d", String(schema.name.prefix(3)), collection.now + 1)
            let members = Self.applied(sent, to: schema.completed([:]), schema)
            return .json(200, written(collection.insert(members, id: id), schema))
        }
    }

    private func one(
        _ request: DialectRequest,
        _ id: String,
        _ collection: inout RecordCollection
    ) -> DialectAnswer {
        let schema = collection.schema
        guard let old = collection.records.first(where: { $0.id == id }),
            !old.isDeleted || request.method == "GET"
        else { return missing(id, schema) }
        switch request.method {
        case "GET":
            return .json(200, written(old, schema))
        case "POST":
            switch read(request, schema) {
            case .refused(let answer): return answer
            case .members(let sent):
                let record = collection.change(id) { $0 = Self.applied(sent, to: $0, schema) }
                return .json(200, written(record ?? old, schema))
            }
        case "DELETE":
            return .json(200, written(collection.delete(id) ?? old, schema))
        default:
            return error(404, nil, "Unrecognized request URL (\(request.method)).")
        }
    }
}
