import Foundation

extension KintoDialect {
    /// Requests within one: each has its own answer.
    func batch(_ request: DialectRequest, _ tables: inout RecordTables) -> DialectAnswer {
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
            inner.body =
                (try? JSONSerialization.data(withJSONObject: part["body"] ?? [:])) ?? Data()
            let answer = answer(to: inner, &tables)
            return [
                "status": answer.status, "path": "/" + inner.path.joined(separator: "/"),
                "headers": [:] as [String: String], "body": answer.json ?? NSNull(),
            ]
        }
        return .json(200, ["responses": answers])
    }
}
