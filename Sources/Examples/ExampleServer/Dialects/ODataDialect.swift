import Foundation

/// A service of OData 4.01: https://docs.oasis-open.org/odata/odata/v4.01/, as those of Microsoft speak it.
///
/// `/NAME` and `/NAME(ID)`. Every request says in its query which version of the service it means, keys
/// begin with capital letters, the version of an object is a member, weak, and every change must repeat it.
struct ODataDialect: Dialect {
    private static let pageSize = 20
    private static let maximumPageSize = 50

    func written(_ record: Record, _ schema: RecordSchema) -> [String: Any] {
        let own: [String: Any] = [
            schema.identityKey: Int(record.id) ?? 0,
            "@odata.etag": tag(record),
            "ModifiedAt": Moment.text(record.changed),
        ]
        return record.members.merging(own) { $1 }
    }

    func answer(to request: DialectRequest, _ tables: inout RecordTables) -> DialectAnswer {
        guard request.headers["authorization"] != nil else {
            return error(401, "InvalidAuthenticationToken", "Access token is empty.")
        }
        guard request["api-version"] == "2.0" else {
            let message = "The api-version query parameter (?api-version=) is required."
            return error(400, "MissingApiVersionParameter", message)
        }
        guard request.path.count == 1, let (name, id) = Self.resource(request.path[0]),
            var collection = tables.collections[name]
        else {
            let path = request.path.joined(separator: "/")
            return error(404, "ResourceNotFound", "Resource not found for the segment '\(path)'.")
        }
        defer { tables.collections[name] = collection }
        if ["POST", "PUT", "PATCH"].contains(request.method), request.object == nil {
            return error(400, "BadRequest", "The body is no JSON object.")
        }
        switch (request.method, id) {
        case ("GET", nil): return list(request, collection)
        case ("POST", nil): return create(request, &collection)
        case (_, let id?): return one(request, id, &collection)
        default: return error(405, "MethodNotAllowed", "The method is not allowed here.")
        }
    }

    /// The collection, and the identity in parentheses, of a segment such as `Tickets(12)`.
    private static func resource(_ segment: String) -> (name: String, id: String?)? {
        guard let open = segment.firstIndex(of: "(") else { return (segment, nil) }
        guard segment.hasSuffix(")") else { return nil }
        return (String(segment[..<open]), String(segment[open...].dropFirst().dropLast()))
    }

    // MARK: - Many

    private func list(_ request: DialectRequest, _ collection: RecordCollection) -> DialectAnswer {
        let schema = collection.schema
        // What it does not know it refuses: as here $filter, so that a client has to decide itself.
        let known: Set = ["api-version", "$count", "$top", "$skip", "$skiptoken", "$orderby"]
        if let key = request.query.map(\.key).first(where: { !known.contains($0) }) {
            return error(400, "BadRequest", "The query option '\(key)' is not supported.")
        }
        let orders = (request["$orderby"] ?? "").split(separator: ",").map { part in
            let words = part.split(separator: " ")
            return RecordOrder(
                key: words.first.map(String.init) ?? "",
                isDescending: words.last == "desc"
            )
        }
        let found = collection.selection([], by: orders) { written($0, schema) }
        let wanted = request["$top"].flatMap { Int($0) } ?? Self.pageSize
        let size = min(max(1, wanted), Self.maximumPageSize)
        let start = (request["$skiptoken"] ?? request["$skip"]).flatMap { Int($0) } ?? 0
        let page = found.dropFirst(start).prefix(size)
        var body: [String: Any] = [
            "@odata.context": "\(request.base)/$metadata#\(schema.name)",
            "value": page.map { written($0, schema) },
        ]
        if request["$count"] == "true" { body["@odata.count"] = found.count }
        if start + size < found.count {
            let query = request.query(with: ["$skiptoken": "\(start + size)"])
            body["@odata.nextLink"] = "\(request.base)/\(schema.name)?\(query)"
        }
        return .json(200, body, as: Self.mediaType)
    }

    private func create(
        _ request: DialectRequest,
        _ collection: inout RecordCollection
    ) -> DialectAnswer {
        let (schema, sent) = (collection.schema, request.object ?? [:])
        if let refusal = refusal(of: sent, isWhole: true, schema) { return refusal }
        let id = "\(collection.nextNumber)"
        let record = collection.insert(schema.completed(sent), id: id)
        let location = "\(request.base)/\(schema.name)(\(id))"
        return .json(
            201,
            written(record, schema),
            as: Self.mediaType,
            headers: ["Location": location, "ETag": tag(record)]
        )
    }

    // MARK: - One

    private func one(
        _ request: DialectRequest,
        _ id: String,
        _ collection: inout RecordCollection
    ) -> DialectAnswer {
        let schema = collection.schema
        guard let old = collection[id] else {
            return error(404, "ResourceNotFound", "No \(schema.name) with the key '\(id)' exists.")
        }
        if request.method == "GET" {
            let body = written(old, schema)
            return .json(200, body, as: Self.mediaType, headers: ["ETag": tag(old)])
        }
        guard let match = request.headers["if-match"] else {
            return error(428, "PreconditionRequired", "The request must have an If-Match header.")
        }
        guard match == tag(old) || match == "*" else {
            let message = "The version of the existing record doesn't match the property provided."
            return error(412, "ConcurrencyVersionMismatch", message)
        }
        switch request.method {
        case "PUT", "PATCH":
            let (sent, isWhole) = (request.object ?? [:], request.method == "PUT")
            if let refusal = refusal(of: sent, isWhole: isWhole, schema) { return refusal }
            let record = collection.change(id) { members in
                if isWhole { members = schema.completed(sent) } else { members.merge(sent) { $1 } }
            }
            // What was changed it says only to who prefers that.
            guard request.headers["prefer"] == "return=representation" else { return .empty(204) }
            return .json(200, written(record ?? old, schema), as: Self.mediaType)
        case "DELETE":
            _ = collection.delete(id)
            return .empty(204)
        default:
            return error(405, "MethodNotAllowed", "The method is not allowed here.")
        }
    }

    // MARK: - Answers

    private static let mediaType = "application/json; odata.metadata=minimal"

    private func tag(_ record: Record) -> String { "W/\"\(record.id)-\(record.changed)\"" }

    private func refusal(
        of sent: [String: Any],
        isWhole: Bool,
        _ schema: RecordSchema
    ) -> DialectAnswer? {
        let details = schema.problems(in: sent, isWhole: isWhole).map { key, problem in
            let code = if case .missing = problem { "Required" } else { "InvalidValue" }
            return ["code": code, "message": "The property '\(key)' is not valid.", "target": key]
        }
        guard !details.isEmpty else { return nil }
        return error(400, "BadRequest", "The entity is not valid.", details)
    }

    private func error(
        _ status: Int,
        _ code: String,
        _ message: String,
        _ details: [[String: String]] = []
    ) -> DialectAnswer {
        let content: [String: Any] = ["code": code, "message": message, "details": details]
        return .json(status, ["error": content], as: Self.mediaType)
    }
}
