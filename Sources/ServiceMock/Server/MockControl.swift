import Foundation
import HTTPTypes
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// The requests that control a mock, below `/__mock`.
///
/// - `GET /__mock` lists the collections and endpoints.
/// - `GET`, `PUT` and `DELETE /__mock/faults` read, set and clear the fault rules, one per line.
/// - `GET` and `DELETE /__mock/requests` read and clear the list of received requests.
enum MockControl {
    /// The response to a control request; nil for any other.
    static func response(to request: MockRequest, _ state: Locked<MockState>) -> MockResponse? {
        guard request.segments.first == "__mock" else { return nil }
        switch (request.method, request.segments.dropFirst().joined(separator: "/")) {
        case ("GET", ""): return contents(state)
        case ("GET", "faults"):
            return text(200, state.withLock { $0.rules }.map(\.text))
        case ("PUT", "faults"):
            do {
                let lines = String(decoding: request.body, as: UTF8.self)
                    .split(whereSeparator: \.isNewline)
                let rules = try lines.map { line throws(MockFaultRule.InvalidText) in
                    try MockFaultRule(String(line))
                }
                state.withLock { $0.rules = rules }
                return text(200, rules.map(\.text))
            } catch {
                return text(400, ["\(error)"])
            }
        case ("DELETE", "faults"):
            state.withLock { $0.rules = [] }
            return MockResponse(204)
        case ("GET", "requests"):
            return text(
                200,
                state.withLock { $0.requests }.map { request in
                    let query = request.query.isEmpty ? "" : "?" + request.query
                    return "\(request.method) \(request.path)\(query)"
                }
            )
        case ("DELETE", "requests"):
            state.withLock { $0.forgetRequests() }
            return MockResponse(204)
        default:
            return text(
                404,
                [
                    "GET /__mock", "GET, PUT, DELETE /__mock/faults",
                    "GET, DELETE /__mock/requests",
                ]
            )
        }
    }

    private static func text(_ status: Int, _ lines: [String]) -> MockResponse {
        let text = lines.map { $0 + "\n" }.joined()
        var response = MockResponse(status, body: Data(text.utf8))
        response.headerFields[.contentType] = "text/plain; charset=utf-8"
        return response
    }

    private static func contents(_ state: Locked<MockState>) -> MockResponse {
        let (collections, endpoints, rules) = state.withLock { state in
            (state.service.contents.counts, state.service.endpoints, state.rules)
        }
        return .json(
            200,
            [
                "collections": .array(
                    collections.map { collection, count in
                        [
                            "name": .string(collection.name), "path": .string(collection.listPath),
                            "count": .number(.init(count)),
                        ]
                    }
                ),
                "endpoints": .array(endpoints.map { .string($0.head.name) }),
                "faults": .array(rules.map { .string($0.text) }),
            ]
        )
    }
}
