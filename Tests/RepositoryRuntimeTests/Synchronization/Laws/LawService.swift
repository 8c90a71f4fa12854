import Foundation
import HTTPTypes

@testable import RepositoryLocal

/// A service in memory: it assigns identities and entity tags, and fails on demand.
final class LawService: Networking {
    /// A fault of a request.
    enum Fault: Sendable {
        /// No byte is sent.
        case unsent
        /// The request does not arrive, which the client cannot know.
        case dropped
        /// The request is carried out, and its response is lost.
        case lost
        /// This response is sent, and nothing is carried out.
        case response(NetworkingResponse)
    }

    private struct State {
        /// The entities by path, for example `messages/s1`.
        var entities: [String: [String: JSON]] = [:]
        var versions: [String: Int] = [:]
        /// The responses to creations, by idempotency key.
        var responses: [String: NetworkingResponse] = [:]
        var faults: [String: Fault] = [:]
        var lines: [String] = []
        var carriedOut: [String] = []
        var listingFields: [String: String] = [:]
        var count = 0
    }

    private let knowsKeys: Bool
    private let givesTags: Bool
    private let state = Locked(State())

    init(knowsKeys: Bool, givesTags: Bool) {
        (self.knowsKeys, self.givesTags) = (knowsKeys, givesTags)
    }

    /// Returns the methods and paths of all requests since the last call, for example `GET
    /// messages`.
    func takeLines() -> [String] {
        state.withLock { state in
            defer { state.lines = [] }
            return state.lines
        }
    }

    /// The writes that were carried out, for example `PUT messages/s1`.
    var carriedOut: [String] { state.withLock { $0.carriedOut } }

    /// The entity at a path; nil if there is none.
    subscript(path: String) -> [String: JSON]? { state.withLock { $0.entities[path] } }

    /// Stores or deletes an entity, as another client does.
    func set(_ path: String, to members: [String: JSON]?) {
        state.withLock { Self.put(members, at: path, in: &$0) }
    }

    /// Injects a fault into requests from now on; nil for none.
    func fail(_ line: String, _ fault: Fault?) {
        state.withLock { $0.faults[line] = fault }
    }

    /// Sets the response to a request, which is not carried out.
    func answer(
        _ line: String,
        _ status: Int,
        _ body: JSON? = nil,
        headers: [String: String] = [:]
    ) {
        fail(line, .response(Self.response(status, body, headers)))
    }

    /// Sends a header field with each listing.
    func setListingField(_ name: String, to value: String) {
        state.withLock { $0.listingFields[name] = value }
    }

    func send(_ request: NetworkingRequest) async throws(NetworkingError) -> NetworkingResponse {
        let line = request.line
        let result = state.withLock { state -> (NetworkingResponse?, NetworkingError.Code) in
            state.lines.append(line)
            switch state.faults[line] {
            case .unsent: return (nil, .cannotConnect)
            case .dropped: return (nil, .timedOut)
            case .response(let response): return (response, .timedOut)
            case .lost:
                _ = carryOut(request, in: &state)
                return (nil, .timedOut)
            case nil: return (carryOut(request, in: &state), .timedOut)
            }
        }
        guard let response = result.0 else { throw NetworkingError(result.1, during: request) }
        return response
    }

    // MARK: - Requests

    private func carryOut(_ request: NetworkingRequest, in state: inout State) -> NetworkingResponse
    {
        let (method, path) = (request.head.method.rawValue, request.barePath)
        let body = request.body.flatMap { try? JSON(jsonData: $0) }
        if method == "GET", !path.contains("/") {
            let found = state.entities.filter { $0.key.hasPrefix("\(path)/") }
            let listed = found.sorted { $0.key < $1.key }.map { JSON.object($0.value) }
            return Self.response(200, .array(listed), state.listingFields)
        }
        if method == "POST" { return create(body ?? .null, at: path, request.key, in: &state) }
        guard var members = state.entities[path] else { return Self.response(404) }
        if method == "GET" { return found(path, in: state) }
        if let tag = request.tag, tag != Self.tag(state.versions[path]) {
            return Self.response(412)
        }
        state.carriedOut.append("\(method) \(path)")
        if method == "DELETE" {
            Self.put(nil, at: path, in: &state)
            return Self.response(204)
        }
        let kept = method == "PATCH" ? members : ["_id": members["_id"] ?? .null]
        members = kept.merging(body?.object ?? [:]) { $1 }
        Self.put(members, at: path, in: &state)
        return found(path, in: state)
    }

    private func create(
        _ body: JSON,
        at path: String,
        _ key: String?,
        in state: inout State
    ) -> NetworkingResponse {
        if knowsKeys, let key, let known = state.responses[key] { return known }
        guard case .object(var members) = body else { return Self.response(400) }
        state.count += 1
        members["_id"] = .string("s\(state.count)")
        let created = "\(path)/s\(state.count)"
        state.carriedOut.append("POST \(path)")
        Self.put(members, at: created, in: &state)
        let response = found(created, in: state, status: 201)
        if let key { state.responses[key] = response }
        return response
    }

    private func found(_ path: String, in state: State, status: Int = 200) -> NetworkingResponse {
        let tag = givesTags ? ["ETag": Self.tag(state.versions[path])] : [:]
        return Self.response(status, state.entities[path].map(JSON.object), tag)
    }

    private static func put(_ members: [String: JSON]?, at path: String, in state: inout State) {
        state.entities[path] = members
        state.versions[path, default: 0] += 1
    }

    private static func tag(_ version: Int?) -> String { "\"\(version ?? 0)\"" }

    private static func response(
        _ status: Int,
        _ body: JSON? = nil,
        _ headers: [String: String] = [:]
    ) -> NetworkingResponse {
        var fields = HTTPFields()
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        let data = body.flatMap { try? $0.jsonData() }
        return NetworkingResponse(status: status, headers: fields, body: data ?? Data())
    }
}

extension NetworkingRequest {
    /// The path without its query and its leading slash.
    var barePath: String {
        String((head.path ?? "").drop { $0 == "/" }.prefix { $0 != "?" })
    }

    /// The method and the path, for example `PUT messages/s1`.
    var line: String { "\(head.method.rawValue) \(barePath)" }

    /// The entity tag that it assumes.
    var tag: String? { head.headerFields[.ifMatch] }

    /// Its idempotency key.
    var key: String? { HTTPField.Name("Idempotency-Key").flatMap { head.headerFields[$0] } }
}
