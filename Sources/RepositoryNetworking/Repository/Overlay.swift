import Foundation
import HTTPTypes

/// What a write leaves behind: what was sent, overlaid with what came back.
///
/// Servers answer a write with the whole entity, with the fields that they have changed, or with
/// nothing, and tell a new identity in the body or only in `Location`.
package struct Overlay: Sendable {
    private var members: [String: JSON]

    /// Begins with what was sent.
    package init(_ sent: [String: JSON]) {
        self.members = sent
    }

    /// Puts the response to a write over it, member by member.
    ///
    /// - Throws: `RepositoryError` where there is a body, and it is no JSON object.
    mutating func put(
        _ response: NetworkingResponse,
        to request: NetworkingRequest,
        _ schema: EntitySchema
    ) throws(RepositoryError) {
        put(schema.returned(try response.members(for: request) ?? [:]))
    }

    /// Puts members over it.
    package mutating func put(_ received: [String: JSON]) {
        members.merge(received) { _, new in new }
    }

    /// Reads the entity.
    package func entity<Entity: JSONDecodable>(_ type: Entity.Type) throws(JSONError) -> Entity {
        try Entity(jsonData: try JSON.object(members).jsonData())
    }

    /// Reads the entity with an identity that is known as text only, by whatever key it goes.
    ///
    /// The key is the one that is missing; that it was the right one shows in the entity.
    func entity<Value: Entity>(_ type: Value.Type, id: String, lacking key: String) -> Value? {
        let candidates: [JSON] = [.string(id)] + (JSON.Number(id).map { [.number($0)] } ?? [])
        for candidate in candidates {
            var completed = self
            completed.members[key] = candidate
            if let entity = try? completed.entity(type), entity.id.pathComponent == id {
                return entity
            }
        }
        return nil
    }
}

extension JSONEncodable {
    /// This value as the members of a JSON object; none where it is another kind of value.
    func members(for request: NetworkingRequest) throws(RepositoryError) -> [String: JSON] {
        do {
            return try JSON(jsonData: try jsonData()).object ?? [:]
        } catch {
            throw RepositoryError(
                .invalidRequest,
                during: request.operation,
                message: "The entity cannot be written as JSON: \(error).",
                cause: error
            )
        }
    }
}

extension NetworkingResponse {
    /// The members of the body, nil where there is no body.
    ///
    /// - Throws: `RepositoryError` where the body is something else, such as HTML.
    package func members(for request: NetworkingRequest) throws(RepositoryError) -> [String: JSON]?
    {
        guard !isBlank else {
            return nil
        }
        do {
            return try [String: JSON](jsonData: body)
        } catch {
            throw RepositoryError(unreadable: self, to: request, error)
        }
    }

    /// The last part of the path in `Location`, decoded: a new identity.
    package var createdID: String? {
        guard let location = head.headerFields[.location] else {
            return nil
        }
        let path = location.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.flatMap { String($0).removingPercentEncoding }
    }
}
