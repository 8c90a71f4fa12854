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
        else { return error(404, 111, "Not Found", "The resource you are looking for could not be found.") }
        defer { tables.collections[request.path[4]] = collection }
        let types = ["application/json", "application/merge-patch+json"]
        if ["POST", "PUT", "PATCH"].contains(request.method), !types.contains(request.mediaType) {
            return error(415, 107, "Unsupported Media Type", "Content-Type header should be one of \(types)")
        }
        if let header = ["if-match", "if-none-match"].first(where: { isMalformed(request.headers[$0]) }) {
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
        default: return error(405, 115, "Method Not Allowed", "Method not allowed on this endpoint.")
        }
    }

    // MARK: - Many

    private func list(_ request: DialectRequest, _ collection: RecordCollection) -> DialectAnswer {
        let limit = request["_limit"].map { Int($0) } ?? Self.pageSize
        guard let limit else { return invalid("querystring", "_limit", "is not a number") }
        let start = request["_token"].map { Int($0) } ?? 0
        guard let start else { return invalid("querystring", nil, "_token has invalid content") }
        let since = request["_since"].map { Int($0.trimmingCharacters(in: ["\""])) } ?? 0
        guard let since else { return invalid("querystring", "_since", "The value should be integer") }
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

    /// Requests within one: each has its own answer.
    private func batch(_ request: DialectRequest, _ tables: inout RecordTables) -> DialectAnswer {
        guard request.method == "POST", let body = request.object,
            let requests = body["requests"] as? [[String: Any]]
        else { return invalid("body", "requests", "Required") }
        guard requests.count <= 25 else {
            return invalid("body", "requests", "Number of requests is limited to 25")
        }
        let defaults = body["defaults"] as? [String: Any] ?? [:]
        let answers = requests.map { part -> [String: Any] in
            let part = defaults.merging(part) { $1 }
            var inner = request
            inner.method = part["method"] as? String ?? "GET"
            let path = (part["path"] as? String ?? "").split(separator: "/").map(String.init)
            // The version of the interface may be left out.
            inner.path = path.first == "v1" ? path : ["v1"] + path
            let own = part["headers"] as? [String: String] ?? [:]
            for (name, value) in own { inner.headers[name.lowercased()] = value }
            inner.body = (try? JSONSerialization.data(withJSONObject: part["body"] ?? [:])) ?? Data()
            let answer = answer(to: inner, &tables)
            return [
                "status": answer.status, "path": "/" + inner.path.joined(separator: "/"),
                "headers": [:] as [String: String], "body": answer.json ?? NSNull(),
            ]
        }
        return .json(200, ["responses": answers])
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
                return error(404, 110, "Not Found", "The resource you are looking for could not be found.")
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

// MARK: - Answers

extension KintoDialect {
    private func version(_ moment: Int) -> Int { Moment.seconds(moment) * 1_000 }

    private func tag(_ moment: Int) -> String { "\"\(version(moment))\"" }

    private func isMalformed(_ tag: String?) -> Bool {
        guard let tag, tag != "*" else { return false }
        return !tag.hasPrefix("\"") || Int(tag.dropFirst().dropLast()) == nil
    }

    private func answer(_ status: Int, _ record: Record, _ schema: RecordSchema) -> DialectAnswer {
        let body: [String: Any] = [
            "data": written(record, schema), "permissions": ["write": ["basicauth:0"]],
        ]
        return .json(status, body, headers: ["Etag": tag(record.changed)])
    }

    private func changed(_ old: Record?, _ schema: RecordSchema) -> DialectAnswer {
        let details = old.map { ["existing": written($0, schema)] }
        return error(412, 114, "Precondition Failed", "Resource was modified meanwhile", details)
    }

    private func invalid(_ location: String, _ name: String?, _ text: String) -> DialectAnswer {
        let place = name.map { "\($0) in \(location)" } ?? location
        let detail: [String: Any] = [
            "location": location, "name": name ?? NSNull(), "description": text,
        ]
        return error(400, 107, "Invalid parameters", "\(place): \(text)", [detail])
    }

    private func error(
        _ status: Int,
        _ number: Int,
        _ title: String,
        _ message: String,
        _ details: Any? = nil
    ) -> DialectAnswer {
        var body: [String: Any] = [
            "code": status, "errno": number, "error": title, "message": message,
        ]
        body["details"] = details
        return .json(status, body)
    }
}
