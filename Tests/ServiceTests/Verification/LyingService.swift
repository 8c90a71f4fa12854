import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime

#if os(Linux)
import RepositoryAsyncHTTPClient
#endif

/// A deviation of a service from its schema.
struct Lie: Sendable {
    /// Changes a request; nil if it responds itself.
    var request: @Sendable (_ request: inout ForwardedRequest) -> ScriptedAnswer? = { _ in nil }
    /// Changes the response.
    var response: @Sendable (_ request: ForwardedRequest, _ answer: inout ScriptedAnswer) -> Void =
        { _, _ in }
}

/// A request on its way through a proxy.
struct ForwardedRequest: Sendable {
    var method: String
    /// The path, percent-encoded, without query.
    var path: String
    /// The query, percent-encoded; empty if there is none.
    var query: String
    var fields: HTTPFields
    var body: Data

    /// Removes a query parameter.
    mutating func drop(_ name: String) {
        query = query.split(separator: "&").filter { item in
            (item.prefix { $0 != "=" }.removingPercentEncoding ?? "") != name
        }.joined(separator: "&")
    }
}

/// A proxy of a service, with deviations.
enum LyingService {
    /// Runs a body with a proxy in front of a service.
    ///
    /// - Parameters:
    ///   - url: The service; the path of the URL is unchanged.
    ///   - lie: The deviation.
    ///   - body: Receives the URL of the proxy.
    /// - Throws: The error of the body.
    static func with(_ url: String, _ lie: Lie, _ body: (_ url: String) async throws -> Void)
        async throws
    {
        guard var parts = URLComponents(string: url) else { return }
        let path = parts.path
        parts.path = ""
        let origin = parts.string ?? url
        var session = NetworkingSession(url: origin, configuration: .init(maximumRedirects: 0))
        #if os(Linux)
        session = session.using(AsyncHTTPClientTransport.shared)
        #endif
        let carrier = session
        try await withServer { server, proxy in
            await server.respond { received in
                try await Self.answer(received, carrier, lie, from: origin, at: proxy)
            }
            try await body(proxy + path)
        }
    }

    private static func answer(
        _ received: ReceivedRequest,
        _ session: NetworkingSession,
        _ lie: Lie,
        from origin: String,
        at proxy: String
    ) async throws -> ScriptedAnswer {
        var fields: HTTPFields = [:]
        for (name, value) in received.headers where !hopByHop.contains(name) {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        var forwarded = ForwardedRequest(
            method: received.method,
            path: received.path,
            query: received.query,
            fields: fields,
            body: received.body
        )
        if let answer = lie.request(&forwarded) { return answer }
        let question = forwarded.query.isEmpty ? "" : "?\(forwarded.query)"
        let method = HTTPMethod(rawValue: forwarded.method) ?? .get
        let request = NetworkingRequest(
            method: method,
            path: forwarded.path + question,
            headers: forwarded.fields,
            body: forwarded.body.isEmpty ? nil : forwarded.body
        )
        let response = try await session.send(request)
        var headers: [String: String] = [:]
        for field in response.head.headerFields
        where !hopByHop.contains(field.name.canonicalName) {
            headers[field.name.rawName] = field.value.replacing(origin, with: proxy)
        }
        var body = response.body
        if let text = String(data: body, encoding: .utf8), text.contains(origin) {
            body = Data(text.replacing(origin, with: proxy).utf8)
        }
        var answer = ScriptedAnswer(response.status, headers: headers, body: body)
        lie.response(forwarded, &answer)
        return answer
    }

    private static let hopByHop: Set<String> = [
        "connection", "content-length", "content-encoding", "host", "keep-alive",
        "transfer-encoding",
        "accept-encoding", "date", "server",
    ]
}

extension ScriptedAnswer {
    /// Changes the body, if it is JSON.
    mutating func edit(_ change: (inout JSON) -> Void) {
        guard var json = try? JSON(jsonData: body) else { return }
        change(&json)
        body = (try? json.jsonData()) ?? body
    }

    /// Removes a header field.
    mutating func drop(_ name: String) {
        for key in headers.keys where key.lowercased() == name.lowercased() { headers[key] = nil }
    }
}

extension JSON {
    /// Changes all objects with a key.
    mutating func forEach(with key: String, _ change: (inout JSON) -> Void) {
        switch self {
        case .array(let elements):
            self = .array(
                elements.map { element in
                    var element = element
                    element.forEach(with: key, change)
                    return element
                }
            )
        case .object(var members):
            for (name, value) in members {
                var value = value
                value.forEach(with: key, change)
                members[name] = value
            }
            self = .object(members)
            if members[key] != nil { change(&self) }
        default: break
        }
    }

    /// Renames a key in all objects.
    mutating func rename(_ key: String, to other: String) {
        forEach(with: key) { object in
            object[other] = object[key] ?? .null
            object.remove(key)
        }
    }

    /// Removes a key of an object.
    mutating func remove(_ key: String) {
        guard case .object(var members) = self else { return }
        members.removeValue(forKey: key)
        self = .object(members)
    }
}
