import FlyingFox
import Foundation

/// A service with conventions that no schema declares.
package enum ServiceDialect: String, CaseIterable, Sendable {
    case djangoREST, reticent

    var dialect: any Dialect {
        switch self {
        case .djangoREST: DjangoDialect()
        case .reticent: ReticentDialect()
        }
    }
}

/// How a service decodes requests and encodes responses.
protocol Dialect: Sendable {
    /// Responds to a request; for an invalid one, with the service's own error.
    func answer(to request: DialectRequest, _ tables: inout RecordTables) -> DialectAnswer

    /// Returns an object as the service encodes it, with generated properties.
    func written(_ record: Record, _ schema: RecordSchema) -> [String: Any]
}

/// A request to a service.
struct DialectRequest {
    var method: String
    /// The base URL of the service, for example `http://127.0.0.1:41823/kinto`.
    let base: String
    /// The path below that, decoded; its last component is empty if it ends in a slash.
    var path: [String]
    var query: [(key: String, value: String)]
    /// The header fields, by name in lower case.
    var headers: [String: String]
    var body: Data

    init(_ request: ReceivedRequest) {
        method = request.method
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        base = "http://\(request.headers["host"] ?? "127.0.0.1")/\(parts.first ?? "")"
        path = parts.dropFirst().map { $0.removingPercentEncoding ?? String($0) }
        let items = URLComponents(string: "?" + request.query)?.queryItems ?? []
        query = items.map { ($0.name, $0.value ?? "") }
        headers = request.headers
        body = request.body
    }

    /// The first value of a query parameter.
    subscript(_ key: String) -> String? { query.first { $0.key == key }?.value }

    /// The body as an object; nil if it is anything else.
    var object: [String: Any]? {
        (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
    }

    /// The media type of the body, without parameters.
    var mediaType: String {
        (headers["content-type"] ?? "").prefix { $0 != ";" }.lowercased()
    }

    /// Returns the query with some parameters replaced, percent-encoded.
    func query(with changes: [String: String]) -> String {
        let kept = query.filter { changes[$0.key] == nil }
        let all = kept + changes.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
        return all.map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }.joined(
            separator: "&"
        )
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}

/// The objects of one service, and its dialect.
struct DialectService {
    private let kind: ServiceDialect
    private var tables: RecordTables

    init(_ kind: ServiceDialect, _ schemas: [RecordSchema]) {
        self.kind = kind
        tables = RecordTables(schemas)
    }

    mutating func answer(to request: ReceivedRequest) -> HTTPResponse {
        kind.dialect.answer(to: DialectRequest(request), &tables).response
    }

    /// Returns the objects of a collection, each as the service encodes it, as a JSON array.
    func records(of name: String) -> Data {
        guard let collection = tables.collections[name] else { return Data() }
        let all = collection.live.map { kind.dialect.written($0, collection.schema) }
        return (try? JSONSerialization.data(withJSONObject: all)) ?? Data()
    }

    /// Changes an object, as another client would.
    mutating func change(_ id: String, of name: String, with changes: Data) {
        let changes = (try? JSONSerialization.jsonObject(with: changes)) as? [String: Any] ?? [:]
        _ = tables.collections[name]?.change(id) { $0.merge(changes) { _, new in new } }
    }

    /// Deletes an object, as another client would.
    mutating func delete(_ id: String, of name: String) {
        _ = tables.collections[name]?.delete(id)
    }
}
