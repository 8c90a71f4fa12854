import Foundation

/// Datasette's JSON API: https://docs.datasette.io/en/latest/json_api.html, as version 1.0a41.
///
/// `/data/TABLE.json`, `/data/TABLE/-/insert`, `/data/TABLE/ID/-/update` and `/-/delete`. Columns are
/// those of SQLite: a Boolean is 0 or 1, an array is text.
struct DatasetteDialect: Dialect {
    func written(_ record: Record, _ schema: RecordSchema) -> [String: Any] {
        let columns = schema.properties.mapValues { _ in NSNull() as Any }
            .merging(record.members) { $1 }
        return columns.merging(["id": number(record.id), "created": Moment.text(record.created)]) {
            $1
        }
    }

    func answer(to request: DialectRequest, _ tables: inout RecordTables) -> DialectAnswer {
        var parts = request.path
        guard parts.first == "data", parts.count > 1 else {
            return error(404, "Database not found")
        }
        parts.removeFirst()
        if parts.count <= 2, parts[parts.count - 1].hasSuffix(".json") {
            parts[parts.count - 1].removeLast(5)
        } else if parts.count < 3 {
            return .page(200, parts.last ?? "")
        }
        guard var collection = tables.collections[parts[0]] else {
            return error(404, "Table not found: \(parts[0])")
        }
        defer { tables.collections[parts[0]] = collection }
        switch (request.method, parts.count, parts.last) {
        case ("GET", 1, _): return list(request, collection)
        case ("GET", 2, _):
            return collection[parts[1]].map { rows(200, [$0], collection.schema) }
                ?? error(404, "Record not found: ['\(parts[1])']")
        case ("POST", _, _) where request.headers["authorization"] == nil:
            return error(403, "Permission denied")
        case ("POST", 3, "insert"): return insert(request, &collection)
        case ("POST", 4, "update"): return update(request, parts[1], &collection)
        case ("POST", 4, "delete"):
            guard collection.delete(parts[1]) != nil else {
                return error(404, "Record not found: ['\(parts[1])']")
            }
            return .json(200, ["ok": true])
        default: return error(405, "Method not allowed")
        }
    }

    // MARK: - Reading

    private func list(_ request: DialectRequest, _ collection: RecordCollection) -> DialectAnswer {
        let schema = collection.schema
        let size = request["_size"].map { Int($0) } ?? 20
        guard let size, size <= 1_000 else { return error(400, "_size must be <= 1000") }
        let columns = Set(schema.properties.keys).union(["id", "created"])
        let sort = request["_sort"] ?? request["_sort_desc"]
        guard sort.map(columns.contains) ?? true else {
            return error(400, "Cannot sort table by \(sort ?? "")")
        }
        let orders =
            sort.map { [RecordOrder(key: $0, isDescending: request["_sort"] == nil)] } ?? []
        // A table is in the order of its key.
        let found = collection.selection(
            request.query.compactMap(condition),
            by: orders + [RecordOrder(key: "id", isDescending: false)]
        ) { written($0, schema) }
        // The key of the last row, behind the value by which they are sorted.
        let last = request["_next"].map { String($0.split(separator: ",").last ?? "") }
        let start = last.map { id in found.firstIndex { $0.id == id }.map { $0 + 1 } ?? found.count
        }
        let page = found.dropFirst(start ?? 0).prefix(size)
        var body: [String: Any] = [
            "ok": true, "rows": page.map { written($0, schema) }, "truncated": false,
            "next": NSNull(), "next_url": NSNull(),
        ]
        guard let end = page.last, end.id != found.last?.id else { return .json(200, body) }
        let value = sort.map { FieldValue.text(written(end, schema)[$0] ?? "") + "," } ?? ""
        let path = "\(request.base)/\(request.path.joined(separator: "/"))"
        body["next"] = value + end.id
        body["next_url"] = "\(path)?\(request.query(with: ["_next": value + end.id]))"
        return .json(200, body)
    }

