import Foundation

// What Stripe reads, and how it refuses.
extension StripeDialect {
    enum Form {
        case members([String: Any])
        case refused(DialectAnswer)
    }

    /// What was sent, each value as its property has it; null for one that is to go.
    func read(
        _ request: DialectRequest,
        _ schema: RecordSchema
    ) -> Form {
        guard request.body.isEmpty || request.mediaType == "application/x-www-form-urlencoded"
        else {
            let text = "Invalid request: send your parameters as form-encoded."
            return .refused(error(400, nil, text))
        }
        var members: [String: Any] = [:]
        for (key, value) in FormBody.members(request.body) {
            guard let kind = schema.properties[key]?.kind else {
                return .refused(unknown(key))
            }
            let text = value as? String
            let read: Any? =
                switch kind {
                case .integer: text.flatMap { Int($0) }
                case .flag: text.flatMap { Bool($0) }
                case .list: text == "" ? [Any]() : value as? [Any]
                case .object: text == "" ? NSNull() : value as? [String: Any]
                case .text, .trimmedText, .decimal, .reference: text == "" ? NSNull() : text
                }
            guard let read else {
                let code =
                    if case .integer = kind { "parameter_invalid_integer" } else {
                        "parameter_invalid"
                    }
                return .refused(error(400, code, "Invalid \(key): \(value)", parameter: key))
            }
            members[key] = read
        }
        return .members(members)
    }

    static func applied(
        _ sent: [String: Any],
        to old: [String: Any],
        _ schema: RecordSchema
    ) -> [String: Any] {
        sent.reduce(into: old) { members, change in
            // Any key may stand in it, as in `metadata`.
            let isOpen = schema.properties[change.key]?.fallback == "{}"
            switch change.value {
            case is NSNull where isOpen:
                members[change.key] = [String: Any]()
            case let entries as [String: Any]:
                let before = isOpen ? members[change.key] as? [String: Any] ?? [:] : [:]
                members[change.key] = before.merging(entries) { $1 }.filter { $1 as? String != "" }
            default:
                members[change.key] = change.value
            }
        }
    }

    // MARK: - Failures

    func unknown(_ key: String) -> DialectAnswer {
        error(400, "parameter_unknown", "Received unknown parameter: \(key)", parameter: key)
    }

    func missing(
        _ id: String,
        _ schema: RecordSchema,
        parameter: String = "id",
        status: Int = 404
    ) -> DialectAnswer {
        let text = "No such \(schema.name.dropLast()): '\(id)'"
        return error(status, "resource_missing", text, parameter: parameter)
    }

    func error(
        _ status: Int,
        _ code: String?,
        _ message: String,
        parameter: String? = nil
    ) -> DialectAnswer {
        var error: [String: Any] = ["type": "invalid_request_error", "message": message]
        error["code"] = code
        error["param"] = parameter
        return .json(status, ["error": error])
    }
}
