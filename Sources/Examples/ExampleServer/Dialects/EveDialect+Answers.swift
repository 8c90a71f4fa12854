import Foundation

// What Eve says of what it has done, and of what it has not.
extension EveDialect {
    static let dates = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"

    func tag(_ record: Record) -> String {
        String(format: "%040x", record.changed &* 2_654_435_761)
    }

    /// What the service makes of each object.
    func meta(_ record: Record) -> [String: Any] {
        [
            "_id": record.id, "_etag": tag(record),
            "_created": Moment.text(record.created, Self.dates),
            "_updated": Moment.text(record.changed, Self.dates),
            "_links": ["self": ["title": "Document", "href": "documents/\(record.id)"]],
        ]
    }

    func done(
        _ status: Int,
        _ record: Record,
        headers: [String: String] = [:]
    ) -> DialectAnswer {
        .json(status, meta(record).merging(["_status": "OK"]) { $1 }, headers: headers)
    }

    func refusal(
        of sent: [String: Any],
        isWhole: Bool,
        _ schema: RecordSchema
    ) -> DialectAnswer? {
        let issues = schema.problems(in: sent, isWhole: isWhole).map { key, problem in
            let text =
                switch problem {
                case .unknown: "unknown field"
                case .missing: "required field"
                case .null: "null value not allowed"
                case .type, .nowhere: "must be of another type"
                }
            return (key, text)
        }
        guard !issues.isEmpty else { return nil }
        var body = failure(422, "Insertion failure: 1 document(s) contain(s) error(s)")
        body["_issues"] = Dictionary(issues) { first, _ in first }
        return .json(422, body)
    }

    func failure(_ status: Int, _ message: String) -> [String: Any] {
        ["_status": "ERR", "_error": ["code": status, "message": message] as [String: Any]]
    }

    func error(_ status: Int, _ message: String) -> DialectAnswer {
        .json(status, failure(status, message))
    }
}
