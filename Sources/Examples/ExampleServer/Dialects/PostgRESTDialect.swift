import Foundation

/// PostgREST, which serves the tables of PostgreSQL: https://docs.postgrest.org/en/v12/, as Supabase has it.
///
/// `/TABLE`, and nothing below it: which row is meant stands in the query, as `id=eq.12`. All answers are
/// arrays, a change of nothing is a success, and a deletion without a condition is one of all rows.
struct PostgRESTDialect: Dialect {
    private static let maximumPageSize = 1_000
    private static let operators: [String: RecordCondition.Operator] = [
        "eq": .equal, "lt": .less, "lte": .lessOrEqual, "gt": .greater, "gte": .greaterOrEqual,
        "in": .isOneOf, "is": .isNull, "like": .contains,
    ]
    /// What says no condition.
    private static let reserved: Set = ["order", "limit", "offset", "select"]

    func written(_ record: Record, _ schema: RecordSchema) -> [String: Any] {
        let own: [String: Any] = [
            "id": Int(record.id) ?? 0,
            "created_at": Moment.text(record.created, "yyyy-MM-dd'T'HH:mm:ss'.125+00:00'"),
        ]
        return record.members.merging(own) { $1 }
    }

    func answer(to request: DialectRequest, _ tables: inout RecordTables) -> DialectAnswer {
        guard request.headers["authorization"] != nil else {
            return error(401, "42501", "permission denied for table")
        }
        guard request.path.count == 1, var collection = tables.collections[request.path[0]] else {
            return error(404, "PGRST205", "Could not find the table in the schema cache")
        }
        defer { tables.collections[request.path[0]] = collection }
        guard let conditions = conditions(request, collection.schema) else {
            return error(400, "PGRST100", "failed to parse filter")
        }
        let found = collection.selection(conditions, by: orders(request)) {
            written($0, collection.schema)
        }
        switch request.method {
        case "GET": return list(request, found, collection.schema)
        case "POST": return create(request, &collection)
        case "PATCH": return change(request, found, &collection)
        case "DELETE":
            let deleted = found.compactMap { collection.delete($0.id) }
            return done(request, 200, deleted, collection.schema)
        default: return error(405, "PGRST117", "Unsupported HTTP method: \(request.method)")
        }
    }

    // MARK: - Which rows

    /// What the query says of rows; nil where an operator is none, or a column.
    private func conditions(
        _ request: DialectRequest,
        _ schema: RecordSchema
    ) -> [RecordCondition]? {
        var conditions: [RecordCondition] = []
        for (key, value) in request.query where !Self.reserved.contains(key) {
            let parts = value.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard schema.properties[key] != nil || ["id", "created_at"].contains(key),
                parts.count == 2, let name = Self.operators[String(parts[0])]
            else { return nil }
            let operands: [Any] =
                switch name {
                case .isOneOf: inner(parts[1]).split(separator: ",").map(String.init)
                case .contains: [String(inner(parts[1]))]
                default: [String(parts[1])]
                }
            conditions.append(RecordCondition(key: key, operator: name, operands: operands))
        }
        return conditions
    }

    /// What stands between parentheses, or stars.
    private func inner(_ text: Substring) -> Substring { text.dropFirst().dropLast() }

    private func orders(_ request: DialectRequest) -> [RecordOrder] {
        (request["order"] ?? "").split(separator: ",").map { part in
            let words = part.split(separator: ".")
            return RecordOrder(
                key: words.first.map(String.init) ?? "",
                isDescending: words.contains("desc")
            )
        }
    }

    private func list(
        _ request: DialectRequest,
        _ found: [Record],
        _ schema: RecordSchema
    ) -> DialectAnswer {
        let start = request["offset"].flatMap { Int($0) } ?? 0
        let size = min(request["limit"].flatMap { Int($0) } ?? .max, Self.maximumPageSize)
        let isCounted = request.headers["prefer"]?.contains("count=exact") == true
        guard !isCounted || start == 0 || start < found.count else {
            return error(416, "PGRST103", "Requested range not satisfiable")
        }
        let page = found.dropFirst(start).prefix(size)
        let range = page.isEmpty ? "*" : "\(start)-\(start + page.count - 1)"
        return .json(
            isCounted && page.count < found.count ? 206 : 200,
            page.map { written($0, schema) },
            as: Self.mediaType,
            headers: ["Content-Range": "\(range)/\(isCounted ? "\(found.count)" : "*")"]
        )
    }

    // MARK: - Changes

    private func create(
        _ request: DialectRequest,
        _ collection: inout RecordCollection
    ) -> DialectAnswer {
        let schema = collection.schema
        guard let json = try? JSONSerialization.jsonObject(with: request.body) else {
            return error(400, "PGRST102", "Empty or invalid json")
        }
        let rows = (json as? [[String: Any]]) ?? [request.object].compactMap(\.self)
        for row in rows {
            if let refusal = refusal(of: row, isWhole: true, schema) { return refusal }
        }
        let made = rows.map { row in
            collection.insert(schema.completed(row), id: "\(collection.nextNumber)")
        }
        return done(request, 201, made, schema)
    }

    private func change(
        _ request: DialectRequest,
        _ found: [Record],
        _ collection: inout RecordCollection
    ) -> DialectAnswer {
        guard let sent = request.object else {
            return error(400, "PGRST102", "Empty or invalid json")
        }
        if let refusal = refusal(of: sent, isWhole: false, collection.schema) { return refusal }
        let changed = found.compactMap { record in
            collection.change(record.id) { $0.merge(sent) { $1 } }
        }
        return done(request, 200, changed, collection.schema)
    }

    // MARK: - Answers

    private static let mediaType = "application/json; charset=utf-8"

    /// What was done: the rows, where a client prefers them.
    private func done(
        _ request: DialectRequest,
        _ status: Int,
        _ records: [Record],
        _ schema: RecordSchema
    ) -> DialectAnswer {
        guard request.headers["prefer"]?.contains("return=representation") == true else {
            return .empty(status == 201 ? 201 : 204)
        }
        return .json(status, records.map { written($0, schema) }, as: Self.mediaType)
    }

    private func refusal(
        of sent: [String: Any],
        isWhole: Bool,
        _ schema: RecordSchema
    ) -> DialectAnswer? {
        guard let (key, problem) = schema.problems(in: sent, isWhole: isWhole).first else {
            return nil
        }
        switch problem {
        case .unknown: return error(400, "PGRST204", "Could not find the '\(key)' column")
        case .missing, .null:
            let text = "null value in column \"\(key)\" violates not-null constraint"
            return error(400, "23502", text)
        case .type, .nowhere: return error(400, "22P02", "invalid input syntax for \"\(key)\"")
        }
    }

    private func error(_ status: Int, _ code: String, _ message: String) -> DialectAnswer {
        let body: [String: Any] = [
            "code": code, "message": message, "details": NSNull(), "hint": NSNull(),
        ]
        return .json(status, body, as: Self.mediaType)
    }
}
