import Foundation
import RepositoryRuntime

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Asks a real server with nothing but an HTTP client, and reads its JSON as it is.
struct RawWitness: Witness {
    /// A server that did not do what it was asked.
    struct Refused: Error {
        let status: Int
        let body: String
    }

    let address: RealServers.Address
    let wire: Wire
    let identityKey: String

    init<S: RealSubject>(_ subject: S.Type, at address: RealServers.Address) {
        self.address = address
        wire = S.wire
        identityKey = S.Entity.schema.identityKey
    }

    func all() async throws -> [String: [String: JSON]] {
        var found: [String: [String: JSON]] = [:]
        var next: String? = "\(address.url)/\(wire.listing)"
        while let url = next {
            let (body, response) = try await send("GET", url, nil)
            for entity in wire.entities(body ?? .null).map(wire.members) {
                found[try text(entity[identityKey])] = entity
            }
            next = wire.next(body ?? .null, response)
        }
        return found
    }

    /// Creates an entity.
    func create(_ members: [String: JSON]) async throws {
        try await send(wire.creation(members))
    }

    func change(_ id: String, _ changes: [String: JSON]) async throws {
        try await send(wire.change(id, changes))
    }

    func delete(_ id: String) async throws {
        try await send(wire.deletion(id))
    }

    private func text(_ id: JSON?) throws -> String {
        try id?.string ?? id?.jsonText() ?? ""
    }

    private func send(_ request: Wire.Request) async throws {
        _ = try await send(request.method, "\(address.url)/\(request.path)", request.body)
    }

    private func send(
        _ method: String,
        _ url: String,
        _ body: JSON?
    ) async throws -> (body: JSON?, response: HTTPURLResponse) {
        guard let url = URL(string: url) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.setValue(wire.mediaType, forHTTPHeaderField: "Accept")
        request.setValue(authorization, forHTTPHeaderField: "Authorization")
        if let body {
            request.setValue(wire.mediaType, forHTTPHeaderField: "Content-Type")
            request.httpBody = try body.jsonData()
        }
        let (data, answer) = try await URLSession.shared.data(for: request)
        guard let response = answer as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        guard (200..<300).contains(response.statusCode) else {
            let text = String(decoding: data, as: UTF8.self)
            throw Refused(status: response.statusCode, body: text)
        }
        return (data.isEmpty ? nil : try JSON(jsonData: data), response)
    }

    private var authorization: String? {
        let settings = address.settings
        if let user = settings["user"] {
            let text = "\(user):\(settings["password"] ?? "")"
            return "Basic \(Data(text.utf8).base64EncodedString())"
        }
        return settings["token"].map { "\(settings["scheme"] ?? "Bearer") \($0)" }
    }
}
