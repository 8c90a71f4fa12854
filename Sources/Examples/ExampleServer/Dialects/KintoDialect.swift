import Foundation

/// Kinto: https://docs.kinto-storage.org, as version 26 with the limits of its default settings.
///
/// `/v1/buckets/B/collections/C/records`, and `/v1/batch`. Objects have no schema. The version is the
/// time of the last change, in milliseconds.
struct KintoDialect: Dialect {
    /// The most that a page has, whatever is asked for.
    private static let pageSize = 20

    func written(_ record: Record, _ schema: RecordSchema) -> [String: Any] {
        if record.isDeleted {
            return ["id": record.id, "last_modified": version(record.changed), "deleted": true]
        }
        return record.members.merging(["id": record.id, "last_modified": version(record.changed)]) {
            $1
        }
    }

    func answer(to request: DialectRequest, _ tables: inout RecordTables) -> DialectAnswer {
        if request.path == ["v1", "batch"] { return batch(request, &tables) }
        guard request.path.count >= 6, request.path[1] == "buckets",
            request.path[3] == "collections", request.path[5] == "records",
            var collection = tables.collections[request.path[4]]
        else {
            return error(
                404,
                111,
                "Not Found",
                "The resource you are looking for could not be found."
            )
        }
        defer { tables.collections[request.path[4]] = collection }
        let types = ["application/json", "application/merge-patch+json"]
        if ["POST", "PUT", "PATCH"].contains(request.method), !types.contains(request.mediaType) {
            return error(
                415,
                107,
                "Unsupported Media Type",
                "Content-Type header should be one of \(types)"
            )
        }
        if let header = ["if-match", "if-none-match"].first(where: {
            isMalformed(request.headers[$0])
        }) {
            let text = "The value should be integer between double quotes."
            return invalid("header", header == "if-match" ? "If-Match" : "If-None-Match", text)
        }
        switch (request.method, request.path.count) {
        case ("GET", 6): return list(request, collection)
        case ("HEAD", 6):
            let headers = ["Total-Records": "\(collection.live.count)"]
            return .json(200, [:], headers: headers)
        case ("POST", 6): return create(request, nil, &collection)
        case (_, 7): return one(request, request.path[6], &collection)
        default:
            return error(405, 115, "Method Not Allowed", "Method not allowed on this endpoint.")
        }
    }

    // MARK: - Many

    private func list(_ request: DialectRequest, _ collection: RecordCollection) -> DialectAnswer {
        let limit = request["_limit"].map { Int($0) } ?? Self.pageSize
        guard let limit else { return invalid("querystring", "_limit", "is not a number") }
        let start = request["_token"].map { Int($0) } ?? 0
        guard let start else { return invalid("querystring", nil, "_token has invalid content") }
        let since = request["_since"].map { Int($0.trimmingCharacters(in: ["\""])) } ?? 0
        guard let since else {
            return invalid("querystring", "_since", "The value should be integer")
        }
        let conditions = request.query.compactMap(condition)
        let orders = RecordOrder.list(request["_sort"] ?? "-last_modified")
        let schema = collection.schema
        var found = collection.selection(conditions, by: orders) { written($0, schema) }
        if request["_since"] != nil {
            let gone = collection.records.filter(\.isDeleted)
            found = (found + gone).filter { version($0.changed) > since }
        }
        let page = found.dropFirst(start).prefix(min(limit, Self.pageSize))
        var headers = ["Etag": tag(collection.now)]
        let end = start + page.count
        if end < found.count {
            let query = request.query(with: ["_token": "\(end)"])
            headers["Next-Page"] =
                "\(request.base)/\(request.path.joined(separator: "/"))?\(query)"
        }
        return .json(200, ["data": page.map { written($0, schema) }], headers: headers)
    }

    private func condition(_ key: String, _ value: String) -> RecordCondition? {
        guard !key.hasPrefix("_") else { return nil }
        let prefixes: [(String, RecordCondition.Operator)] = [
            ("min_", .greaterOrEqual), ("max_", .lessOrEqual), ("gt_", .greater), ("lt_", .less),
            ("in_", .isOneOf),
        ]
        let (prefix, comparison) = prefixes.first { key.hasPrefix($0.0) } ?? ("", .equal)
        let texts = comparison == .isOneOf ? value.components(separatedBy: ",") : [value]
        return RecordCondition(
            key: String(key.dropFirst(prefix.count)),
            operator: comparison,
            operands: texts.map { $0.trimmingCharacters(in: ["\""]) }
        )
    }

    // MARK: - One

    private func create(
        _ request: DialectRequest,
        _ path: String?,
        _ collection: inout RecordCollection
    ) -> DialectAnswer {
        guard var sent = request.object?["data"] as? [String: Any] else {
            return invalid("body", "data", "Required")
        }
        let id = path ?? sent["id"] as? String ?? UUID().uuidString.lowercased()
        sent["id"] = nil
        sent["last_modified"] = nil
        if let old = collection[id] {
            if request.headers["if-none-match"] == "*" { return changed(old, collection.schema) }
            // The record that was there, and nothing is written.
            return answer(200, old, collection.schema)
        }
        return answer(201, collection.insert(sent, id: id), collection.schema)
    }

    private func one(
        _ request: DialectRequest,
        _ id: String,
        _ collection: inout RecordCollection
    ) -> DialectAnswer {
        let schema = collection.schema
        guard let old = collection[id] else {
            guard request.method == "PUT" else {
                return error(
                    404,
                    110,
                    "Not Found",
                    "The resource you are looking for could not be found."
                )
            }
            guard request.headers["if-match"] == nil else { return changed(nil, schema) }
            return create(request, id, &collection)
        }
        if request.method == "GET" { return answer(200, old, schema) }
        if let match = request.headers["if-match"], match != tag(old.changed) {
            return changed(old, schema)
        }
        if request.headers["if-none-match"] == "*" { return changed(old, schema) }
        switch request.method {
        case "PUT", "PATCH":
            guard let sent = request.object?["data"] as? [String: Any] else {
                return invalid("body", "data", "Required")
            }
            let own = sent.filter { !["id", "last_modified"].contains($0.key) }
            let isMerged = request.mediaType == "application/merge-patch+json"
            let record = collection.change(id) { members in
                if request.method == "PUT" {
                    members = own
                } else if isMerged {
                    members = Self.merged(members, own)
                } else {
                    members.merge(own) { _, new in new }
                }
            }
            return answer(200, record ?? old, schema)
        case "DELETE":
            return answer(200, collection.delete(id) ?? old, schema)
        default:
            return error(405, 115, "Method Not Allowed", "Method not allowed on this endpoint.")
        }
    }

    /// A merge patch (RFC 7396): null takes away, an object is merged.
    private static func merged(_ old: [String: Any], _ patch: [String: Any]) -> [String: Any] {
        patch.reduce(into: old) { members, change in
            switch change.value {
            case is NSNull: members[change.key] = nil
            case let inner as [String: Any]:
                members[change.key] = merged(members[change.key] as? [String: Any] ?? [:], inner)
            default: members[change.key] = change.value
            }
        }
    }
}
