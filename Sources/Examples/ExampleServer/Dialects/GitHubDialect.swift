import Foundation

/// GitHub's REST API: https://docs.github.com/en/rest, as version 2022-11-28.
///
/// `/repos/OWNER/REPOSITORY/NAME` and `…/NAME/NUMBER`. Arrays, the next page in `Link`. A change of what
/// has changed meanwhile is carried out: conditions are for reads alone.
struct GitHubDialect: Dialect {
    private static let pageSize = 30
    private static let maximumPageSize = 100

    func written(_ record: Record, _ schema: RecordSchema) -> [String: Any] {
        let own: [String: Any] = [
            schema.identityKey: Int(record.id) ?? 0, "id": 1_000_000 + (Int(record.id) ?? 0),
            "created_at": Moment.text(record.created), "updated_at": Moment.text(record.changed),
            "url": "https://api.example.com/\(schema.name)/\(record.id)",
        ]
        return record.members.merging(own) { $1 }
    }

    func answer(to request: DialectRequest, _ tables: inout RecordTables) -> DialectAnswer {
        guard request.headers["user-agent"] != nil else {
            return error(403, "Request forbidden by administrative rules.")
        }
        guard request.path.count >= 4, request.path[0] == "repos",
            var collection = tables.collections[request.path[3]]
        else { return error(404, "Not Found") }
        defer { tables.collections[request.path[3]] = collection }
        let hasBody = ["POST", "PATCH"].contains(request.method)
        if request.method != "GET", request.headers["authorization"] == nil {
            return error(401, "Requires authentication")
        }
        if hasBody, request.object == nil { return error(400, "Problems parsing JSON") }
        switch (request.method, request.path.count) {
        case ("GET", 4): return list(request, collection)
        case ("POST", 4): return create(request, &collection)
        case (_, 5): return one(request, request.path[4], &collection)
        default: return error(404, "Not Found")
        }
    }

    private func list(_ request: DialectRequest, _ collection: RecordCollection) -> DialectAnswer {
        // What it is asked for else it does not look at.
        let keys = ["created": "created_at", "updated": "updated_at"]
        let key = request["sort"].flatMap { keys[$0] } ?? "created_at"
        let order = RecordOrder(key: key, isDescending: request["direction"] == "desc")
        let found = collection.selection([], by: [order]) { written($0, collection.schema) }
        let wanted = request["per_page"].flatMap { Int($0) } ?? Self.pageSize
        let size = min(max(1, wanted), Self.maximumPageSize)
        let number = max(1, request["page"].flatMap { Int($0) } ?? 1)
        let last = (found.count + size - 1) / size
        func link(_ page: Int, _ relation: String) -> String {
            let query = request.query(with: ["page": "\(page)"])
            let path = "\(request.base)/\(request.path.joined(separator: "/"))"
            return "<\(path)?\(query)>; rel=\"\(relation)\""
        }
        var links: [String] = []
        if number > 1 { links += [link(number - 1, "prev"), link(1, "first")] }
        if number < last { links += [link(number + 1, "next"), link(last, "last")] }
        let page = found.dropFirst((number - 1) * size).prefix(size)
        return .json(
            200,
            page.map { written($0, collection.schema) },
            as: "application/json; charset=utf-8",
            headers: links.isEmpty ? [:] : ["Link": links.joined(separator: ", ")]
        )
    }

    private func create(
        _ request: DialectRequest,
        _ collection: inout RecordCollection
    ) -> DialectAnswer {
        let schema = collection.schema
        let sent = known(request, schema)
        if let refusal = refusal(of: sent, isWhole: true, schema) { return refusal }
        let number = "\(collection.nextNumber)"
        let record = collection.insert(schema.completed(sent), id: number)
        let location = "\(request.base)/\(request.path.joined(separator: "/"))/\(number)"
        return .json(201, written(record, schema), headers: ["Location": location])
    }

    private func one(
        _ request: DialectRequest,
        _ id: String,
        _ collection: inout RecordCollection
    ) -> DialectAnswer {
        let schema = collection.schema
        guard let old = collection[id] else { return error(404, "Not Found") }
        switch request.method {
        case "GET":
            let tag = "\"\(id)-\(old.changed)\""
            guard request.headers["if-none-match"] != tag else {
                return .empty(304, headers: ["ETag": tag])
            }
            return .json(200, written(old, schema), headers: ["ETag": tag])
        case "PATCH":
            let sent = known(request, schema)
            if let refusal = refusal(of: sent, isWhole: false, schema) { return refusal }
            let record = collection.change(id) { $0.merge(sent) { _, new in new } }
            return .json(200, written(record ?? old, schema))
        case "DELETE":
            _ = collection.delete(id)
            return .empty(204)
        default:
            return error(404, "Not Found")
        }
    }

    // MARK: - Answers

    /// What was sent, without what the service does not know: it looks past that.
    private func known(_ request: DialectRequest, _ schema: RecordSchema) -> [String: Any] {
        (request.object ?? [:]).filter { schema.properties[$0.key] != nil }
    }

    private func refusal(
        of sent: [String: Any],
        isWhole: Bool,
        _ schema: RecordSchema
    ) -> DialectAnswer? {
        let errors = schema.problems(in: sent, isWhole: isWhole).map { key, problem in
            let code = if case .missing = problem { "missing_field" } else { "invalid" }
            return ["resource": schema.name, "field": key, "code": code]
        }
        return errors.isEmpty ? nil : error(422, "Validation Failed", errors)
    }

    private func error(
        _ status: Int,
        _ message: String,
        _ errors: [[String: String]]? = nil
    ) -> DialectAnswer {
        var body: [String: Any] = [
            "message": message, "documentation_url": "https://docs.github.com/rest",
            "status": "\(status)",
        ]
        body["errors"] = errors
        return .json(status, body, as: "application/json; charset=utf-8")
    }
}
