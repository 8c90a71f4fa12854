import Foundation

/// The application of ``DjangoDialect`` with separate serializers for each action, as is common.
///
/// Responses to writes and listings omit properties that only the service writes, listings have a
/// property that exists nowhere else, and one property changes whenever an object is read.
struct ReticentDialect: Dialect {
    private let complete = DjangoDialect()

    func written(_ record: Record, _ schema: RecordSchema) -> [String: Any] {
        complete.written(record, schema)
    }

    func answer(to request: DialectRequest, _ tables: inout RecordTables) -> DialectAnswer {
        var answer = complete.answer(to: request, &tables)
        guard (200...299).contains(answer.status), let object = answer.json as? [String: Any] else {
            return answer
        }
        switch (request.method, object["results"] as? [[String: Any]]) {
        case ("GET", let objects?):
            let listed = objects.map { object in
                object.filter { $0.key != "created" }.merging(["rank": 1]) { $1 }
            }
            answer.json = object.merging(["results": listed]) { $1 }
        case ("GET", nil):
            tables.readings += 1
            let moment = Moment.text(tables.readings, "yyyy-MM-dd'T'HH:mm:ss.'000000+00:00'")
            answer.json = object.merging(["updated": moment]) { $1 }
        default:
            answer.json = object.filter { !["created", "updated"].contains($0.key) }
        }
        return answer
    }
}
