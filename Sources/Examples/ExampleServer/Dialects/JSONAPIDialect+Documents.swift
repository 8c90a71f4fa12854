import Foundation

// The documents of JSON:API.
extension JSONAPIDialect {
    /// The members of a resource: attributes, and the identities in relationships.
    func members(of resource: [String: Any]) -> [String: Any] {
        var members = resource["attributes"] as? [String: Any] ?? [:]
        for (key, related) in resource["relationships"] as? [String: [String: Any]] ?? [:] {
            members[key] = (related["data"] as? [String: Any])?["id"] ?? NSNull()
        }
        return members
    }

    func resource(
        _ record: Record,
        _ schema: RecordSchema,
        _ request: DialectRequest
    ) -> [String: Any] {
        var attributes = written(record, schema)
        attributes["id"] = nil
        var relationships: [String: Any] = [:]
        for (key, property) in schema.properties {
            guard case .reference(let name) = property.kind else { continue }
            let id = attributes.removeValue(forKey: key) as? String
            let linkage: Any = id.map { ["type": name, "id": $0] } ?? NSNull()
            relationships[key] = ["data": linkage]
        }
        return [
            "type": schema.name, "id": record.id, "attributes": attributes,
            "relationships": relationships,
            "links": ["self": "\(request.base)/api/\(schema.name)/\(record.id)"],
        ]
    }

    func document(
        _ status: Int,
        _ data: Any,
        _ rest: [String: Any],
        headers: [String: String] = [:]
    ) -> DialectAnswer {
        let body = rest.merging(["data": data, "jsonapi": ["version": "1.0"]]) { $1 }
        return .json(status, body, as: Self.mediaType, headers: headers)
    }

    func refusal(
        of sent: [String: Any],
        isWhole: Bool,
        _ schema: RecordSchema,
        _ tables: RecordTables
    ) -> DialectAnswer? {
        let problems = schema.problems(in: sent, isWhole: isWhole, exists: tables.exists)
        guard let (key, problem) = problems.first else { return nil }
        return switch problem {
        case .unknown: error(400, "Model does not have a field '\(key)'")
        case .missing, .null: error(400, "NOT NULL constraint failed: \(schema.name).\(key)")
        case .nowhere: error(404, "No object of type \(key) found with ID")
        case .type: error(400, "\(key): not a valid value")
        }
    }

    func error(_ status: Int, _ detail: String) -> DialectAnswer {
        let error: [String: Any] = [
            "status": "\(status)", "code": NSNull(), "title": NSNull(), "detail": detail,
            "source": NSNull(),
        ]
        let body: [String: Any] = ["errors": [error], "jsonapi": ["version": "1.0"]]
        return .json(status, body, as: Self.mediaType)
    }
}
