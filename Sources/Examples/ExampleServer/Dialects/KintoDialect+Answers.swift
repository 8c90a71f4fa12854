import Foundation

// What Kinto says of what it has done, and of what it has not.
extension KintoDialect {
    func version(_ moment: Int) -> Int { Moment.seconds(moment) * 1_000 }

    func tag(_ moment: Int) -> String { "\"\(version(moment))\"" }

    func isMalformed(_ tag: String?) -> Bool {
        guard let tag, tag != "*" else { return false }
        return !tag.hasPrefix("\"") || Int(tag.dropFirst().dropLast()) == nil
    }

    func answer(_ status: Int, _ record: Record, _ schema: RecordSchema) -> DialectAnswer {
        let body: [String: Any] = [
            "data": written(record, schema), "permissions": ["write": ["basicauth:0"]],
        ]
        return .json(status, body, headers: ["Etag": tag(record.changed)])
    }

    func changed(_ old: Record?, _ schema: RecordSchema) -> DialectAnswer {
        let details = old.map { ["existing": written($0, schema)] }
        return error(412, 114, "Precondition Failed", "Resource was modified meanwhile", details)
    }

    func invalid(_ location: String, _ name: String?, _ text: String) -> DialectAnswer {
        let place = name.map { "\($0) in \(location)" } ?? location
        let detail: [String: Any] = [
            "location": location, "name": name ?? NSNull(), "description": text,
        ]
        return error(400, 107, "Invalid parameters", "\(place): \(text)", [detail])
    }

    func error(
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
