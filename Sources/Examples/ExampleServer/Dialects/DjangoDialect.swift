import Foundation

/// An application of Django REST framework: https://www.django-rest-framework.org, version 3.18.
///
/// `/api/NAME/` and `/api/NAME/ID/`. Each path ends in a slash, an identity sent by a client is
/// ignored, and PUT keeps omitted optional properties.
struct DjangoDialect: Dialect {
    private static let pageSize = 20
    private static let maximumPageSize = 100

    func written(_ record: Record, _ schema: RecordSchema) -> [String: Any] {
        let dates = [
            "created": Moment.text(record.created, "yyyy-MM-dd'T'HH:mm:ss.'000000+00:00'"),
            "updated": Moment.text(record.changed, "yyyy-MM-dd'T'HH:mm:ss.'000000+00:00'"),
        ]
        return record.members.merging(dates) { $1 }
            .merging(["id": Int(record.id) ?? 0]) { $1 }
    }

    func answer(to request: DialectRequest, _ tables: inout RecordTables) -> DialectAnswer {
        let path = request.path
        guard path.first == "api", path.count >= 2, let collection = tables.collections[path[1]]
        else { return .page(404, "Not Found") }
        guard path.last == "" else {
            let location = "\(request.base)/\(path.joined(separator: "/"))/"
            return .empty(301, as: "text/html; charset=utf-8", headers: ["Location": location])
        }
        guard request.headers["authorization"]?.hasPrefix("Token ") ?? false else {
            let detail = ["detail": "Authentication credentials were not provided."]
            return .json(401, detail, headers: ["WWW-Authenticate": "Token"])
        }
        let hasBody = ["POST", "PUT", "PATCH"].contains(request.method)
        if hasBody, request.mediaType != "application/json" {
            return detail(415, "Unsupported media type \"\(request.mediaType)\" in request.")
        }
        if hasBody, request.object == nil {
            return detail(400, "JSON parse error - Expecting value: line 1 column 1 (char 0)")
        }
        switch (request.method, path.count) {
        case ("GET", 3): return list(request, collection)
        case ("POST", 3): return create(request, path[1], &tables)
        case (_, 4): return one(request, path[1], path[2], &tables)
        default: return detail(405, "Method \"\(request.method)\" not allowed.")
        }
    }

    // MARK: - Lists

    private func list(_ request: DialectRequest, _ collection: RecordCollection) -> DialectAnswer {
        let schema = collection.schema
        // A key that is not a column of the table is ignored.
        let orders = RecordOrder.list(request["ordering"] ?? "").filter {
            schema.properties[$0.key] != nil || ["id", "created", "updated"].contains($0.key)
        }
        let found = collection.selection(
            request.query.compactMap { condition($0.key, $0.value, schema) },
            by: orders
        ) { written($0, schema) }
        let wanted = request["page_size"].flatMap { Int($0) } ?? Self.pageSize
        let size = min(max(1, wanted), Self.maximumPageSize)
        let number = request["page"].map { Int($0) ?? 0 } ?? 1
        let last = max(1, (found.count + size - 1) / size)
        guard (1...last).contains(number) else { return detail(404, "Invalid page.") }
        func link(to page: Int) -> Any {
            guard (1...last).contains(page) else { return NSNull() }
            let query = request.query(with: ["page": "\(page)"])
            return "\(request.base)/\(request.path.joined(separator: "/"))?\(query)"
        }
        let page = found.dropFirst((number - 1) * size).prefix(size)
        return .json(
            200,
            [
                "count": found.count, "next": link(to: number + 1),
                "previous": link(to: number - 1),
                "results": page.map { written($0, schema) },
            ]
        )
    }

    /// Returns the filters that the view declares: equality, and the order of numbers.
    ///
    /// Others are ignored.
    private func condition(
        _ key: String,
        _ value: String,
        _ schema: RecordSchema
    ) -> RecordCondition? {
        let parts = key.components(separatedBy: "__")
        guard let property = schema.properties[parts[0]] else { return nil }
        guard parts.count > 1 else {
            return RecordCondition(key: key, operator: .equal, operands: [value])
        }
        let operators: [String: RecordCondition.Operator] = [
            "lt": .less, "lte": .lessOrEqual, "gt": .greater, "gte": .greaterOrEqual,
        ]
        guard case .integer = property.kind, let comparison = operators[parts[1]] else {
            return nil
        }
        return RecordCondition(key: parts[0], operator: comparison, operands: [value])
    }

    private func create(
        _ request: DialectRequest,
        _ name: String,
        _ tables: inout RecordTables
    ) -> DialectAnswer {
        guard var collection = tables.collections[name] else { return .page(404, "Not Found") }
        let sent = known(request, collection.schema)
        if let refusal = refusal(of: sent, isWhole: true, collection.schema, tables) {
            return refusal
        }
        let record = collection.insert(
            collection.schema.completed(sent),
            id: "\(collection.nextNumber)"
        )
        tables.collections[name] = collection
        return .json(201, written(record, collection.schema))
    }

    // MARK: - Single objects

    private func one(
        _ request: DialectRequest,
        _ name: String,
        _ id: String,
        _ tables: inout RecordTables
    ) -> DialectAnswer {
        guard var collection = tables.collections[name], let old = collection[id] else {
            return detail(404, "No object matches the given query.")
        }
        let schema = collection.schema
        defer { tables.collections[name] = collection }
        switch request.method {
        case "GET":
            return .json(200, written(old, schema), headers: ["ETag": "\"\(id)-\(old.changed)\""])
        case "PUT", "PATCH":
            let sent = known(request, schema)
            let isWhole = request.method == "PUT"
            if let refusal = refusal(of: sent, isWhole: isWhole, schema, tables) { return refusal }
            let record = collection.change(id) { members in
                members.merge(schema.normalized(sent)) { _, new in new }
            }
            return .json(200, written(record ?? old, schema))
        case "DELETE":
            _ = collection.delete(id)
            return .empty(204)
        default:
            return detail(405, "Method \"\(request.method)\" not allowed.")
        }
    }

    /// Returns the body, without properties that the serializer does not know.
    private func known(_ request: DialectRequest, _ schema: RecordSchema) -> [String: Any] {
        (request.object ?? [:]).filter { schema.properties[$0.key] != nil }
    }

    // MARK: - Responses

    private func refusal(
        of sent: [String: Any],
        isWhole: Bool,
        _ schema: RecordSchema,
        _ tables: RecordTables
    ) -> DialectAnswer? {
        let problems = schema.problems(in: sent, isWhole: isWhole, exists: tables.exists)
        guard !problems.isEmpty else { return nil }
        let words = problems.map { key, problem in
            let text =
                switch problem {
                case .missing: "This field is required."
                case .null: "This field may not be null."
                case .nowhere: "Invalid pk \"\(sent[key] ?? "")\" - object does not exist."
                case .type, .unknown: "Not a valid value."
                }
            return (key, [text])
        }
        return .json(400, Dictionary(words) { first, _ in first })
    }

    private func detail(_ status: Int, _ text: String) -> DialectAnswer {
        .json(status, ["detail": text])
    }
}
