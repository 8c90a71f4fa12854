import Foundation
import RepositoryRuntime

/// Queries a real server with a plain HTTP client, and reads its JSON.
struct RawWitness: Witness {
    /// The error of a failed request to a server.
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
        var next: String? = wire.listing
        while let url = next {
            let answer = try await send("GET", url, nil)
            for entity in wire.entities(answer.json).map(wire.members) {
                found[try text(entity[identityKey])] = entity
            }
            next = wire.next(answer.json, answer.response)
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
        _ = try await send(request.method, request.path, request.body)
    }

    private func send(
        _ method: String,
        _ path: String,
        _ body: JSON?
    ) async throws -> PlainClient.Answer {
        var client = PlainClient(url: address.url, mediaType: wire.mediaType)
        client.headers["Authorization"] = authorization
        let answer = try await client.send(method, path, body)
        guard answer.isSuccess else {
            throw Refused(status: answer.status, body: String(decoding: answer.data, as: UTF8.self))
        }
        return answer
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
