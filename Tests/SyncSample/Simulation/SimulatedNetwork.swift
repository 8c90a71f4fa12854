import Foundation
import HTTPTypes
package import RepositoryRuntime

/// The network of a process.
package struct SimulatedNetwork: Networking {
    private let world: SimulatedWorld
    private let process: Int

    /// Creates the network of a process.
    ///
    /// - Parameters:
    ///   - world: The world that receives its requests.
    ///   - process: The process.
    package init(_ world: SimulatedWorld, process: Int) {
        self.world = world
        self.process = process
    }

    package func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        try world.send(request, from: process)
    }
}

extension SimulatedService.Request {
    /// Creates a request from an HTTP request.
    package init(_ request: NetworkingRequest) {
        let parts = (request.head.path ?? "").split(separator: "?", maxSplits: 1)
        method = request.head.method.rawValue
        path = (parts.first ?? "").split(separator: "/").map {
            $0.removingPercentEncoding ?? String($0)
        }
        body = request.body.flatMap { try? JSON(jsonData: $0) }
        for field in request.head.headerFields {
            switch field.name.canonicalName {
            case "if-match": ifMatch = field.value
            case "if-none-match": isNew = field.value == "*"
            case "idempotency-key": key = field.value
            default: break
            }
        }
        for item in parts.dropFirst().joined().split(separator: "&") {
            let pair = item.split(separator: "=")
            switch pair.first {
            case "since": since = pair.last.flatMap { Int($0) }
            case "offset": offset = pair.last.flatMap { Int($0) }
            default: break
            }
        }
    }
}

extension SimulatedService.Response {
    /// Returns the HTTP response.
    package func networkingResponse(retryAfter: Int?) -> NetworkingResponse {
        var fields: HTTPFields = [.contentType: "application/json"]
        fields[.eTag] = tag
        fields[.location] = location
        fields[.retryAfter] = retryAfter.map(String.init)
        if let lastChange, let name = HTTPField.Name("Last-Change") {
            fields[name] = "\(lastChange)"
        }
        let data = body.flatMap { try? $0.jsonData() }
        return NetworkingResponse(status: status, headers: fields, body: data ?? Data())
    }
}

extension SimulatedService.Request: CustomStringConvertible {
    /// The method, the path and the other relevant parts, on one line.
    package var description: String {
        var text = "\(method) /\(path.joined(separator: "/"))"
        if let since { text += " since \(since)" }
        if let offset { text += " from \(offset)" }
        if let ifMatch { text += " if \(ifMatch)" }
        if isNew { text += " if new" }
        if key != nil { text += " with a key" }
        return body.map { "\(text) \($0)" } ?? text
    }
}

extension SimulatedService.Response: CustomStringConvertible {
    /// The status, the version and the body, on one line.
    package var description: String {
        let change = lastChange.map { " at \($0)" } ?? ""
        return "\(status)\(tag.map { " \($0)" } ?? "")\(change)\(body.map { " \($0)" } ?? "")"
    }
}