    private func condition(_ key: String, _ value: String) -> RecordCondition? {
        guard !key.hasPrefix("_") else { return nil }
        let operators: [String: RecordCondition.Operator] = [
            "exact": .equal, "lt": .less, "lte": .lessOrEqual, "gt": .greater,
            "gte": .greaterOrEqual, "startswith": .hasPrefix, "contains": .contains,
            "in": .isOneOf, "isnull": .isNull, "notnull": .isNotNull,
        ]
        let parts = key.components(separatedBy: "__")
        guard parts.count > 1 else {
            return RecordCondition(key: key, operator: .equal, operands: [value])
        }
        // An operator that it does not know it ignores.
        guard let comparison = operators[parts[1]] else { return nil }
        let operands = comparison == .isOneOf ? value.components(separatedBy: ",") : [value]
        return RecordCondition(key: parts[0], operator: comparison, operands: operands)
    }

    // MARK: - Writing

    private func insert(
        _ request: DialectRequest,
        _ collection: inout RecordCollection
    ) -> DialectAnswer {
        let body = request.object ?? [:]
        guard
            let sent = body["rows"] as? [[String: Any]]
                ?? (body["row"] as? [String: Any]).map({ [$0] })
        else { return error(400, "JSON must have one or other of \"row\" or \"rows\"") }
        guard sent.count <= 100 else { return error(400, "Too many rows, maximum allowed is 100") }
        for (index, row) in sent.enumerated() {
            let own = row.filter { $0.key != "id" }
            if let text = refusal(of: own, isWhole: true, collection.schema, row: index) {
                return error(400, text)
            }
            if let id = row["id"], collection[FieldValue.text(id)] != nil {
                return error(400, "UNIQUE constraint failed: \(collection.schema.name).id")
            }
        }
        let made = sent.map { row in
            let id = row["id"].map(FieldValue.text) ?? "\(collection.nextNumber)"
            let members = collection.schema.completed(row.filter { $0.key != "id" })
            return collection.insert(members, id: id)
        }
        // Many come back where that is asked for.
        guard body["row"] != nil || body["return"] as? Bool == true else {
            return .json(201, ["ok": true])
        }
        return rows(201, made, collection.schema)
    }

    private func update(
        _ request: DialectRequest,
        _ id: String,
        _ collection: inout RecordCollection
    ) -> DialectAnswer {
        guard collection[id] != nil else { return error(404, "Record not found: ['\(id)']") }
        guard let sent = request.object?["update"] as? [String: Any] else {
            return error(400, "JSON must contain an update dictionary")
        }
        if let text = refusal(of: sent, isWhole: false, collection.schema, row: nil) {
            return error(400, text)
        }
        guard let record = collection.change(id, { $0.merge(sent) { _, new in new } }),
            request.object?["return"] as? Bool == true
        else { return .json(200, ["ok": true]) }
        return rows(200, [record], collection.schema)
    }

    /// What SQLite says of a row, as far as it looks at it: the type of a value is no matter to it.
    private func refusal(
        of row: [String: Any],
        isWhole: Bool,
        _ schema: RecordSchema,
        row index: Int?
    ) -> String? {
        for (key, problem) in schema.problems(in: row, isWhole: isWhole) {
            switch problem {
            case .unknown:
                return index.map { "Row \($0) has invalid columns: \(key)" }
                    ?? "no such column: \(key)"
            case .missing, .null: return "NOT NULL constraint failed: \(schema.name).\(key)"
            case .type where schema.properties[key]?.isBoolean == true && row[key] is String:
                return "CHECK constraint failed: \(key) IN (0, 1)"
            case .type, .nowhere: continue
            }
        }
        return nil
    }

    // MARK: - Answers

    private func rows(_ status: Int, _ records: [Record], _ schema: RecordSchema) -> DialectAnswer {
        .json(status, ["ok": true, "rows": records.map { written($0, schema) }])
    }

    private func error(_ status: Int, _ message: String) -> DialectAnswer {
        .json(status, ["ok": false, "error": message, "errors": [message], "status": status])
    }

    private func number(_ id: String) -> Any { Int(id) ?? id }
}

extension RecordSchema.Property {
    fileprivate var isBoolean: Bool { if case .flag = kind { true } else { false } }
}
